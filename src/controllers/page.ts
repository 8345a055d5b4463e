import type { ChatStorage } from '../chat/persistence.js';
import type { Environment } from '../chat/recovery.js';

/** Where this page may keep conversations, if it shall and may. */
export function pageStorage(persist: 'none' | 'session' | 'local'): ChatStorage | undefined {
  try {
    if (persist === 'local') return localStorage;
    return persist === 'session' ? sessionStorage : undefined;
  } catch {
    // Sandboxed frames and strict privacy settings forbid even the look.
    return undefined;
  }
}

/** What the page knows about its network and whether anybody sees it. */
export const pageEnvironment: Environment = {
  get isOnline() {
    return navigator.onLine;
  },
  get isVisible() {
    return !document.hidden;
  },
  onChange(listener) {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('online', listener, { signal });
    addEventListener('offline', listener, { signal });
    document.addEventListener('visibilitychange', listener, { signal });
    return () => controller.abort();
  },
};
