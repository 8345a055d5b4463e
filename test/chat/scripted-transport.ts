import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import type {
  LiveEvents,
  LiveListener,
  LiveTransport,
  ToolReport,
  TransportCapabilities,
} from '../../src/transport/transport.js';
import type { ChatStore } from '../../src/chat/chat-store.js';

export type Reply = UIMessageChunk[] | Error | ((turn: Turn) => void);
type Send = Parameters<ChatTransport<UIMessage>['sendMessages']>[0];

/** A response that the test feeds by hand. */
export class Turn {
  readonly stream: ReadableStream<UIMessageChunk>;
  #controller!: ReadableStreamDefaultController<UIMessageChunk>;

  constructor(signal?: AbortSignal) {
    this.stream = new ReadableStream({ start: (controller) => (this.#controller = controller) });
    signal?.addEventListener('abort', () => this.fail(new DOMException('stopped', 'AbortError')));
  }

  write(...chunks: UIMessageChunk[]): this {
    for (const chunk of chunks) this.#controller.enqueue(chunk);
    return this;
  }

  end(...chunks: UIMessageChunk[]): void {
    this.write(...chunks);
    this.#controller.close();
  }

  fail(error: unknown): void {
    try {
      this.#controller.error(error);
    } catch {
      // Already closed.
    }
  }
}

/** Answers each request with the next reply of its script and keeps what it was sent. */
export class ScriptedTransport implements ChatTransport<UIMessage> {
  readonly sends: UIMessage[][] = [];
  readonly requests: Send[] = [];
  readonly turns: Turn[] = [];
  resumes: (Reply | null)[] = [];
  replies: Reply[];
  closed = 0;

  constructor(...replies: Reply[]) {
    this.replies = replies;
  }

  async sendMessages(options: Send): Promise<ReadableStream<UIMessageChunk>> {
    this.requests.push(options);
    this.sends.push(structuredClone(options.messages));
    return this.#play(this.replies.shift() ?? [], options.abortSignal);
  }

  async reconnectToStream(): Promise<ReadableStream<UIMessageChunk> | null> {
    const reply = this.resumes.shift() ?? null;
    return reply && this.#play(reply);
  }

  close(): void {
    this.closed += 1;
  }

  #play(reply: Reply, signal?: AbortSignal): ReadableStream<UIMessageChunk> {
    if (reply instanceof Error) throw reply;
    const turn = new Turn(signal);
    this.turns.push(turn);
    if (typeof reply === 'function') reply(turn);
    else turn.end(...reply);
    return turn.stream;
  }
}

export const capabilities: TransportCapabilities = {
  approvalChannel: 'message',
  parallelApprovals: true,
  clientTools: 'separate',
  audioIn: false,
  audioOut: false,
  video: false,
  resume: false,
  inboundTurns: false,
};

export class ScriptedLiveTransport extends ScriptedTransport implements LiveTransport {
  readonly capabilities: TransportCapabilities;
  readonly reports: ToolReport[][] = [];
  readonly resumeStreamIsReplay: boolean;
  readonly #listeners = new Map<string, Set<(detail: never) => void>>();

  constructor(given: Partial<TransportCapabilities>, ...replies: Reply[]) {
    super(...replies);
    this.capabilities = { ...capabilities, ...given };
    this.resumeStreamIsReplay = !given.inboundTurns;
  }

  on<K extends keyof LiveEvents>(type: K, listener: LiveListener<K>): () => void {
    const set = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, set.add(listener as (detail: never) => void));
    return () => set.delete(listener as (detail: never) => void);
  }

  emit<K extends keyof LiveEvents>(type: K, detail: LiveEvents[K]): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(detail as never);
  }

  async sendDecisions(reports: readonly ToolReport[]): Promise<void> {
    this.reports.push(structuredClone([...reports]));
  }
}

export const text = (value: string, id = 't'): UIMessageChunk[] => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta: value },
  { type: 'text-end', id },
];

export const call = (
  toolCallId: string,
  toolName: string,
  input: unknown = {},
): UIMessageChunk[] => [
  { type: 'tool-input-start', toolCallId, toolName },
  { type: 'tool-input-available', toolCallId, toolName, input },
];

export const ask = (toolCallId: string, extra: object = {}): UIMessageChunk => ({
  type: 'tool-approval-request',
  toolCallId,
  approvalId: `q-${toolCallId}`,
  ...extra,
});

export const result = (toolCallId: string, output: unknown = { ok: true }): UIMessageChunk => ({
  type: 'tool-output-available',
  toolCallId,
  output,
});

export const step: UIMessageChunk[] = [{ type: 'start' }, { type: 'start-step' }];

/** Waits until the condition holds, looking again after each change of the store and each task. */
export async function until(condition: () => boolean, what = String(condition)): Promise<void> {
  for (let i = 0; i < 2000; i += 1) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`It never happened: ${what}`);
}

/** Lets everything happen that can happen without time passing. */
export async function idle(): Promise<void> {
  for (let i = 0; i < 8; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function toolStates(store: ChatStore): Record<string, string> {
  return Object.fromEntries(
    store.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => ('toolCallId' in part ? [[part.toolCallId, part.state]] : [])),
    ),
  );
}
