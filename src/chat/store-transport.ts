import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import { isAbort } from '../errors.js';
import type { ReconnectResult } from './recovery.js';
import { isNetworkFailure } from './to-adk-error.js';

type SendOptions = Parameters<ChatTransport<UIMessage>['sendMessages']>[0];
type ReconnectOptions = Parameters<ChatTransport<UIMessage>['reconnectToStream']>[0];
type ChunkStream = ReadableStream<UIMessageChunk>;

export interface StoreTransportHooks {
  /** Last look at what leaves the browser. `settled` is told whether the server took it. */
  onSend(messages: UIMessage[]): {
    messages: UIMessage[];
    settled: (delivered: boolean) => void;
  };
  /** The stream broke down. Called before `AbstractChat` learns of it. */
  onFailure(error: unknown): void;
}

/** Stands between `AbstractChat` and the real transport. */
export class StoreTransport implements ChatTransport<UIMessage> {
  /** How the last `reconnectToStream` went; `AbstractChat` does not tell. */
  lastReconnect: ReconnectResult = 'none';
  readonly #inner: ChatTransport<UIMessage>;
  readonly #hooks: StoreTransportHooks;
  #controller: ReadableStreamDefaultController<UIMessageChunk> | undefined;

  constructor(inner: ChatTransport<UIMessage>, hooks: StoreTransportHooks) {
    this.#inner = inner;
    this.#hooks = hooks;
  }

  get resumeStreamIsReplay(): boolean | undefined {
    return this.#inner.resumeStreamIsReplay;
  }

  async sendMessages(options: SendOptions): Promise<ChunkStream> {
    const { messages, settled } = this.#hooks.onSend(options.messages);
    try {
      const stream = await this.#inner.sendMessages({ ...options, messages });
      settled(true);
      return this.#observe(stream);
    } catch (error) {
      settled(false);
      throw toSdkError(error);
    }
  }

  async reconnectToStream(options: ReconnectOptions): Promise<ChunkStream | null> {
    this.lastReconnect = 'failed';
    try {
      const stream = await this.#inner.reconnectToStream(options);
      this.lastReconnect = stream ? 'stream' : 'none';
      return stream && this.#observe(stream);
    } catch (error) {
      throw toSdkError(error);
    }
  }

  close(): void {
    this.#inner.close?.();
  }

  /** Puts a chunk of our own into the running answer. */
  inject(chunk: UIMessageChunk): void {
    this.#controller?.enqueue(chunk);
  }

  #observe(stream: ChunkStream): ChunkStream {
    const reader = stream.getReader();
    let cancelled = false;
    const end = (controller: ReadableStreamDefaultController<UIMessageChunk>) => {
      if (this.#controller === controller) this.#controller = undefined;
    };
    return new ReadableStream<UIMessageChunk>({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (cancelled) return;
          if (!done) return controller.enqueue(value);
          end(controller);
          controller.close();
        } catch (error) {
          if (cancelled) return;
          end(controller);
          if (!isAbort(error)) this.#hooks.onFailure(error);
          controller.error(toSdkError(error));
        }
      },
      cancel: (reason) => {
        cancelled = true;
        this.#controller = undefined;
        return reader.cancel(reason);
      },
    });
  }
}

/** `AbstractChat` resumes only after a `TypeError` that speaks of the network. */
function toSdkError(error: unknown): unknown {
  if (error instanceof TypeError || !isNetworkFailure(error)) return error;
  return new TypeError('network connection lost', { cause: error });
}
