import { AbstractChat, type ChatInit, type ChatTransport, type UIMessage } from 'ai';
import { ObservableChatState, type ChatListener } from './chat-state.js';

export interface ChatStoreOptions extends Omit<ChatInit<UIMessage>, 'transport'> {
  transport: ChatTransport<UIMessage>;
}

/** The headless chat: messages, status and what changes them. Runs in a page, a worker or Node. */
export class ChatStore extends AbstractChat<UIMessage> {
  readonly #listeners: Set<ChatListener>;

  constructor({ messages = [], ...init }: ChatStoreOptions) {
    const listeners = new Set<ChatListener>();
    super({
      experimental_queue: true,
      ...init,
      state: new ObservableChatState(messages, (change) => {
        for (const listener of listeners) listener(change);
      }),
    });
    this.#listeners = listeners;
  }

  /** Calls the listener after each change; the returned function ends that. */
  subscribe(listener: ChatListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
