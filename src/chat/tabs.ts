import type { ChatStorage, StorageWrites } from './persistence.js';

/** Keeps several tabs with one conversation apart: one acts, the others watch. */
export interface Tabs {
  /** Takes the right to act. `false`: another tab has it. */
  acquire(): Promise<boolean>;
  /** Gives it back. A tab that is closed or crashes does so too. */
  release(): void;
  /** Hands the other tabs what was written to storage. */
  announce(writes: StorageWrites): void;
  onAnnounce(listener: (writes: StorageWrites) => void): () => void;
  close(): void;
}

export interface TabsOptions {
  /** For browsers and pages without Web Locks. */
  storage: ChatStorage;
  locks?: LockManager | undefined;
}

/** How long a tab without Web Locks may act without a sign of life. */
const LEASE = 3000;
/** Time for a competing tab to write its own name over ours. */
const CONTEST = 60;

export function createTabs(
  key: string,
  { storage, locks = globalThis.navigator?.locks }: TabsOptions,
): Tabs {
  const channel = new BroadcastChannel(key);
  const right = locks ? new LockedRight(key, locks) : new LeasedRight(key, storage);
  // In Node an open channel would keep the process alive.
  (channel as { unref?: () => void }).unref?.();
  return {
    acquire: () => right.acquire(),
    release: () => right.release(),
    announce: (writes) => channel.postMessage(writes),
    onAnnounce: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isWrites(data)) listener(data);
      };
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close: () => {
      right.release();
      channel.close();
    },
  };
}

function isWrites(data: unknown): data is StorageWrites {
  return (
    Array.isArray(data) &&
    data.every(
      (write: unknown) =>
        Array.isArray(write) &&
        typeof write[0] === 'string' &&
        (write[1] === null || typeof write[1] === 'string'),
    )
  );
}

interface Right {
  acquire(): Promise<boolean>;
  release(): void;
}

/** The browser takes the right back when the tab goes. */
class LockedRight implements Right {
  readonly #name: string;
  readonly #locks: LockManager;
  #pending: Promise<boolean> | undefined;
  #release: (() => void) | undefined;

  constructor(name: string, locks: LockManager) {
    this.#name = name;
    this.#locks = locks;
  }

  acquire(): Promise<boolean> {
    this.#pending ??= this.#request();
    return this.#pending;
  }

  release(): void {
    this.#pending = undefined;
    this.#release?.();
  }

  async #request(): Promise<boolean> {
    const granted = await new Promise<boolean>((resolve, reject) => {
      this.#locks
        .request(this.#name, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock ? new Promise<void>((release) => (this.#release = release)) : undefined;
        })
        .catch(reject);
    });
    // Asked for and given back before it came.
    if (granted && !this.#pending) this.#release?.();
    if (!granted) this.#pending = undefined;
    return granted;
  }
}

/** A name in storage that has to be renewed. The last of two that write it at once wins. */
class LeasedRight implements Right {
  readonly #key: string;
  readonly #storage: ChatStorage;
  // `crypto.randomUUID` is missing exactly where Web Locks are: on insecure pages.
  readonly #me = Math.random().toString(36).slice(2);
  #renewal: ReturnType<typeof setInterval> | undefined;

  constructor(key: string, storage: ChatStorage) {
    this.#key = `${key}:tab`;
    this.#storage = storage;
  }

  async acquire(): Promise<boolean> {
    if (this.#renewal) return true;
    if (this.#isTaken()) return false;
    this.#write();
    await new Promise((resolve) => setTimeout(resolve, CONTEST));
    if (this.#isTaken()) return false;
    this.#renewal ??= setInterval(() => this.#write(), LEASE / 3);
    return true;
  }

  release(): void {
    clearInterval(this.#renewal);
    if (this.#renewal && !this.#isTaken()) this.#storage.removeItem(this.#key);
    this.#renewal = undefined;
  }

  /** Whether another tab holds a lease that has not run out. */
  #isTaken(): boolean {
    const [owner, time] = (this.#storage.getItem(this.#key) ?? '').split(' ');
    return owner !== this.#me && Number(time) > Date.now() - LEASE;
  }

  #write(): void {
    try {
      this.#storage.setItem(this.#key, `${this.#me} ${Date.now()}`);
    } catch {
      // A full storage must not keep the only tab from acting.
    }
  }
}
