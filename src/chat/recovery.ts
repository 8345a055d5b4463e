import type { AdkError } from '../errors.js';
import type { ChatChange, ObservableChatState } from './chat-state.js';
import { isNetworkFailure, toAdkError } from './to-adk-error.js';
import type { UIMessage } from 'ai';

/** What a page can tell about its surroundings. Node and workers do without. */
export interface Environment {
  readonly isOnline: boolean;
  readonly isVisible: boolean;
  /** Calls the listener when one of the two changes; the returned function ends that. */
  onChange(listener: () => void): () => void;
}

export type ReconnectResult = 'stream' | 'none' | 'failed';

export interface RecoveryHost {
  readonly state: ObservableChatState<UIMessage>;
  /** Tries to pick the answer up again; resolves when that failed or the answer is over. */
  resume(): Promise<ReconnectResult>;
  setStatus(status: 'error', error: AdkError): void;
  notify(change: ChatChange): void;
}

const ATTEMPTS = 6;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;

/**
 * Picks up an answer that broke off, if the server can replay it. Meanwhile the chat goes on to
 * look busy: to the user a gap in the network is a pause, not an error.
 */
export class Recovery {
  readonly #canResume: boolean;
  readonly #host: RecoveryHost;
  readonly #environment: Environment | undefined;
  readonly #unlink: (() => void) | undefined;
  #cause: AdkError | undefined;
  #attempt = 0;
  #wake: (() => void) | undefined;

  constructor(canResume: boolean, host: RecoveryHost, environment?: Environment) {
    this.#canResume = canResume;
    this.#host = host;
    this.#environment = environment;
    this.#unlink = environment?.onChange(() => {
      if (!environment.isOnline) return;
      this.#attempt = 0;
      this.#wake?.();
    });
  }

  get isActive(): boolean {
    return this.#cause !== undefined;
  }

  /** If this loss can be mended, from here on `AbstractChat` must not show it as an error. */
  prepare(error: unknown): boolean {
    if (!this.#canResume || !isNetworkFailure(error)) return false;
    this.#cause = toAdkError(error);
    this.#host.state.hidesErrors = true;
    return true;
  }

  /** Tries until the answer goes on. `now`: without waiting before the first try. */
  async run(now = false): Promise<void> {
    if (!this.#cause) return;
    const cause = this.#cause;
    const isCurrent = () => this.#cause === cause;
    this.#host.notify({ type: 'connection' });
    for (let first = now; isCurrent(); first = false) {
      if (!first) await this.#delay();
      if (!isCurrent()) return;
      this.#attempt += 1;
      const result = await this.#host.resume();
      // A new failure of the resumed stream has its own run; success has ended this one.
      if (!isCurrent()) return;
      if (result === 'stream') return this.#end();
      if (result === 'none' || this.#isHopeless()) break;
    }
    if (!isCurrent()) return;
    this.#end();
    this.#host.setStatus('error', cause);
  }

  /** The user or a new request goes on without the lost answer. */
  cancel(): void {
    if (this.#cause) this.#end();
    this.#wake?.();
  }

  dispose(): void {
    this.#unlink?.();
    this.cancel();
  }

  #end(): void {
    this.#cause = undefined;
    this.#attempt = 0;
    this.#host.state.hidesErrors = false;
    this.#host.notify({ type: 'connection' });
  }

  /** Nobody gives up for want of a network, or behind the user's back. */
  #isHopeless(): boolean {
    const { isOnline = true, isVisible = true } = this.#environment ?? {};
    return this.#attempt >= ATTEMPTS && isOnline && isVisible;
  }

  /** Waits longer each time; without a network until it is back. */
  #delay(): Promise<void> {
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempt);
    const isOffline = this.#environment?.isOnline === false;
    return new Promise((resolve) => {
      const timer = isOffline ? undefined : setTimeout(resolve, delay * (0.5 + Math.random() / 2));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
