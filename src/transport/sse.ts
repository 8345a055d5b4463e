import { HttpChatTransport, type UIMessage, type UIMessageChunk } from 'ai';
import { AdkError, isAbort, networkError } from '../errors.js';
import { AI_SDK_CAPABILITIES } from './capabilities.js';
import { ChunkQueue, pump } from './coalesce.js';
import { emptyAnswer, guardFetch } from './http-errors.js';
import { IdleTimer } from './idle-timer.js';
import { LiveEmitter } from './live-events.js';
import { continuedMessage, Normaliser, type ChunkReader } from './normalise.js';
import { SseParser } from './sse-parser.js';
import type {
  LiveTransport,
  ResumeRequest,
  TransportCapabilities,
  TransportOptions,
  TransportRequest,
} from './transport.js';

/** Tools may think long without a word, so this is generous. */
const IDLE_TIMEOUT = 300_000;
/** How long a server may take to close a body that it has declared done. */
const LINGER = 5000;

export interface SseOptions extends Omit<TransportOptions, 'kind'> {
  /** Replaces the body of a request. */
  prepareBody?: (request: TransportRequest, body: Record<string, unknown>) => object;
  /** The server answered, but not as one that has taken the request: with nothing, or with a page. */
  onRefused?: () => void;
  /** Reads a dialect of the stream. */
  createReader?: (message: UIMessage | undefined) => ChunkReader;
}

/** Speaks the AI SDK's UI message stream over HTTP. */
export class SseTransport implements LiveTransport {
  readonly capabilities: TransportCapabilities = AI_SDK_CAPABILITIES;
  readonly resumeStreamIsReplay = true;
  readonly #options: SseOptions;
  readonly #events: LiveEmitter;
  readonly on: LiveEmitter['on'];

  constructor(options: SseOptions, events = new LiveEmitter()) {
    this.#options = options;
    this.#events = events;
    this.on = events.on;
  }

  async sendMessages(request: TransportRequest): Promise<ReadableStream<UIMessageChunk>> {
    const message = continuedMessage(request);
    return this.#request(message, message !== undefined, request).sendMessages(request);
  }

  async reconnectToStream(request: ResumeRequest): Promise<ReadableStream<UIMessageChunk> | null> {
    return this.#request(request.message, true).reconnectToStream(request);
  }

  #request(
    message: UIMessage | undefined,
    mayBeEmpty: boolean,
    request?: TransportRequest,
  ): SseRequest {
    const { createReader } = this.#options;
    const reader = createReader?.(message) ?? new Normaliser({ message, events: this.#events });
    return new SseRequest(this.#options, reader, mayBeEmpty, request);
  }
}

/** One request: the AI SDK's own way of sending it, our way of reading the answer. */
class SseRequest extends HttpChatTransport<UIMessage> {
  readonly #reader: ChunkReader;
  readonly #mayBeEmpty: boolean;
  readonly #idleTimeout: number;
  readonly #onRefused: (() => void) | undefined;

  constructor(
    options: SseOptions,
    reader: ChunkReader,
    mayBeEmpty: boolean,
    request: TransportRequest | undefined,
  ) {
    const { prepareBody } = options;
    super({
      api: options.endpoint,
      headers: options.headers,
      body: options.body,
      credentials: options.credentials,
      fetch: guardFetch(options.fetch),
      prepareSendMessagesRequest:
        prepareBody && request && (({ body }) => ({ body: prepareBody(request, body ?? {}) })),
    });
    this.#reader = reader;
    this.#mayBeEmpty = mayBeEmpty;
    this.#idleTimeout = options.idleTimeout ?? IDLE_TIMEOUT;
    this.#onRefused = options.onRefused;
  }

  protected override processResponseStream(
    body: ReadableStream<Uint8Array>,
  ): ReadableStream<UIMessageChunk> {
    const source = body.getReader();
    const cancel = () => void source.cancel().catch(() => {});
    const queue = new ChunkQueue({ onCancel: cancel });
    void pump(queue, () => this.#read(source, queue)).finally(cancel);
    return queue.stream;
  }

  async #read(source: ReadableStreamDefaultReader<Uint8Array>, queue: ChunkQueue): Promise<void> {
    const reader = this.#reader;
    let isDone = false;
    let hasEvents = false;
    let isIdle = false;
    const idle = new IdleTimer(this.#idleTimeout, () => {
      isIdle = true;
      void source.cancel().catch(() => {});
    });
    const parser = new SseParser((data) => {
      hasEvents = true;
      for (const chunk of reader.read(data)) {
        if (chunk.type === 'finish') isDone = true;
        queue.push(chunk);
      }
      // Some servers never close the body; closing it at once would look to others like an abort.
      if (isDone && data.startsWith('[DONE]')) {
        queue.close();
        idle.restart(LINGER);
      }
    });
    try {
      for (;;) {
        const { done, value } = await source.read();
        if (done) break;
        idle.touch();
        parser.push(value);
        await queue.drained();
      }
      if (isIdle) throw networkError('The network connection is silent. It was probably lost.');
      parser.end();
    } catch (error) {
      if (AdkError.isInstance(error)) this.#onRefused?.();
      if (isAbort(error) || AdkError.isInstance(error) || !(error instanceof Error)) throw error;
      throw error.cause instanceof AdkError ? error : lost(error);
    } finally {
      idle.stop();
    }
    if (reader.isEmpty && !hasEvents) {
      if (this.#mayBeEmpty) return;
      this.#onRefused?.();
      throw emptyAnswer();
    }
    if (reader.isEmpty || !reader.isComplete) throw lost();
  }
}

function lost(cause?: unknown): TypeError {
  return networkError('The network connection was lost before the answer was complete.', { cause });
}
