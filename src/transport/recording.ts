import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import { encodeBase64 } from '../audio/base64.js';
import { AdkError } from '../errors.js';
import { redact, redactHeaders } from './redact.js';
import type {
  LiveEvents,
  LiveTransport,
  ResumeRequest,
  ToolReport,
  TransportCapabilities,
  TransportRequest,
} from './transport.js';
import { withNormaliser } from './with-normaliser.js';

/** One line of a recording. `t` is in milliseconds since its beginning, `n` numbers the responses. */
export type RecordingEntry =
  | {
      type: 'recording';
      version: 1;
      t: number;
      capabilities: TransportCapabilities;
      resumeStreamIsReplay: boolean;
    }
  | { type: 'send'; t: number; n: number; request: unknown }
  | { type: 'resume'; t: number; n: number }
  | { type: 'decisions'; t: number; reports: unknown }
  | { type: 'chunk'; t: number; n: number; chunk: unknown }
  | { type: 'end'; t: number; n: number }
  /** A resume that found nothing. */
  | { type: 'none'; t: number; n: number }
  | { type: 'error'; t: number; n: number; error: RecordedError }
  | { type: 'event'; t: number; name: keyof LiveEvents; detail?: unknown }
  | { type: 'truncated'; t: number };

export interface RecordedError {
  code: string;
  message: string;
  retryable: boolean;
}

type EntryWithoutTime = RecordingEntry extends infer E
  ? E extends RecordingEntry
    ? Omit<E, 't'>
    : never
  : never;

export interface RecordingOptions {
  /** Makes secrets unreadable. Default: headers, and what has the name or the shape of a secret. */
  redact?: ((value: unknown) => unknown) | false;
  /** Whether the sound of answers is kept, too. */
  audio?: boolean;
  /** Goes on with an earlier recording. */
  continues?: RecordingTransport | undefined;
}

/** Characters after which a recording stops growing. */
const LIMIT = 32 * 1024 * 1024;
const EVENTS = ['inbound', 'interrupted', 'transcript', 'state', 'expired', 'notice'] as const;
const THROUGH = [
  ...(['interrupt', 'startVoice', 'stopVoice', 'sendAudio', 'setActivity', 'sendFrame'] as const),
  ...(['loadHistory', 'loadFile', 'holdAnswer'] as const),
];

/**
 * Writes down everything that goes through another transport, with its timing, one JSON object per
 * line: for bug reports, tests and demos. `ReplayTransport` plays it.
 */
export class RecordingTransport implements LiveTransport {
  readonly capabilities: TransportCapabilities;
  readonly resumeStreamIsReplay: boolean;
  readonly on: LiveTransport['on'];
  declare sendDecisions?: LiveTransport['sendDecisions'];
  readonly #inner: LiveTransport;
  readonly #redact: (value: unknown) => unknown;
  readonly #lines: string[];
  readonly #start: number;
  readonly #undo: (() => void)[];
  #length = 0;
  #responses = 0;
  #isStopped = false;

  constructor(
    transport: ChatTransport<UIMessage>,
    { redact: hide = redact, audio = false, continues }: RecordingOptions = {},
  ) {
    const inner = withNormaliser(transport);
    this.#inner = inner;
    this.#redact = hide || ((value) => value);
    this.capabilities = inner.capabilities;
    this.resumeStreamIsReplay = inner.resumeStreamIsReplay ?? true;
    this.on = inner.on.bind(inner);
    this.#lines = continues ? continues.#lines : [];
    this.#start = continues ? continues.#start : Date.now();
    this.#responses = continues ? continues.#responses : 0;
    this.#length = continues ? continues.#length : 0;
    for (const name of THROUGH) {
      if (inner[name]) Object.assign(this, { [name]: inner[name].bind(inner) });
    }
    if (inner.sendDecisions) {
      this.sendDecisions = (reports: readonly ToolReport[]) => {
        this.#write({ type: 'decisions', reports: this.#redact(reports) });
        return inner.sendDecisions!(reports);
      };
    }
    this.#undo = EVENTS.map((name) =>
      inner.on(name, (detail) =>
        this.#write({ type: 'event', name, detail: this.#redact(detail) }),
      ),
    );
    if (audio) {
      const undo = inner.on('pcm', ({ samples, sampleRate }) => {
        const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
        const detail = { content: encodeBase64(bytes), sampleRate };
        this.#write({ type: 'event', name: 'pcm', detail });
      });
      this.#undo.push(undo);
    }
    if (this.#lines.length > 0) return;
    const { capabilities, resumeStreamIsReplay } = this;
    this.#write({ type: 'recording', version: 1, capabilities, resumeStreamIsReplay });
  }

  async sendMessages(request: TransportRequest): Promise<ReadableStream<UIMessageChunk>> {
    const n = ++this.#responses;
    const { chatId, trigger, messageId, messages, body, headers } = request;
    const recorded = this.#redact({ chatId, trigger, messageId, messages, body }) as object;
    this.#write({
      type: 'send',
      n,
      request: { ...recorded, ...(headers && { headers: redactHeaders(headers) }) },
    });
    return (await this.#follow(n, this.#inner.sendMessages(request)))!;
  }

  reconnectToStream(request: ResumeRequest): Promise<ReadableStream<UIMessageChunk> | null> {
    const n = ++this.#responses;
    this.#write({ type: 'resume', n });
    return this.#follow(n, this.#inner.reconnectToStream(request));
  }

  close(): void {
    this.stop();
    this.#inner.close?.();
  }

  /** Ends the recording; the transport goes on. */
  stop(): void {
    this.#isStopped = true;
    for (const undo of this.#undo.splice(0)) undo();
  }

  /** The recording so far, as JSON lines. */
  export(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  async #follow(
    n: number,
    response: Promise<ReadableStream<UIMessageChunk> | null>,
  ): Promise<ReadableStream<UIMessageChunk> | null> {
    let stream: ReadableStream<UIMessageChunk> | null;
    try {
      stream = await response;
    } catch (error) {
      this.#fail(n, error);
      throw error;
    }
    if (!stream) {
      this.#write({ type: 'none', n });
      return null;
    }
    const reader = stream.getReader();
    return new ReadableStream(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read();
            if (done) {
              this.#write({ type: 'end', n });
              controller.close();
            } else {
              this.#write({ type: 'chunk', n, chunk: this.#redact(value) });
              controller.enqueue(value);
            }
          } catch (error) {
            this.#fail(n, error);
            controller.error(error);
          }
        },
        cancel: (reason) => {
          this.#write({ type: 'end', n });
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  #fail(n: number, error: unknown): void {
    const cause = error instanceof Error && AdkError.isInstance(error.cause) ? error.cause : error;
    const { code, message, retryable } = AdkError.isInstance(cause)
      ? cause
      : { code: 'server', message: String(cause), retryable: false };
    this.#write({ type: 'error', n, error: { code, message, retryable } });
  }

  #write(entry: EntryWithoutTime): void {
    if (this.#isStopped || this.#length > LIMIT) return;
    const t = Date.now() - this.#start;
    const line = JSON.stringify({ t, ...entry });
    this.#length += line.length;
    const isOver = this.#length > LIMIT;
    this.#lines.push(isOver ? JSON.stringify({ t, type: 'truncated' }) : line);
  }
}

interface Recordable {
  wrapTransport(wrap: (inner: ChatTransport<UIMessage>) => ChatTransport<UIMessage>): () => void;
}

export interface Recorder {
  attach(store: Recordable): void;
  stop(): void;
  export(): string;
}

/** One recording over all the stores that an element may have while it lasts. */
export function createRecorder(options: RecordingOptions = {}): Recorder {
  let current: RecordingTransport | undefined;
  let undo: (() => void) | undefined;
  return {
    attach(store) {
      current?.stop();
      undo = store.wrapTransport(
        (inner) => (current = new RecordingTransport(inner, { ...options, continues: current })),
      );
    },
    stop() {
      current?.stop();
      undo?.();
    },
    export: () => current?.export() ?? '',
  };
}
