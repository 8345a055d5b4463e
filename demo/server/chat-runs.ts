import type { UIMessageChunk } from 'ai';

/**
 * One running answer. It belongs to the chat, not to the connection that asked for it: it keeps its
 * chunks, so that any number of readers can follow it from the start.
 */
export class ChatRun {
  readonly abortController = new AbortController();
  #chunks: UIMessageChunk[] = [];
  #ended = false;
  #wake: (() => void)[] = [];

  get isOver(): boolean {
    return this.#ended;
  }

  async consume(source: AsyncIterable<UIMessageChunk>): Promise<void> {
    try {
      for await (const chunk of source) {
        this.#chunks.push(chunk);
        this.#notify();
      }
    } catch (error) {
      if (!this.abortController.signal.aborted) {
        this.#chunks.push({ type: 'error', errorText: String(error) });
      }
    } finally {
      this.#ended = true;
      this.#notify();
    }
  }

  /** All chunks from the first one on, until the answer ends. */
  async *read(): AsyncGenerator<UIMessageChunk> {
    for (let index = 0; ; index++) {
      while (index >= this.#chunks.length) {
        if (this.#ended) return;
        await new Promise<void>((resolve) => this.#wake.push(resolve));
      }
      yield this.#chunks[index]!;
    }
  }

  #notify(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

/** The answers that are being given, by chat id, and for a while those that were. */
export class ChatRuns {
  #active = new Map<string, ChatRun>();
  readonly #keep: number;

  constructor(keep: number) {
    this.#keep = keep;
  }

  get(chatId: string): ChatRun | undefined {
    return this.#active.get(chatId);
  }

  start(chatId: string, produce: (signal: AbortSignal) => AsyncIterable<UIMessageChunk>): ChatRun {
    this.stop(chatId);
    const run = new ChatRun();
    this.#active.set(chatId, run);
    void run.consume(produce(run.abortController.signal)).finally(() => {
      const forget = () => {
        if (this.#active.get(chatId) === run) this.#active.delete(chatId);
      };
      if (this.#keep > 0) setTimeout(forget, this.#keep).unref();
      else forget();
    });
    return run;
  }

  stop(chatId: string): boolean {
    const run = this.#active.get(chatId);
    run?.abortController.abort();
    return this.#active.delete(chatId);
  }

  stopAll(): void {
    for (const chatId of [...this.#active.keys()]) this.stop(chatId);
  }
}
