type Persist = 'none' | 'session' | 'local';

const PREFIX = 'adk-chat:draft:';

/** The text that was left unsent. */
export function readDraft(persist: Persist, key: string): string {
  return attempt(persist, (storage) => storage.getItem(PREFIX + key)) ?? '';
}

export function writeDraft(persist: Persist, key: string, text: string): void {
  attempt(persist, (storage) =>
    text ? storage.setItem(PREFIX + key, text) : storage.removeItem(PREFIX + key),
  );
}

/** Storage can be full or forbidden; a draft is not worth an error. */
function attempt<T>(persist: Persist, use: (storage: Storage) => T): T | undefined {
  if (persist === 'none') return undefined;
  try {
    return use(persist === 'local' ? localStorage : sessionStorage);
  } catch {
    return undefined;
  }
}
