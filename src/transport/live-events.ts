import type { LiveEvents, LiveListener } from './transport.js';

type Listeners = { [K in keyof LiveEvents]?: Set<LiveListener<K>> };

/** The `on` of every transport. A listener that throws is its owner's affair, not the stream's. */
export class LiveEmitter {
  readonly #listeners: Listeners = {};

  on = <K extends keyof LiveEvents>(type: K, listener: LiveListener<K>): (() => void) => {
    const set = (this.#listeners[type] ??= new Set<LiveListener<K>>() as Listeners[K])!;
    set.add(listener);
    return () => set.delete(listener);
  };

  emit<K extends keyof LiveEvents>(type: K, detail: LiveEvents[K]): void {
    for (const listener of this.#listeners[type] ?? []) {
      try {
        listener(detail);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

/** Surfaces a listener's error as an uncaught one, where hosts look for it. */
function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
