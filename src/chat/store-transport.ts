import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import { isAbort } from '../errors.js';
import type { Decision } from '../tools/decision.js';
import type { ResumeRequest } from '../transport/transport.js';
import type { ReconnectResult } from './recovery.js';
import { isNetworkFailure } from './to-adk-error.js';

type SendOptions = Parameters<ChatTransport<UIMessage>['sendMessages']>[0];
type ChunkStream = ReadableStream<UIMessageChunk>;

interface StreamingState {
  message: UIMessage;
  activeTextParts: Record<string, never>;
  activeReasoningParts: Record<string, never>;
  partialToolCalls: Record<string, never>;
}

export interface StoreTransportHooks {
  /** Last look at what leaves the browser. `settled` is told whether the server took it. */
  onSend(messages: UIMessage[]): {
    messages: UIMessage[];
    settled: (delivered: boolean) => void;
  };
  /** Whether the user has already answered this question. */
  answerTo(approvalId: string): { decision: Decision; reason?: string } | undefined;
  /** The stream broke down. Called before `AbstractChat` learns of it. */
  onFailure(error: unknown): void;
}

/** Stands between `AbstractChat` and the real transport. */
export class StoreTransport implements ChatTransport<UIMessage> {
  /** How the last `reconnectToStream` went; `AbstractChat` does not tell. */
  lastReconnect: ReconnectResult = 'none';
  /** How many parts the last message had before the answer in progress. */
  partsBefore = 0;
  /** May be exchanged for one that does the same and more. */
  inner: ChatTransport<UIMessage>;
  readonly #hooks: StoreTransportHooks;
  #controller: ReadableStreamDefaultController<UIMessageChunk> | undefined;
  /** The message that a replay rebuilds, as it was before. */
  #base: UIMessage | undefined;

  constructor(inner: ChatTransport<UIMessage>, hooks: StoreTransportHooks) {
    this.inner = inner;
    this.#hooks = hooks;
  }

  /** With a base, a replay continues it: starting over would lose what came before. */
  get resumeStreamIsReplay(): boolean | undefined {
    return this.#base ? false : this.inner.resumeStreamIsReplay;
  }

  /** What `AbstractChat` shall build on when it resumes. Nothing: what it holds already. */
  rebuild(last: UIMessage | undefined): StreamingState | undefined {
    const replays = this.inner.resumeStreamIsReplay === true && last?.role === 'assistant';
    this.#base = replays ? { ...last, parts: last.parts.slice(0, this.partsBefore) } : undefined;
    return (
      this.#base && {
        message: structuredClone(this.#base),
        activeTextParts: {},
        activeReasoningParts: {},
        partialToolCalls: {},
      }
    );
  }

  async sendMessages(options: SendOptions): Promise<ChunkStream> {
    const { trigger, messages: all } = options;
    const last = trigger === 'regenerate-message' ? undefined : all.at(-1);
    this.partsBefore = last?.role === 'assistant' ? last.parts.length : 0;
    const { messages, settled } = this.#hooks.onSend(all);
    try {
      const stream = await this.inner.sendMessages({ ...options, messages });
      settled(true);
      return this.#observe(stream);
    } catch (error) {
      settled(false);
      throw toSdkError(error);
    }
  }

  async reconnectToStream(options: ResumeRequest): Promise<ChunkStream | null> {
    this.lastReconnect = 'failed';
    try {
      const request: ResumeRequest = { ...options, message: this.#base };
      const stream = await this.inner.reconnectToStream(request);
      this.lastReconnect = stream ? 'stream' : 'none';
      return stream && this.#observe(stream);
    } catch (error) {
      throw toSdkError(error);
    }
  }

  close(): void {
    this.inner.close?.();
  }

  /** Puts a chunk of our own into the running answer. */
  inject(chunk: UIMessageChunk): void {
    this.#controller?.enqueue(chunk);
  }

  #forward(
    chunk: UIMessageChunk,
    controller: ReadableStreamDefaultController<UIMessageChunk>,
  ): void {
    // Another id would start another message beside the one that is rebuilt.
    if (chunk.type === 'start' && this.#base)
      return controller.enqueue({ ...chunk, messageId: undefined });
    controller.enqueue(chunk);
    if (chunk.type !== 'tool-approval-request') return;
    const answer = this.#hooks.answerTo(chunk.approvalId);
    if (!answer) return;
    const { decision, reason } = answer;
    const { approvalId } = chunk;
    const approved = decision !== 'no';
    controller.enqueue({ type: 'tool-approval-response', approvalId, approved, reason });
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
          if (!done) return this.#forward(value, controller);
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
