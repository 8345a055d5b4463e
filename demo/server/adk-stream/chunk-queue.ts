/** Chunks on their way to a writer that may be slower than the one who makes them. */
export class ChunkQueue implements AsyncIterable<object> {
  #chunks: object[] = [];
  #ended = false;
  #wake: (() => void) | undefined;

  push(chunk: object): void {
    this.#chunks.push(chunk);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<object> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk) yield chunk;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
