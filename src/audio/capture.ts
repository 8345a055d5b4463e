import { CAPTURE_RATE, toInt16 } from './pcm.js';
import { Resampler } from './resampler.js';
import { RingBuffer } from './ring-buffer.js';
import { VoiceActivity } from './voice-activity.js';
import type { Gate, Post, RecorderCommand, RecorderMessage } from './worklet-messages.js';

/** 32 ms: long enough to be cheap to send, short enough not to be felt. */
export const FRAME_LENGTH = 512;
/** How much of what came before is sent once speech is recognised: a first syllable and a breath. */
const PRE_ROLL = 0.3 * CAPTURE_RATE;
/** dB by which speech must exceed what the echo cancellation may have left. */
const ECHO_MARGIN = 6;

/**
 * The recorder without its thread: takes blocks of any rate and channel count, posts frames of
 * 16 kHz mono PCM. Allocates one frame at a time, because a transferred buffer is gone for good.
 */
export class Capture {
  readonly #post: Post<RecorderMessage>;
  readonly #resampler: Resampler;
  readonly #activity = new VoiceActivity();
  readonly #preRoll = new RingBuffer(PRE_ROLL);
  readonly #inputRate: number;
  #gate: Gate = 'closed';
  #frame = new Int16Array(FRAME_LENGTH);
  #filled = 0;
  #samplesIn = 0;
  #power = 0;
  #measured = 0;

  constructor(inputRate: number, post: Post<RecorderMessage>) {
    this.#inputRate = inputRate;
    this.#post = post;
    this.#resampler = new Resampler(inputRate, CAPTURE_RATE);
  }

  receive(command: RecorderCommand): void {
    if (command.type === 'gate') this.#setGate(command.gate);
    if (command.type === 'echo') this.#activity.margin = command.echo ? ECHO_MARGIN : 0;
  }

  process(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let c = 0; c < channels.length; c++) sum += channels[c]![i]!;
      this.#samplesIn++;
      this.#resampler.push(sum / channels.length);
      while (!this.#resampler.isHungry) this.#take(this.#resampler.pull());
    }
  }

  get #isPassing(): boolean {
    return this.#gate === 'open' || (this.#gate === 'voice' && this.#activity.isSpeech);
  }

  #take(value: number): void {
    const sample = toInt16(value);
    this.#power += value * value;
    this.#measured++;
    if (this.#isPassing) this.#emit(sample);
    else {
      if (this.#gate === 'voice') this.#preRoll.push(sample);
      if (this.#measured >= FRAME_LENGTH) {
        this.#post({ type: 'level', level: this.#takeLevel() }, []);
      }
    }
    if (this.#activity.push(value)) this.#onActivity();
  }

  #onActivity(): void {
    const speech = this.#activity.isSpeech;
    // What belongs to the utterance lies between the two messages about it.
    if (!speech && this.#gate === 'voice') this.#flush();
    this.#post({ type: 'speech', speech }, []);
    if (speech && this.#gate === 'voice') {
      while (this.#preRoll.length > 0) this.#emit(this.#preRoll.shift());
    }
  }

  #setGate(gate: Gate): void {
    if (gate === this.#gate) return;
    this.#gate = gate;
    this.#preRoll.truncate(0);
    if (!this.#isPassing) this.#flush();
    if (gate === 'closed') this.#post({ type: 'closed' }, []);
  }

  #emit(sample: number): void {
    this.#frame[this.#filled++] = sample;
    if (this.#filled === FRAME_LENGTH) this.#flush();
  }

  #flush(): void {
    if (this.#filled === 0) return;
    const samples =
      this.#filled === FRAME_LENGTH ? this.#frame : this.#frame.slice(0, this.#filled);
    const time = this.#samplesIn / this.#inputRate;
    this.#filled = 0;
    this.#frame = new Int16Array(FRAME_LENGTH);
    this.#post({ type: 'frame', samples, time, level: this.#takeLevel() }, [samples.buffer]);
  }

  #takeLevel(): number {
    const level = this.#measured === 0 ? 0 : Math.sqrt(this.#power / this.#measured);
    this.#power = 0;
    this.#measured = 0;
    return level;
  }
}
