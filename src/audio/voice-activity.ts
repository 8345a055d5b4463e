import { CAPTURE_RATE } from './pcm.js';

/** One decision per 10 ms. */
const HOP = CAPTURE_RATE / 100;
/** Quieter than this (dB of full scale) is silence in any room. */
const SILENCE = -58;
/** Louder than this is never taken for background noise. */
const LOUDEST_NOISE = -30;
/** The background is the quietest moment of the last 10 × 200 ms. */
const SLOTS = 10;
const HOPS_PER_SLOT = 20;

export interface VoiceActivityOptions {
  /** How far above the background speech begins, in dB. */
  threshold?: number;
  /** How much of the last 80 ms must be loud, in ms. */
  onset?: number;
  /** How long a pause may be without ending the utterance, in ms. */
  hangover?: number;
}

/**
 * Tells speech from background noise in 16 kHz audio by its energy above an adaptive floor: the
 * quietest moment of the last two seconds, which speech with its pauses always reveals. Short
 * knocks and clicks are too brief to count.
 */
export class VoiceActivity {
  /** Extra dB demanded while the loudspeaker may be heard by the microphone. */
  margin = 0;
  readonly #threshold: number;
  readonly #onset: number;
  readonly #hangover: number;
  readonly #minima = new Float32Array(SLOTS).fill(Infinity);
  #slot = 0;
  #hopsInSlot = 0;
  #floor = LOUDEST_NOISE;
  #energy = 0;
  #count = 0;
  #previousInput = 0;
  #filtered = 0;
  #smoothed = 0;
  /** The last eight hops, one bit each, set where loud. */
  #recent = 0;
  #quietHops = 0;
  #speech = false;

  constructor({ threshold = 8, onset = 50, hangover = 600 }: VoiceActivityOptions = {}) {
    this.#threshold = threshold;
    this.#onset = onset / 10;
    this.#hangover = hangover / 10;
  }

  get isSpeech(): boolean {
    return this.#speech;
  }

  /** Takes one sample (-1 to 1); returns whether `isSpeech` changed with it. */
  push(sample: number): boolean {
    // One-pole high-pass at some 130 Hz: hum and rumble carry energy but no words.
    this.#filtered = 0.95 * (this.#filtered + sample - this.#previousInput);
    this.#previousInput = sample;
    this.#energy += this.#filtered * this.#filtered;
    if (++this.#count < HOP) return false;
    const power = this.#energy / HOP;
    this.#energy = 0;
    this.#count = 0;
    return this.#decide(power);
  }

  #decide(power: number): boolean {
    this.#smoothed = this.#smoothed === 0 ? power : 0.6 * this.#smoothed + 0.4 * power;
    this.#trackFloor(decibels(this.#smoothed));
    const above = decibels(power) - this.#floor;
    const start = this.#threshold + this.margin;
    const isLoud = decibels(power) > SILENCE && above > (this.#speech ? start - 3 : start);
    this.#recent = ((this.#recent << 1) | (isLoud ? 1 : 0)) & 0xff;
    this.#quietHops = isLoud ? 0 : this.#quietHops + 1;
    const was = this.#speech;
    this.#speech = was ? this.#quietHops < this.#hangover : bits(this.#recent) >= this.#onset;
    return this.#speech !== was;
  }

  #trackFloor(level: number): void {
    this.#minima[this.#slot] = Math.min(this.#minima[this.#slot]!, level);
    if (++this.#hopsInSlot === HOPS_PER_SLOT) {
      this.#hopsInSlot = 0;
      this.#slot = (this.#slot + 1) % SLOTS;
      this.#minima[this.#slot] = level;
    }
    let floor = LOUDEST_NOISE;
    for (let i = 0; i < SLOTS; i++) floor = Math.min(floor, this.#minima[i]!);
    this.#floor = Math.max(floor, SILENCE - this.#threshold);
  }
}

function decibels(power: number): number {
  return 10 * Math.log10(power + 1e-12);
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
