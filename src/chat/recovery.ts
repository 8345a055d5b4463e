import type { AdkError } from '../errors.js';
import type { ObservableChatState } from './chat-state.js';
import { isNetworkFailure, toAdkError } from './to-adk-error.js';
import type { UIMessage } from 'ai';

export type ReconnectResult = 'stream' | 'none' | 'failed';

export interface RecoveryHooks {
  /** Tries to pick the answer up again; resolves when that failed or the answer is over. */
  resume(): Promise<ReconnectResult>;
  onChange(): void;
  onGiveUp(error: AdkError): void;
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
  readonly #state: ObservableChatState<UIMessage>;
  readonly #hooks: RecoveryHooks;
  #cause: AdkError | undefined;
  #attempt = 0;
  #wake: (() => void) | undefined;

  constructor(canResume: boolean, state: ObservableChatState<UIMessage>, hooks: RecoveryHooks) {
    this.#canResume = canResume;
    this.#state = state;
    this.#hooks = hooks;
  }

  get isActive(): boolean {
    return this.#cause !== undefined;
  }

  /** The stream failed; from here on `AbstractChat` must not show it as an error. */
  prepare(error: unknown): void {
    if (!this.#canResume || !isNetworkFailure(error)) return;
    this.#cause = toAdkError(error);
    this.#state.hidesErrors = true;
  }

  async run(): Promise<void> {
    if (!this.#cause) return;
    const cause = this.#cause;
    this.#hooks.onChange();
    while (this.#cause === cause && this.#attempt < ATTEMPTS) {
      await this.#delay();
      if (this.#cause !== cause) return;
      this.#attempt += 1;
      const result = await this.#hooks.resume();
      // A new failure of the resumed stream has its own run; success has ended this one.
      if (this.#cause !== cause) return;
      if (result === 'stream') return this.#end();
      if (result === 'none') break;
    }
    if (this.#cause !== cause) return;
    this.#end();
    this.#hooks.onGiveUp(cause);
  }

  /** The user or a new request goes on without the lost answer. */
  cancel(): void {
    if (this.#cause) this.#end();
    this.#wake?.();
  }

  #end(): void {
    this.#cause = undefined;
    this.#attempt = 0;
    this.#state.hidesErrors = false;
    this.#hooks.onChange();
  }

  #delay(): Promise<void> {
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempt);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delay * (0.5 + Math.random() / 2));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
