import type { ChatTransport, ToolSet, UIMessage } from 'ai';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ChatStore } from '../chat/chat-store.js';
import { MemoryStorage } from '../chat/memory-storage.js';
import type { ChatChange } from '../chat/chat-state.js';
import { createTransport } from '../transport/create-transport.js';
import type { DataDetail, FinishDetail } from '../events.js';
import type { Resolvable, TransportKind } from '../transport/transport.js';
import { pageEnvironment, pageStorage } from './page.js';

/** What the controller reads from its element. */
export interface ChatSource {
  endpoint: string | undefined;
  transport: TransportKind | ChatTransport<UIMessage> | undefined;
  appName: string | undefined;
  userId: string | undefined;
  sessionId: string | undefined;
  chatId: string | undefined;
  persist: 'none' | 'session' | 'local';
  headers: Resolvable<Record<string, string>> | undefined;
  body: Resolvable<Record<string, unknown>> | undefined;
  params: Resolvable<Record<string, string>> | undefined;
  protocols: Resolvable<string | string[]> | undefined;
  tools: ToolSet | undefined;
}

/** Everything that changed since the last frame. */
export interface FrameOfChanges {
  /** The latest state of each message that was replaced in place. */
  messages: ReadonlyMap<string, UIMessage>;
  kinds: ReadonlySet<ChatChange['type']>;
}

export interface ChatCallbacks {
  /** At once, before anything is drawn. */
  onChange(change: ChatChange, store: ChatStore): void;
  /** At most once per frame. */
  onFrame(frame: FrameOfChanges): void;
  onFinish(detail: FinishDetail): void;
  onData(detail: DataDetail): void;
  /** The element has another store, or none. */
  onStore(store: ChatStore | undefined): void;
}

/** Without a `transport`, the address tells which language the backend speaks. */
export function inferKind(source: Pick<ChatSource, 'endpoint' | 'appName'>): TransportKind {
  if (source.appName) return 'adk';
  return /^wss?:/i.test(source.endpoint ?? '') ? 'websocket' : 'sse';
}

/**
 * Makes and holds the store behind an element, and passes its changes on once per frame. A store
 * that the host made is observed but never stopped.
 */
export class ChatController implements ReactiveController {
  readonly #source: ReactiveControllerHost & ChatSource;
  readonly #callbacks: ChatCallbacks;
  /** A store that the host made; it goes before one of our own. */
  hostStore: ChatStore | undefined;
  #store: ChatStore | undefined;
  #own = false;
  #made: readonly unknown[] = [];
  #unsubscribe: (() => void) | undefined;
  #messages = new Map<string, UIMessage>();
  #kinds = new Set<ChatChange['type']>();
  #frame: { cancel: () => void } | undefined;
  #removal: ReturnType<typeof setTimeout> | undefined;
  /** Without `persist`, conversations last as long as their element: it may be moved, or come back. */
  readonly #memory = new MemoryStorage();
  #connected = false;

  constructor(host: ReactiveControllerHost & ChatSource, callbacks: ChatCallbacks) {
    this.#source = host;
    this.#callbacks = callbacks;
    host.addController(this);
  }

  get store(): ChatStore | undefined {
    return this.#store;
  }

  hostConnected(): void {
    this.#connected = true;
    addEventListener('pagehide', this.#onPageHide);
    clearTimeout(this.#removal);
    // Attached again after it was really removed: its own store is gone.
    if (!this.#store) this.#source.requestUpdate();
  }

  hostDisconnected(): void {
    this.#connected = false;
    removeEventListener('pagehide', this.#onPageHide);
    // Moving an element also disconnects it; only one that stays away is removed.
    this.#removal = setTimeout(() => this.#release(), 0);
  }

  hostUpdate(): void {
    if (!this.#connected) return;
    const { endpoint, transport, appName, userId, sessionId, chatId, persist } = this.#source;
    const store = this.hostStore;
    const wanted = store
      ? [store]
      : [endpoint, transport, appName, userId, sessionId, chatId, persist];
    const same =
      wanted.length === this.#made.length && wanted.every((value, i) => value === this.#made[i]);
    if (same && (this.#store || !this.#canMake())) return;
    this.#release();
    this.#made = wanted;
    this.#hold(store ?? (this.#canMake() ? this.#make() : undefined), !store);
  }

  #onPageHide = (): void => this.#store?.flush();

  #canMake(): boolean {
    return this.#source.endpoint !== undefined || typeof this.#source.transport === 'object';
  }

  #make(): ChatStore {
    const source = this.#source;
    const storage = pageStorage(source.persist);
    const transport =
      typeof source.transport === 'object'
        ? source.transport
        : createTransport({
            kind: source.transport ?? inferKind(source),
            endpoint: source.endpoint ?? '',
            // Read at each request, so that changing them needs no new store.
            headers: () => resolve(source.headers, {}),
            body: () => resolve(source.body, {}),
            params: () => resolve(source.params, {}),
            protocols: () => resolve(source.protocols, []),
            appName: source.appName,
            userId: source.userId,
            sessionId: source.sessionId,
            storage: storage ?? this.#memory,
          });
    return new ChatStore({
      ...(source.chatId ? { id: source.chatId } : {}),
      transport,
      tools: source.tools ?? {},
      scope: [source.endpoint, source.appName].filter(Boolean).join('#'),
      storage: storage ?? this.#memory,
      tabs: storage !== undefined,
      environment: pageEnvironment,
      onData: ({ type, data }) => this.#callbacks.onData({ type, data }),
      onFinish: ({ message, finishReason, isAbort }) =>
        this.#callbacks.onFinish({ message, finishReason, isAbort }),
    });
  }

  #hold(store: ChatStore | undefined, own: boolean): void {
    this.#store = store;
    this.#own = own;
    this.#unsubscribe = store?.subscribe((change) => {
      this.#kinds.add(change.type);
      if (change.type === 'message') this.#messages.set(change.message.id, change.message);
      this.#frame ??= nextFrame(() => this.#flush());
      this.#callbacks.onChange(change, store);
    });
    this.#callbacks.onStore(store);
  }

  #release(): void {
    this.#unsubscribe?.();
    this.#frame?.cancel();
    this.#frame = undefined;
    this.#messages.clear();
    this.#kinds.clear();
    this.#made = [];
    const store = this.#store;
    this.#store = undefined;
    if (this.#own) void store?.dispose();
  }

  #flush(): void {
    const frame = { messages: this.#messages, kinds: this.#kinds };
    this.#frame = undefined;
    this.#messages = new Map();
    this.#kinds = new Set();
    this.#callbacks.onFrame(frame);
  }
}

async function resolve<T>(value: Resolvable<T> | undefined, fallback: T): Promise<T> {
  const resolved = typeof value === 'function' ? (value as () => T | Promise<T>)() : value;
  return (await resolved) ?? fallback;
}

/** A hidden page draws no frames, but its chat goes on. */
function nextFrame(callback: () => void): { cancel: () => void } {
  if (document.hidden) {
    const timer = setTimeout(callback, 50);
    return { cancel: () => clearTimeout(timer) };
  }
  const frame = requestAnimationFrame(callback);
  return { cancel: () => cancelAnimationFrame(frame) };
}
