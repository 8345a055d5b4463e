import { toFloat } from './pcm.js';
import { Resampler } from './resampler.js';
import { RingBuffer } from './ring-buffer.js';
import type { PlayerCommand, PlayerMessage, PlayerState, Post } from './worklet-messages.js';

/** Seconds of audio that fit; the main thread keeps what is beyond that. */
export const BUFFER_SECONDS = 10;
/** The jitter buffer in seconds: it starts small, grows with every underrun and slowly recovers. */
const LEAST = 0.06;
const MOST = 0.2;
const GROWTH = 1.5;
const RECOVERY = 0.02;
/** Seconds of smooth playback after which the buffer may shrink by one step. */
const CALM = 10;
/** A lone short piece is played after this many seconds even if no more comes. */
const PATIENCE = 0.2;
/** Seconds without audio after which a turn is over although nobody said so. */
const ABANDONED = 1;
/** Sound never starts or stops abruptly in mid-wave. */
const FADE = 0.005;
const DUCK_RAMP = 0.05;
const REPORT_INTERVAL = 0.1;

/** The player without its thread: takes pieces of PCM at any pace, gives an even stream. */
export class Playback {
  readonly #outputRate: number;
  readonly #post: Post<PlayerMessage>;
  #state: PlayerState = 'idle';
  #inputRate = 0;
  #ring = new RingBuffer(1);
  #resampler = new Resampler(1, 1);
  /** Samples of the ring that a `clear` left for the fade. */
  #doomed = 0;
  #isClearing = false;
  #isEnded = false;
  /** Zeros still to be fed at the end, so that the last samples leave the resampler. */
  #tail = 0;
  #played = 0;
  #consumed = 0;
  #underruns = 0;
  #target = LEAST;
  #calm = 0;
  /** Seconds spent in the present state. */
  #waited = 0;
  #last = 0;
  #fade = 0;
  #fadeGoal = 0;
  #gain = 1;
  #gainGoal = 1;
  #power = 0;
  #measured = 0;

  constructor(outputRate: number, post: Post<PlayerMessage>) {
    this.#outputRate = outputRate;
    this.#post = post;
  }

  receive(command: PlayerCommand): void {
    switch (command.type) {
      case 'audio':
        return this.#write(command.samples, command.sampleRate);
      case 'end':
        return this.#end();
      case 'clear':
        return this.#clear();
      case 'gain':
        this.#gainGoal = command.gain;
        return;
      case 'stop':
        return;
    }
  }

  /** Fills a block; one that is silent is left as it came. */
  process(output: Float32Array): void {
    if (this.#state === 'idle' && this.#fade === 0) {
      this.#gain = this.#gainGoal;
      return;
    }
    const seconds = output.length / this.#outputRate;
    this.#waited += seconds;
    if (this.#state === 'buffering' && this.#isReady) this.#start();
    if (this.#state === 'starved' && this.#waited >= ABANDONED) this.#finish('drained');
    const fadeStep = 1 / (FADE * this.#outputRate);
    const gainStep = 1 / (DUCK_RAMP * this.#outputRate);
    for (let i = 0; i < output.length; i++) {
      this.#gain = approach(this.#gain, this.#gainGoal, gainStep);
      this.#fade = approach(this.#fade, this.#fadeGoal, fadeStep);
      const sample = this.#next() * this.#gain;
      output[i] = sample;
      this.#power += sample * sample;
    }
    this.#measured += output.length;
    if (this.#state === 'playing') this.#relax(seconds);
    if (this.#state !== 'idle' && this.#measured >= REPORT_INTERVAL * this.#outputRate) {
      this.#report('report');
    }
  }

  get #isReady(): boolean {
    return (
      this.#isEnded ||
      this.#ring.length >= this.#target * this.#inputRate ||
      this.#waited >= PATIENCE
    );
  }

  #next(): number {
    if (this.#state !== 'playing') return this.#last * this.#fade;
    if (this.#isClearing && this.#fade === 0) this.#finish('cleared');
    while (this.#state === 'playing' && this.#resampler.isHungry) this.#feed();
    if (this.#state !== 'playing') return this.#last * this.#fade;
    this.#last = this.#resampler.pull();
    return this.#last * this.#fade;
  }

  #feed(): void {
    if (this.#isClearing ? this.#doomed > 0 : this.#ring.length > 0) {
      this.#resampler.push(toFloat(this.#ring.shift()));
      this.#played++;
      this.#consumed++;
      if (this.#doomed > 0) this.#doomed--;
    } else if (this.#isClearing) {
      this.#finish('cleared');
    } else if (!this.#isEnded) {
      this.#enter('starved');
      this.#fadeGoal = 0;
    } else if (this.#tail > 0) {
      this.#tail--;
      this.#resampler.push(0);
    } else {
      this.#finish('drained');
    }
  }

  #write(samples: Int16Array, sampleRate: number): void {
    if (samples.length === 0) return;
    if (sampleRate !== this.#inputRate) {
      this.#inputRate = sampleRate;
      this.#ring = new RingBuffer(Math.ceil(BUFFER_SECONDS * sampleRate));
      this.#resampler = new Resampler(sampleRate, this.#outputRate);
      this.#consumed = 0;
      this.#doomed = 0;
    }
    this.#ring.write(samples);
    this.#isEnded = false;
    if (this.#state === 'starved') {
      this.#underruns++;
      this.#target = Math.min(MOST, this.#target * GROWTH);
      this.#calm = 0;
    }
    if (this.#state === 'starved' || this.#state === 'idle') this.#enter('buffering');
  }

  #end(): void {
    this.#isEnded = true;
    this.#tail = Math.ceil(this.#resampler.delay * this.#inputRate);
    if (this.#state === 'starved') this.#finish('drained');
  }

  #clear(): void {
    const isPlaying = this.#state === 'playing';
    const keep = isPlaying ? Math.ceil(FADE * this.#inputRate) : 0;
    if (!this.#isClearing) this.#doomed = Math.min(keep, this.#ring.length);
    this.#consumed += this.#ring.length - this.#doomed;
    this.#ring.truncate(this.#doomed);
    this.#isEnded = false;
    if (!isPlaying) return this.#finish('cleared');
    this.#isClearing = true;
    this.#fadeGoal = 0;
  }

  #start(): void {
    this.#enter('playing');
    this.#fadeGoal = 1;
    // Only what was torn apart in mid-wave is faded in; a turn begins with its first sample.
    if (this.#played === 0) this.#fade = 1;
    this.#report('started');
  }

  /** Back to the beginning; what was written after a `clear` starts the next turn. */
  #finish(type: 'drained' | 'cleared'): void {
    for (; this.#doomed > 0; this.#doomed--, this.#consumed++) this.#ring.shift();
    this.#isClearing = false;
    this.#resampler.reset();
    this.#enter(this.#ring.length > 0 ? 'buffering' : 'idle');
    this.#fadeGoal = 0;
    if (type === 'drained') this.#isEnded = false;
    this.#report(type);
    this.#played = 0;
  }

  #enter(state: PlayerState): void {
    this.#state = state;
    this.#waited = 0;
  }

  #relax(seconds: number): void {
    this.#calm += seconds;
    if (this.#calm < CALM) return;
    this.#calm = 0;
    this.#target = Math.max(LEAST, this.#target - RECOVERY);
  }

  #report(type: PlayerMessage['type']): void {
    const rate = this.#inputRate || 1;
    this.#post(
      {
        type,
        state: this.#state,
        played: this.#played / rate,
        buffered: this.#ring.length / rate,
        consumed: this.#consumed,
        underruns: this.#underruns,
        target: this.#target,
        level: this.#measured === 0 ? 0 : Math.sqrt(this.#power / this.#measured),
      },
      [],
    );
    this.#power = 0;
    this.#measured = 0;
  }
}

function approach(value: number, goal: number, step: number): number {
  if (value === goal) return value;
  return value < goal ? Math.min(goal, value + step) : Math.max(goal, value - step);
}
