import { setTimeout as sleep } from 'node:timers/promises';
import { words } from '../scripted-model.js';
import { SPEECH_RATE, synthesizeSpeech } from './speech.js';

export interface LiveOutput {
  push(chunk: object): void;
  /** The turn is over. */
  done(): void;
}

const CHUNK_SECONDS = 0.1;

/** Sends sound at the speed at which it is heard, and its transcript along with it. */
export class SpeechOutput {
  readonly #messageId: string;
  readonly #pace: number;
  #chunks = 0;
  #bytes = 0;

  constructor(messageId: string, pace: number) {
    this.#messageId = messageId;
    this.#pace = pace;
  }

  /** Totals of the connection, as the real server reports them. */
  get metadata() {
    if (this.#chunks === 0) return undefined;
    const duration = this.#bytes / 2 / SPEECH_RATE;
    return { chunks: this.#chunks, bytes: this.#bytes, sampleRate: SPEECH_RATE, duration };
  }

  transcribeUser(text: string, output: LiveOutput): void {
    const id = `${this.#messageId}_input_text`;
    output.push({ type: 'text-start', id });
    for (const delta of words(text)) output.push({ type: 'text-delta', id, delta });
    output.push({ type: 'text-end', id });
  }

  async say(texts: readonly string[], output: LiveOutput, signal: AbortSignal): Promise<void> {
    const id = `${this.#messageId}_output_text`;
    for (const text of texts) {
      output.push({ type: 'text-start', id });
      // One sentence at a time: a long answer would take seconds to synthesize as a whole.
      for (const sentence of text.match(/[^.!?]+[.!?]*\s*/g) ?? [text]) {
        if (!signal.aborted) await this.#saySentence(id, sentence, output, signal);
      }
      output.push({ type: 'text-end', id });
    }
  }

  async #saySentence(
    id: string,
    sentence: string,
    output: LiveOutput,
    signal: AbortSignal,
  ): Promise<void> {
    const speech = synthesizeSpeech(sentence);
    const size = Math.round(CHUNK_SECONDS * SPEECH_RATE);
    const total = Math.ceil(speech.length / size);
    const pieces = words(sentence);
    const began = performance.now();
    let said = 0;
    for (let chunk = 0; chunk < total && !signal.aborted; chunk++) {
      this.#send(speech.subarray(chunk * size, (chunk + 1) * size), output);
      const due = Math.ceil(((chunk + 1) / total) * pieces.length);
      while (said < due) output.push({ type: 'text-delta', id, delta: pieces[said++] });
      const wait = began + (chunk + 1) * CHUNK_SECONDS * 1000 * this.#pace - performance.now();
      // An aborted sleep rejects; the loop ends by its condition.
      if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
    }
  }

  #send(samples: Int16Array, output: LiveOutput): void {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    this.#chunks++;
    this.#bytes += bytes.length;
    output.push({
      type: 'data-pcm',
      data: {
        content: bytes.toString('base64'),
        sampleRate: SPEECH_RATE,
        channels: 1,
        bitDepth: 16,
      },
    });
  }
}
