import { WebSocket } from 'ws';
import { ChatStore } from '../../src/chat/chat-store.js';
import type { ChatStoreOptions } from '../../src/chat/chat-store-options.js';
import type { ChatChange } from '../../src/chat/chat-state.js';
import { textOf, toolPartsOf, type AnyToolPart } from '../../src/chat/message-parts.js';
import { createTransport } from '../../src/transport/create-transport.js';
import type { LiveTransport, TransportOptions } from '../../src/transport/transport.js';

/** Node 20 has no socket of its own. */
export const nodeWebSocket = WebSocket as unknown as NonNullable<TransportOptions['webSocket']>;

export interface DriverOptions extends Partial<Omit<TransportOptions, 'kind' | 'endpoint'>> {
  store?: Partial<ChatStoreOptions>;
}

/** A chat as a page has it, driven by a test. */
export class ChatDriver {
  static readonly #open = new Set<ChatDriver>();
  readonly store: ChatStore;
  readonly transport: LiveTransport;
  readonly changes: ChatChange[] = [];

  constructor(transport: LiveTransport, options: Partial<ChatStoreOptions> = {}) {
    this.transport = transport;
    this.store = new ChatStore({ id: 'chat', ...options, transport });
    this.store.subscribe((change) => this.changes.push(change));
    ChatDriver.#open.add(this);
  }

  static open(
    kind: TransportOptions['kind'],
    endpoint: string,
    { store, ...options }: DriverOptions = {},
  ): ChatDriver {
    return new ChatDriver(
      createTransport({ kind, endpoint, webSocket: nodeWebSocket, ...options }),
      store,
    );
  }

  /** Sends and waits for the end of the answer or for a question. */
  async ask(text: string): Promise<void> {
    let isOver = false;
    void this.store.sendMessage({ text }).finally(() => (isOver = true));
    await this.until(() => isOver || this.store.pendingApprovals.length > 0, 'answered');
    await this.settled();
  }

  /** Waits until nothing more happens without the user. */
  async settled(): Promise<void> {
    const { store } = this;
    await this.until(
      () =>
        store.pendingApprovals.length > 0 ||
        store.status === 'error' ||
        (store.status === 'ready' && store.runningToolCalls.size === 0),
      'settled',
    );
  }

  async decide(decision: 'yes' | 'no' | 'yes_always', index = 0): Promise<void> {
    const { approvalId } = this.store.pendingApprovals[index]!;
    await this.store.decide({ approvalId, decision });
  }

  async until(condition: () => boolean, what = String(condition)): Promise<void> {
    const limit = Date.now() + 60_000;
    while (!condition()) {
      if (Date.now() > limit) throw new Error(`It never happened: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  get tools(): AnyToolPart[] {
    return this.store.messages.flatMap(toolPartsOf);
  }

  get states(): string[] {
    return this.tools.map((part) => part.state);
  }

  /** All text of the last message. */
  get answer(): string {
    const last = this.store.lastMessage;
    return last?.role === 'assistant' ? textOf(last) : '';
  }

  get roles(): string {
    return this.store.messages.map(({ role }) => role[0]).join('');
  }

  async close(): Promise<void> {
    ChatDriver.#open.delete(this);
    await this.store.dispose();
  }

  /** For `afterEach`: a chat that a failed test left open would keep the process alive. */
  static async closeAll(): Promise<void> {
    for (const chat of ChatDriver.#open) await chat.close();
  }
}
