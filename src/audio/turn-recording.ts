import { encodeWav } from './wav.js';

/** Some twenty minutes of speech at 24 kHz; older recordings are given up. */
const LIMIT = 60_000_000;

/**
 * Keeps what was heard during a turn and makes one WAV file of it when the turn is over. The files
 * are blobs, which browsers keep out of the page's memory, and the oldest go when there are too many.
 */
export class TurnRecording {
  readonly #limit: number;
  #chunks: Int16Array[] = [];
  #sampleRate = 0;
  #files: { url: string; size: number }[] = [];

  constructor(limit = LIMIT) {
    this.#limit = limit;
  }

  push(samples: Int16Array, sampleRate: number): void {
    // A WAV file has one rate; a turn that changes it keeps what came last.
    if (sampleRate !== this.#sampleRate) this.#chunks = [];
    this.#sampleRate = sampleRate;
    this.#chunks.push(samples);
  }

  /** The turn is over: gives its recording, if there was anything to hear. */
  take(): { type: 'file'; mediaType: string; url: string } | undefined {
    if (this.#chunks.length === 0) return undefined;
    const blob = new Blob([encodeWav(this.#chunks, this.#sampleRate)], { type: 'audio/wav' });
    const url = URL.createObjectURL(blob);
    this.#chunks = [];
    this.#files.push({ url, size: blob.size });
    let total = this.#files.reduce((sum, { size }) => sum + size, 0);
    while (total > this.#limit && this.#files.length > 1) {
      const oldest = this.#files.shift()!;
      URL.revokeObjectURL(oldest.url);
      total -= oldest.size;
    }
    return { type: 'file', mediaType: 'audio/wav', url };
  }

  /** Forgets the turn in progress, or with `all` everything. */
  clear(all = false): void {
    this.#chunks = [];
    if (!all) return;
    for (const { url } of this.#files) URL.revokeObjectURL(url);
    this.#files = [];
  }
}
