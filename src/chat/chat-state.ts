import type { ChatState, ChatStatus, UIMessage } from 'ai';
import type { AdkError } from '../errors.js';
import type { AnyPart } from './message-parts.js';
import { toAdkError } from './to-adk-error.js';

/** What changed, so that an observer touches only what it must. */
export type ChatChange =
  /** The list itself: a message came, went or moved. */
  | { type: 'messages' }
  /** One message was replaced; all others kept their identity. */
  | { type: 'message'; message: UIMessage }
  /** `status` or `error`. */
  | { type: 'status' }
  | { type: 'queue' }
  /** `pendingApprovals`, `policies` or the audit log. */
  | { type: 'approvals' }
  | { type: 'connection' }
  /** Something worth telling the user that ends nothing. */
  | { type: 'notice'; code: string; message: string };

export type ChatListener = (change: ChatChange) => void;

/**
 * The observable state behind `AbstractChat`. The AI SDK mutates the message it is streaming into;
 * this class replaces it with a copy in which every unchanged part keeps its identity.
 */
export class ObservableChatState<M extends UIMessage> implements ChatState<M> {
  /** While a lost answer is being picked up again, its loss is not shown. */
  hidesErrors = false;
  #status: ChatStatus = 'ready';
  #error: AdkError | undefined;
  #statusChanged = false;
  #messages: M[];
  #queued: M[] = [];
  readonly #notify: (change: ChatChange) => void;

  constructor(messages: M[], notify: (change: ChatChange) => void) {
    this.#messages = messages;
    this.#notify = notify;
  }

  get status(): ChatStatus {
    return this.#status;
  }

  /** `AbstractChat` always sets `error` right after it; both together are one change. */
  set status(status: ChatStatus) {
    const shown = status === 'error' && this.hidesErrors ? 'submitted' : status;
    this.#statusChanged = shown !== this.#status;
    this.#status = shown;
  }

  get error(): AdkError | undefined {
    return this.#error;
  }

  set error(error: unknown) {
    const normalised = error === undefined || this.hidesErrors ? undefined : toAdkError(error);
    const changed = this.#statusChanged || normalised !== this.#error;
    this.#error = normalised;
    this.#statusChanged = false;
    if (changed) this.#notify({ type: 'status' });
  }

  get messages(): M[] {
    return this.#messages;
  }

  set messages(messages: M[]) {
    this.#messages = messages;
    this.#notify({ type: 'messages' });
  }

  get experimental_queuedMessages(): M[] {
    return this.#queued;
  }

  set experimental_queuedMessages(messages: M[]) {
    if (messages.length === 0 && this.#queued.length === 0) return;
    this.#queued = messages;
    this.#notify({ type: 'queue' });
  }

  pushMessage = (message: M): void => {
    this.messages = [...this.#messages, copyMessage(message)];
  };

  popMessage = (): void => {
    this.messages = this.#messages.slice(0, -1);
  };

  replaceMessage = (index: number, message: M): void => {
    const copy = copyMessage(message, this.#messages[index]);
    this.#messages = this.#messages.with(index, copy);
    this.#notify({ type: 'message', message: copy });
  };

  snapshot = <T>(thing: T): T => structuredClone(thing);
}

function copyMessage<M extends UIMessage>(message: M, previous?: M): M {
  return {
    ...message,
    parts: message.parts.map((part, i) => copyPart(part, previous?.parts[i])),
  };
}

function copyPart(part: AnyPart, previous: AnyPart | undefined): AnyPart {
  return previous && isShallowEqual(part, previous) ? previous : { ...part };
}

function isShallowEqual(a: object, b: object): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.is(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}
