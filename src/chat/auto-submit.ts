import {
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import { isLocalQuestion, isOpenQuestion, toolPartsOf, type AnyToolPart } from './message-parts.js';

/** When decisions and results go to the server without the user sending anything. */
export type AutoSubmit =
  /** Once the whole batch is decided and run, and something of it is still unsent. */
  | 'ledger'
  /** `lastAssistantMessageIsCompleteWithApprovalResponses` of the AI SDK. */
  | 'approval-responses'
  /** `lastAssistantMessageIsCompleteWithToolCalls` of the AI SDK. */
  | 'tool-calls'
  | 'never'
  | ((options: { messages: UIMessage[] }) => boolean);

export type LedgerEntry = [key: string, state: 'unsent' | 'sent'];

/**
 * Remembers what the user decided and what tools returned until the server has it. Keys are
 * `a:<approvalId>` for a decision, `o:<toolCallId>` for a result and `s:<toolCallId>` for a tool
 * that began to run.
 */
export class Ledger {
  #entries = new Map<string, 'unsent' | 'sent'>();
  readonly #onWrite: () => void;

  constructor(onWrite: () => void) {
    this.#onWrite = onWrite;
  }

  get entries(): LedgerEntry[] {
    return [...this.#entries];
  }

  set entries(entries: Iterable<LedgerEntry>) {
    this.#entries = new Map(entries);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  isUnsent(key: string): boolean {
    return this.#entries.get(key) === 'unsent';
  }

  write(keys: readonly string[], state: 'unsent' | 'sent'): void {
    for (const key of keys) this.#entries.set(key, state);
    this.#onWrite();
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) this.#entries.delete(key);
  }

  unsentOf(message: UIMessage): string[] {
    return toolPartsOf(message)
      .flatMap((part) => [`a:${part.approval?.id}`, `o:${part.toolCallId}`])
      .filter((key) => this.isUnsent(key));
  }
}

/**
 * The default predicate. It looks at the whole message, because some servers put a `step-start`
 * after the call they ask about, and it asks the ledger, so that an answer which changes nothing
 * can't be sent twice.
 */
export function isBatchReady(
  message: UIMessage | undefined,
  ledger: Ledger,
  isClientCall: (part: AnyToolPart) => boolean,
): boolean {
  if (message?.role !== 'assistant') return false;
  const parts = toolPartsOf(message);
  return (
    !parts.some(isOpenQuestion) &&
    !parts.some((part) => isUnfinished(part) && isClientCall(part)) &&
    ledger.unsentOf(message).length > 0
  );
}

/** The browser still owes this call its result. */
function isUnfinished(part: AnyToolPart): boolean {
  // A denial of our own question reaches the server as a result, too.
  if (part.state === 'approval-responded') return part.approval.approved || isLocalQuestion(part);
  return part.state === 'input-available';
}

export function stockPredicate(
  kind: 'approval-responses' | 'tool-calls',
): (options: { messages: UIMessage[] }) => boolean {
  return kind === 'tool-calls'
    ? lastAssistantMessageIsCompleteWithToolCalls
    : lastAssistantMessageIsCompleteWithApprovalResponses;
}

/** Whether a message says what it said before: then sending it again would loop. */
export function isSame(a: UIMessage | undefined, b: UIMessage | undefined): boolean {
  return (
    a !== undefined &&
    a.id === b?.id &&
    a.parts.length === b.parts.length &&
    a.parts.every((part, i) => part === b.parts[i])
  );
}
