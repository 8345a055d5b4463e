export interface JournalMessage {
  chatId: string;
  id: string;
  text: string;
  /** How often the server received it as a new message. */
  count: number;
}

export interface JournalExecution {
  chatId: string;
  toolCallId: string;
  toolName: string;
  input: unknown;
  /** How often the server ran it: never more than once if all is well. */
  count: number;
}

export interface JournalDecision {
  chatId: string;
  approvalId: string;
  approved: boolean;
  count: number;
}

export interface JournalResult {
  chatId: string;
  toolCallId: string;
  output: unknown;
  count: number;
}

/** What happened on the server, so that tests can count deliveries and side effects. */
export class Journal {
  #messages = new Map<string, JournalMessage>();
  #executions = new Map<string, JournalExecution>();
  #decisions = new Map<string, JournalDecision>();
  #results = new Map<string, JournalResult>();

  get messages(): JournalMessage[] {
    return [...this.#messages.values()];
  }
  get executions(): JournalExecution[] {
    return [...this.#executions.values()];
  }
  /** Answers to questions, as they arrived. */
  get decisions(): JournalDecision[] {
    return [...this.#decisions.values()];
  }
  /** Results of browser tools, as they arrived. */
  get results(): JournalResult[] {
    return [...this.#results.values()];
  }

  /** Returns how often this message has arrived, this time included. */
  message(entry: Omit<JournalMessage, 'count'>): number {
    return add(this.#messages, key(entry.chatId, entry.id), entry);
  }
  execution(entry: Omit<JournalExecution, 'count'>): number {
    return add(this.#executions, key(entry.chatId, entry.toolCallId), entry);
  }
  decision(entry: Omit<JournalDecision, 'count'>): number {
    return add(this.#decisions, key(entry.chatId, entry.approvalId), entry);
  }
  result(entry: Omit<JournalResult, 'count'>): number {
    return add(this.#results, key(entry.chatId, entry.toolCallId), entry);
  }

  /** Forgets one chat, or everything. */
  reset(chatId?: string): void {
    for (const entries of [this.#messages, this.#executions, this.#decisions, this.#results]) {
      for (const [name, entry] of entries) {
        if (chatId === undefined || entry.chatId === chatId) entries.delete(name);
      }
    }
  }

  toJSON() {
    const { messages, executions, decisions, results } = this;
    return { messages, executions, decisions, results };
  }
}

const key = (chatId: string, id: string) => JSON.stringify([chatId, id]);

function add<T extends { count: number }>(
  entries: Map<string, T>,
  name: string,
  entry: Omit<T, 'count'>,
): number {
  const count = (entries.get(name)?.count ?? 0) + 1;
  entries.set(name, { ...entry, count } as T);
  return count;
}
