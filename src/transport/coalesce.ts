import type { UIMessageChunk } from 'ai';

/** One frame at 60 Hz, for everything that has no animation frames. */
const FRAME = 16;
/** A hidden page gets no animation frames; the answer must go on all the same. */
const LATEST = 100;
/** From here on a producer that can wait should. */
const HIGH_ITEMS = 64;
const HIGH_LENGTH = 256 * 1024;

type Item = { chunk: UIMessageChunk } | { error: unknown } | { end: true };

/**
 * A stream that is written chunk by chunk and read at the speed of the screen: consecutive deltas of
 * one text become one chunk per frame, so that the cost of an answer depends on how long it is shown,
 * not on how finely the server cut it. Order is kept, and what was written before an error or the end
 * is always read before it.
 */
export class ChunkQueue {
  readonly stream: ReadableStream<UIMessageChunk>;
  readonly #items: Item[] = [];
  /** Characters of text that wait to be read. */
  #length = 0;
  /** Open while the delta that was read last is being shown: the next one collects. */
  #isFrameOpen = false;
  #isClosed = false;
  #wake: (() => void) | undefined;
  #drained: (() => void) | undefined;

  constructor(options: { onCancel?: () => void } = {}) {
    this.stream = new ReadableStream<UIMessageChunk>(
      {
        pull: (controller) => this.#pull(controller),
        cancel: () => {
          this.#isClosed = true;
          this.#items.length = 0;
          this.#drained?.();
          options.onCancel?.();
        },
      },
      // Nothing waits inside the stream, where an error would throw it away.
      { highWaterMark: 0 },
    );
  }

  /** False once the reader has gone or the end was written. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  push(chunk: UIMessageChunk): void {
    if (this.#isClosed) return;
    this.#length += lengthOf(chunk);
    const last = this.#items.at(-1);
    const merged = last && 'chunk' in last ? merge(last.chunk, chunk) : undefined;
    if (!merged) this.#write({ chunk });
    else {
      this.#items[this.#items.length - 1] = { chunk: merged };
      if (this.#isFull()) this.#wake?.();
    }
  }

  close(): void {
    this.#finish({ end: true });
  }

  fail(error: unknown): void {
    this.#finish({ error });
  }

  /** Resolves when the reader has caught up, so that a producer can wait for it. */
  async drained(): Promise<void> {
    while (!this.#isClosed && this.#isFull()) {
      await new Promise<void>((resolve) => (this.#drained = resolve));
    }
  }

  #isFull(): boolean {
    return this.#items.length >= HIGH_ITEMS || this.#length >= HIGH_LENGTH;
  }

  #finish(item: Item): void {
    if (this.#isClosed) return;
    this.#write(item);
    this.#isClosed = true;
  }

  #write(item: Item): void {
    this.#items.push(item);
    this.#wake?.();
  }

  async #pull(controller: ReadableStreamDefaultController<UIMessageChunk>): Promise<void> {
    while (!this.#isReady()) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
    const item = this.#items.shift();
    if (!item) return;
    if ('end' in item) controller.close();
    else if ('error' in item) controller.error(item.error);
    else {
      this.#length -= lengthOf(item.chunk);
      this.#drained?.();
      if (isDelta(item.chunk)) this.#openFrame();
      controller.enqueue(item.chunk);
    }
  }

  #isReady(): boolean {
    const first = this.#items[0];
    if (!first) return this.#isClosed;
    const mayCollect = this.#isFrameOpen && this.#items.length === 1 && !this.#isFull();
    return !(mayCollect && 'chunk' in first && isDelta(first.chunk));
  }

  #openFrame(): void {
    this.#isFrameOpen = true;
    nextFrame(() => {
      this.#isFrameOpen = false;
      this.#wake?.();
    });
  }
}

/** Runs a producer and ends its queue the way the producer ended. */
export async function pump(queue: ChunkQueue, produce: () => Promise<void>): Promise<void> {
  try {
    await produce();
    queue.close();
  } catch (error) {
    queue.fail(error);
  }
}

type Delta = Extract<
  UIMessageChunk,
  { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }
>;

function isDelta(chunk: UIMessageChunk): chunk is Delta {
  return (
    chunk.type === 'text-delta' ||
    chunk.type === 'reasoning-delta' ||
    chunk.type === 'tool-input-delta'
  );
}

function lengthOf(chunk: UIMessageChunk): number {
  if (!isDelta(chunk)) return 0;
  return chunk.type === 'tool-input-delta' ? chunk.inputTextDelta.length : chunk.delta.length;
}

function merge(a: UIMessageChunk, b: UIMessageChunk): Delta | undefined {
  if (!isDelta(a) || !isDelta(b) || a.type !== b.type) return undefined;
  if (a.type === 'tool-input-delta' || b.type === 'tool-input-delta') {
    return a.type === 'tool-input-delta' &&
      b.type === 'tool-input-delta' &&
      a.toolCallId === b.toolCallId
      ? { ...a, inputTextDelta: a.inputTextDelta + b.inputTextDelta }
      : undefined;
  }
  // Metadata replaces the part's: the later one wins, as it would one by one.
  return a.id === b.id ? { ...a, ...b, delta: a.delta + b.delta } : undefined;
}

function nextFrame(callback: () => void): void {
  if (typeof requestAnimationFrame !== 'function') {
    setTimeout(callback, FRAME);
    return;
  }
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    callback();
  };
  const timer = setTimeout(once, LATEST);
  requestAnimationFrame(once);
}
