import type { ChatState, UIMessage } from 'ai';
import type { LiveTransport } from '../transport/transport.js';

export interface ServerHistoryHost {
  readonly state: ChatState<UIMessage>;
  isBusy(): boolean;
  /** The messages are now the server's. */
  onLoad(): Promise<void>;
  setStatus(status: 'error', error: Error): void;
}

/** Shows the conversation as the server knows it, where the server is the one who keeps it. */
export class ServerHistory {
  readonly #load: LiveTransport['loadHistory'];
  readonly #host: ServerHistoryHost;
  #isWanted = false;

  constructor(live: LiveTransport | undefined, host: ServerHistoryHost) {
    this.#load = live?.loadHistory?.bind(live);
    this.#host = host;
  }

  get isKept(): boolean {
    return this.#load !== undefined;
  }

  /** Whether the last try failed, or the server knows more than the chat. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  want(): void {
    this.#isWanted = this.isKept;
    this.loadIfWanted();
  }

  loadIfWanted(): void {
    if (this.#isWanted && !this.#host.isBusy()) void this.load();
  }

  /** What was sent meanwhile stays behind what the server knows. */
  async load(): Promise<void> {
    const { state, onLoad, setStatus, isBusy } = this.#host;
    const known = state.messages.length;
    this.#isWanted = false;
    try {
      const history = await this.#load?.();
      if (!history) return;
      state.messages = [...history, ...state.messages.slice(known)];
      if (!isBusy()) await onLoad();
    } catch (error) {
      this.#isWanted = true;
      if (!isBusy()) setStatus('error', error as Error);
    }
  }
}
