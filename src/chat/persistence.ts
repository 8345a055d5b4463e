import type { UIMessage } from 'ai';
import {
  readHead,
  readMessage,
  writeHead,
  type StoredChat,
  type StoredHead,
} from './stored-chat.js';

/** Where a conversation is kept: `localStorage`, or anything with the same three methods. */
export interface ChatStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Records that changed, with `null` for a removed one. */
export type StorageWrites = [key: string, value: string | null][];

export interface PersistenceHooks {
  /** The conversation as it is now. */
  read(): StoredChat;
  /** Something was written. */
  onWrite?(writes: StorageWrites): void;
  /** Storage is full or forbidden. The chat goes on without it. */
  onFailure(error: unknown): void;
}

/** How far storage may lag behind an answer that is streaming in. */
const DELAY = 500;
/** A stored number is not to be trusted with a loop. */
const MOST_MESSAGES = 100_000;

/** The name under which a conversation is kept. */
export function toKey(scope: string, chatId: string): string {
  return `adk-chat:chat:${encodeURIComponent(scope)}:${encodeURIComponent(chatId)}`;
}

/**
 * Keeps a conversation in a key/value storage: one record for all that is small and must be written
 * at once, and one per message, so that a new word costs the same in a long conversation.
 */
export class Persistence {
  readonly #storage: ChatStorage;
  readonly #key: string;
  readonly #hooks: PersistenceHooks;
  /** What storage holds: the messages as objects, so that an unchanged one is not even looked at. */
  #messages: (UIMessage | undefined)[] = [];
  #head = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failed = false;

  constructor(storage: ChatStorage, key: string, hooks: PersistenceHooks) {
    this.#storage = storage;
    this.#key = key;
    this.#hooks = hooks;
  }

  /** The stored conversation. Messages that did not change since keep their identity. */
  load(): StoredChat | undefined {
    try {
      const text = this.#storage.getItem(this.#key);
      const head = text ? readHead(text) : undefined;
      if (!text || !head) return undefined;
      this.#head = text;
      return { ...head, messages: this.#loadMessages(head) };
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** Whether somebody else wrote since the last look. */
  get isStale(): boolean {
    try {
      return (this.#storage.getItem(this.#key) ?? '') !== this.#head;
    } catch {
      return false;
    }
  }

  /** Writes soon. */
  schedule(): void {
    this.#timer ??= setTimeout(() => this.flush(), DELAY);
  }

  /** Writes now what is not written yet. */
  flush(): void {
    this.cancel();
    const { messages, ...rest } = this.#hooks.read();
    if (!this.#head && messages.length + rest.queue.length + rest.confirmations.length === 0)
      return;
    const writes: StorageWrites = [];
    // First the small one: whether a tool has begun to run matters more than any text.
    this.#write(writes, this.#key, () => writeHead({ ...rest, length: messages.length }));
    messages.forEach((message, i) => {
      if (this.#messages[i] === message) return;
      this.#write(writes, this.#keyOf(i), () => JSON.stringify(message));
      this.#messages[i] = message;
    });
    for (let i = this.#messages.length - 1; i >= messages.length; i -= 1) {
      this.#write(writes, this.#keyOf(i));
      this.#messages.pop();
    }
    if (writes.length > 0) this.#hooks.onWrite?.(writes);
  }

  /** Takes over what another tab wrote, which has the same storage or a copy of it. */
  apply(writes: StorageWrites): void {
    try {
      for (const [key, value] of writes) {
        if (!key.startsWith(this.#key) || this.#storage.getItem(key) === value) continue;
        if (value === null) this.#storage.removeItem(key);
        else this.#storage.setItem(key, value);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #loadMessages({ length }: StoredHead): UIMessage[] {
    const known = new Map<string, UIMessage>();
    const stored: (UIMessage | undefined)[] = [];
    for (let i = 0; i < Math.min(length, MOST_MESSAGES); i += 1) {
      const text = this.#storage.getItem(this.#keyOf(i));
      // It did not fit into storage.
      if (text === null) continue;
      const before = this.#messages[i];
      const message = before && JSON.stringify(before) === text ? before : readMessage(text);
      stored[i] = message;
      if (message && !known.has(message.id)) known.set(message.id, message);
    }
    this.#messages = stored;
    return [...known.values()];
  }

  /** A record that does not fit is left out, rather than all that come after it. */
  #write(writes: StorageWrites, key: string, toText?: () => string): void {
    const isHead = key === this.#key;
    try {
      const value = toText?.() ?? null;
      if (isHead && value === this.#head) return;
      if (value === null) this.#storage.removeItem(key);
      else this.#storage.setItem(key, value);
      if (isHead) this.#head = value ?? '';
      writes.push([key, value]);
    } catch (error) {
      this.#fail(error);
      // Another message may have had this place.
      if (!isHead && toText) this.#write(writes, key);
    }
  }

  #keyOf(index: number): string {
    return `${this.#key}:${index}`;
  }

  #fail(error: unknown): void {
    if (!this.#failed) this.#hooks.onFailure(error);
    this.#failed = true;
  }
}
