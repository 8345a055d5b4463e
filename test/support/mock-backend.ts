import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  type ChatStatus,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import WebSocket from 'ws';
import { startMockBackend, type MockBackendOptions } from '../../demo/server/mock-backend.js';

export { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';

/** Runs a test against a server of its own. */
export function withBackend(
  options: MockBackendOptions,
  run: (backend: Awaited<ReturnType<typeof startMockBackend>>) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const backend = await startMockBackend({ pace: 0, ...options });
    try {
      await run(backend);
    } finally {
      await backend.close();
    }
  };
}

class PlainState<M extends UIMessage> implements ChatState<M> {
  status: ChatStatus = 'ready';
  error: Error | undefined;
  messages: M[] = [];
  pushMessage = (message: M) => void (this.messages = [...this.messages, message]);
  popMessage = () => void (this.messages = this.messages.slice(0, -1));
  replaceMessage = (index: number, message: M) =>
    void (this.messages = this.messages.with(index, message));
  snapshot = <T>(value: T): T => structuredClone(value);
}

/** The AI SDK's own chat, with nothing added: what any client of the server looks like. */
export class PlainChat extends AbstractChat<UIMessage> {
  constructor(init: Omit<ChatInit<UIMessage>, 'messages'>) {
    super({ ...init, state: new PlainState<UIMessage>() });
  }

  get answer(): string {
    const parts = this.lastMessage?.parts ?? [];
    return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }
}

export const userMessage = (text: string, id = `user-${text}`): UIMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
});

/** All chunks of a server-sent event stream, `[DONE]` as a string. */
export async function readEvents(response: Response): Promise<(UIMessageChunk | '[DONE]')[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => event.replace(/^data: /, ''))
    .map((data) => (data === '[DONE]' ? data : (JSON.parse(data) as UIMessageChunk)));
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look at whatever has arrived
export type AnyChunk = any;

/** A raw `/live` connection that keeps what it receives. */
export class LiveClient {
  readonly received: AnyChunk[] = [];
  readonly binary: Buffer[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #wake: (() => void)[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.binary.push(data);
      else this.received.push(parseFrame(data.toString('utf8')));
      for (const wake of this.#wake.splice(0)) wake();
    });
  }

  static async open(backendUrl: string, path = '/live'): Promise<LiveClient> {
    const socket = new WebSocket(backendUrl.replace('http', 'ws') + path);
    const client = new LiveClient(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return client;
  }

  send(event: object | string): void {
    this.#socket.send(typeof event === 'string' ? event : JSON.stringify(event));
  }

  say(text: string, id = `user-${text}`): void {
    this.send({ type: 'message', version: '1.0', id: 'chat', messages: [userMessage(text, id)] });
  }

  decide(approvalId: string, approved: boolean, ...more: object[]): void {
    const part = {
      type: 'tool-adk_request_confirmation',
      toolCallId: approvalId,
      toolName: 'adk_request_confirmation',
      state: 'approval-responded',
      approval: { id: approvalId, approved },
    };
    const messages = [{ id: `d-${approvalId}`, role: 'user', parts: [part, ...more] }];
    this.send({ type: 'message', version: '1.0', id: 'chat', messages });
  }

  /** The first chunk that fits, from `from` on; waits for it. */
  async next(fits: (chunk: AnyChunk) => boolean, from = 0): Promise<AnyChunk> {
    for (let index = from; ; index++) {
      while (index >= this.received.length) {
        await new Promise<void>((resolve) => this.#wake.push(resolve));
      }
      if (fits(this.received[index])) return this.received[index];
    }
  }

  /** Waits until `count` turns are over. */
  async done(count = 1): Promise<void> {
    while (this.doneCount < count) {
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  get doneCount(): number {
    return this.received.filter((chunk) => chunk === '[DONE]').length;
  }

  get types(): string[] {
    return this.received.map((chunk) => (chunk === '[DONE]' ? chunk : chunk.type));
  }

  get text(): string {
    return this.received
      .filter((chunk) => chunk.type === 'text-delta')
      .map((chunk) => chunk.delta)
      .join('');
  }

  close(): void {
    this.#socket.close();
  }
}

function parseFrame(frame: string): AnyChunk {
  const data = frame.startsWith('data: ') ? frame.slice(6).trim() : frame;
  return data === '[DONE]' ? data : JSON.parse(data);
}

export const is = (type: string) => (chunk: AnyChunk) => chunk.type === type;
