import type { Confirmation } from '../tools/decision.js';
import type { ChatChange } from './chat-state.js';
import type { ChatStoreOptions } from './chat-store-options.js';
import { Persistence, toKey, type ChatStorage, type StorageWrites } from './persistence.js';
import type { StoredChat } from './stored-chat.js';
import { createTabs, type Tabs } from './tabs.js';

type KeeperOptions = Pick<ChatStoreOptions, 'scope' | 'id' | 'storageKey' | 'tabs'>;

export interface KeeperHost {
  /** The conversation as it is now. */
  read(): StoredChat;
  /** Shows what storage holds. `isOurs`: no other tab is working on it. */
  adopt(chat: StoredChat, isOurs: boolean): void;
  /** Adds what was decided in another tab meanwhile. */
  merge(confirmations: Confirmation[]): void;
  /** Whether nothing is going on that another tab would disturb. */
  isIdle(): boolean;
  /** The other tab is done. */
  onFree(): void;
  notify(change: ChatChange): void;
}

/** How long a tab must be idle before another one may act. */
const REST = 50;

/** Keeps the conversation beyond this page: in storage, and in step with other tabs. */
export class Keeper {
  readonly #persistence: Persistence;
  readonly #tabs: Tabs | undefined;
  /** Set as soon as there is a chat; until then only `load` makes sense. */
  host!: KeeperHost;
  #acts: boolean;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    storage: ChatStorage,
    { scope = '', id = '', storageKey = id, tabs = false }: KeeperOptions,
  ) {
    const key = toKey(scope, storageKey);
    this.#tabs = tabs === true ? createTabs(key, { storage }) : tabs ? tabs(key) : undefined;
    this.#acts = !this.#tabs;
    this.#persistence = new Persistence(storage, key, {
      read: () => this.host.read(),
      onWrite: (writes) => this.#tabs?.announce(writes),
      // The chat may still be under construction.
      onFailure: (error) => queueMicrotask(() => this.#complain(error)),
    });
    this.#tabs?.onAnnounce((writes) => this.#onAnnounce(writes));
  }

  load(): StoredChat | undefined {
    return this.#persistence.load();
  }

  /** Whether this tab may act; `true` at once if it already does or is alone. */
  act(): true | Promise<boolean> {
    clearTimeout(this.#rest);
    return this.#acts || this.#acquire();
  }

  /** The same for something that the user wants: if not, they learn why nothing happened. */
  async ask(): Promise<boolean> {
    if (await this.act()) return true;
    const message = 'This conversation is busy in another tab.';
    this.host.notify({ type: 'notice', code: 'other-tab', message });
    return false;
  }

  /** Something changed that may be written later. */
  changed(): void {
    if (this.#acts) this.#persistence.schedule();
  }

  /** Something must not get lost, whatever happens next. `always`: even if another tab acts. */
  save(always = false): void {
    if (this.#acts || always) this.#persistence.flush();
  }

  get acts(): boolean {
    return this.#acts;
  }

  /** Lets other tabs act, unless this one goes on within the next moments. */
  rest(): void {
    if (!this.#tabs || !this.#acts || !this.host.isIdle()) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (this.host.isIdle()) this.#release();
    }, REST);
  }

  dispose(): void {
    clearTimeout(this.#rest);
    this.save();
    this.#acts = false;
    this.#persistence.cancel();
    this.#tabs?.close();
  }

  async #acquire(): Promise<boolean> {
    const granted = (await this.#tabs?.acquire()) !== false;
    if (!granted || this.#acts) return granted;
    this.#acts = true;
    // The tab that acted before may have gone without a word.
    const chat = this.#persistence.isStale ? this.load() : undefined;
    if (chat) this.host.adopt(chat, true);
    return true;
  }

  #release(): void {
    this.#persistence.flush();
    this.#acts = false;
    this.#tabs?.release();
    this.#tabs?.announce([]);
  }

  #onAnnounce(writes: StorageWrites): void {
    this.#persistence.apply(writes);
    const chat = writes.length > 0 ? this.load() : undefined;
    if (chat && this.#acts) this.host.merge(chat.confirmations);
    else if (chat) this.host.adopt(chat, false);
    if (writes.length === 0) this.host.onFree();
  }

  #complain(error: unknown): void {
    const details = error instanceof Error ? error.message : String(error);
    const message = `This conversation can not be kept: ${details}`;
    this.host.notify({ type: 'notice', code: 'storage', message });
  }
}
