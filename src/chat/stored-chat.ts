import type { UIMessage } from 'ai';
import type { Confirmation } from '../tools/decision.js';
import type { LedgerEntry } from './auto-submit.js';

/** What survives of a conversation when its page goes. Nothing that a request carried: no tokens. */
export interface StoredChat {
  id: string;
  messages: UIMessage[];
  /** Messages that wait to be sent. */
  queue: UIMessage[];
  confirmations: Confirmation[];
  ledger: LedgerEntry[];
  unfinished: UnfinishedAnswer | undefined;
}

/** The last answer was not complete. */
export interface UnfinishedAnswer {
  /** How many parts its message already had when it was asked for. */
  parts: number;
  /** Whether it had failed, as opposed to still being on its way. */
  failed: boolean;
}

export type StoredHead = Omit<StoredChat, 'messages'> & { length: number };

/*
 * Stored data is as hostile as anything from outside: another version of this library, another
 * script of the page or a person may have written it. What does not fit is dropped, item by item.
 * These are tables and no schema library, because that would cost more than all of the storing.
 */
type Kind = 'string' | 'number' | 'boolean' | 'array';
type Shape = Readonly<Record<string, Kind | readonly string[] | RegExp>>;

const HEAD: Shape = {
  id: 'string',
  length: 'number',
  queue: 'array',
  confirmations: 'array',
  ledger: 'array',
};
const UNFINISHED: Shape = { parts: 'number', failed: 'boolean' };
const MESSAGE: Shape = { id: 'string', role: ['user', 'assistant', 'system'], parts: 'array' };
const PARTS: readonly Shape[] = [
  { type: ['text', 'reasoning'], text: 'string' },
  { type: ['file', 'reasoning-file'], url: 'string', mediaType: 'string' },
  { type: ['source-url'], sourceId: 'string', url: 'string' },
  { type: ['source-document'], sourceId: 'string', mediaType: 'string', title: 'string' },
  { type: /^(step-start|steering-message|custom|data-.+)$/ },
];
const CALLS: readonly Shape[] = [
  { type: /^tool-./, toolCallId: 'string' },
  { type: ['dynamic-tool'], toolCallId: 'string', toolName: 'string' },
];
const APPROVAL: Shape = { id: 'string' };
const CALL_STATES: readonly (readonly [state: Shape, approval: Shape | undefined])[] = [
  [
    { state: ['input-streaming', 'input-available', 'output-available', 'output-denied'] },
    undefined,
  ],
  [{ state: ['output-error'], errorText: 'string' }, undefined],
  [{ state: ['approval-requested'] }, APPROVAL],
  [{ state: ['approval-responded'] }, { ...APPROVAL, approved: 'boolean' }],
];
const CONFIRMATION: Shape = {
  toolCallId: 'string',
  toolName: 'string',
  decision: ['yes', 'yes_always', 'no'],
  origin: ['user', 'policy', 'expired'],
  at: 'number',
};
const LEDGER_ENTRY: Shape = { 0: 'string', 1: ['unsent', 'sent'] };
/** Fields that may be absent, wherever they appear. */
const OPTIONAL: Shape = {
  approvalId: 'string',
  reason: 'string',
  scope: 'string',
  revoked: 'number',
  inputHash: 'string',
};

export function writeHead(head: StoredHead): string {
  return JSON.stringify({ version: 1, ...head });
}

export function readHead(text: string): StoredHead | undefined {
  const head = parse(text) as (StoredHead & { version: unknown }) | undefined;
  if (!fits(head, HEAD) || head?.version !== 1) return undefined;
  const { id, length, queue, confirmations, ledger, unfinished } = head;
  return {
    id,
    length,
    queue: queue.flatMap((message) => toMessage(message) ?? []),
    confirmations: confirmations.filter(
      (entry) => fits(entry, CONFIRMATION) && fitsOptional(entry),
    ),
    ledger: ledger.filter((entry) => fits(entry, LEDGER_ENTRY)),
    unfinished: fits(unfinished, UNFINISHED) ? unfinished : undefined,
  };
}

/** The message, or nothing if it is none. */
export function readMessage(text: string): UIMessage | undefined {
  return toMessage(parse(text));
}

function toMessage(value: unknown): UIMessage | undefined {
  if (!fits(value, MESSAGE)) return undefined;
  const message = value as UIMessage;
  return { ...message, parts: message.parts.filter(isPart) };
}

function isPart(part: UIMessage['parts'][number]): boolean {
  if (PARTS.some((shape) => fits(part, shape))) return true;
  if (!CALLS.some((shape) => fits(part, shape))) return false;
  const { approval } = part as { approval?: unknown };
  return CALL_STATES.some(
    ([state, wanted]) =>
      fits(part, state) &&
      (wanted === undefined && approval === undefined ? true : fits(approval, wanted ?? APPROVAL)),
  );
}

function fits(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(shape).every(([key, kind]) =>
    isKind((value as Record<string, unknown>)[key], kind),
  );
}

function fitsOptional(value: Confirmation): boolean {
  return Object.entries(OPTIONAL).every(([key, kind]) => {
    const field = value[key as keyof Confirmation];
    return field === undefined || isKind(field, kind);
  });
}

function isKind(value: unknown, kind: Shape[string]): boolean {
  if (kind === 'array') return Array.isArray(value);
  if (typeof kind === 'string') return typeof value === kind;
  if (typeof value !== 'string') return false;
  return kind instanceof RegExp ? kind.test(value) : kind.includes(value);
}

function parse(text: string): unknown {
  try {
    const isSuspicious = text.includes('__proto__') || text.includes('\\u005');
    return JSON.parse(text, isSuspicious ? withoutPrototype : undefined);
  } catch {
    return undefined;
  }
}

function withoutPrototype(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
