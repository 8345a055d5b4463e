import type { Confirmation } from './decision.js';

/** SHA-256 of the exact input, or nothing where the page is not allowed to compute one. */
export async function hashInput(input: unknown): Promise<string | undefined> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(sortKeys(input)) ?? '');
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One decision per line, so that logs of several chats can be joined and searched. */
export function formatAuditLog(confirmations: Iterable<Confirmation>): string {
  return Array.from(confirmations, (entry) =>
    JSON.stringify({ ...entry, at: new Date(entry.at).toISOString() }),
  ).join('\n');
}

/** Two inputs that differ only in the order of their keys are the same input. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
}
