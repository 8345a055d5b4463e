import type { ChatStorage } from './persistence.js';

/** Keeps conversations as long as the object lives. */
export class MemoryStorage implements ChatStorage {
  readonly #items: Map<string, string>;

  constructor(items: Iterable<readonly [string, string]> = []) {
    this.#items = new Map(items);
  }

  get entries(): [key: string, value: string][] {
    return [...this.#items];
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }
}
