import type { UIMessage } from 'ai';
import { hashInput } from '../tools/audit-log.js';
import type { Confirmation, Decision, DecisionOrigin, ToolPolicy } from '../tools/decision.js';
import { derivePolicies, isAllowed } from '../tools/tool-policy.js';
import { OpenQuestions, type PendingApproval } from './pending-approvals.js';

export interface DecisionsHost {
  messages(): UIMessage[];
  readonly scope: string;
  /** How long the server waits for an answer, in milliseconds. */
  readonly approvalTimeout: number | undefined;
  /** Open questions, permissions or the log changed. */
  onChange(): void;
}

/** What was asked, what was answered, and what may go without asking. */
export class Decisions {
  /** Every answer so far, oldest first. */
  log: Confirmation[] = [];
  readonly #host: DecisionsHost;
  readonly #questions: OpenQuestions;
  #announced = '';

  constructor(host: DecisionsHost) {
    this.#host = host;
    this.#questions = new OpenQuestions(host.approvalTimeout);
    this.#questions.reset(host.messages());
  }

  get pending(): PendingApproval[] {
    return this.#questions.list;
  }

  get policies(): ToolPolicy[] {
    return derivePolicies(this.log);
  }

  /** Open questions that a standing permission answers. */
  get allowed(): PendingApproval[] {
    if (this.pending.length === 0) return [];
    const { policies } = this;
    return this.pending.filter(({ part }) => isAllowed(part, this.#host.scope, policies));
  }

  answerTo(approvalId: string): Confirmation | undefined {
    return this.#questions.answerTo(approvalId);
  }

  observe(message: UIMessage | undefined): void {
    if (message) this.#questions.observe(message);
    else this.#questions.reset(this.#host.messages());
    this.#announce();
  }

  /** Writes an answer down. Nothing comes back if the question was no longer open. */
  record(
    approvalId: string,
    decision: Decision,
    origin: DecisionOrigin,
    reason?: string,
  ): PendingApproval | undefined {
    const question = this.pending.find((open) => open.approvalId === approvalId);
    if (!question) return undefined;
    const { part, toolCallId, toolName, canAlways } = question;
    const confirmation: Confirmation = {
      approvalId,
      toolCallId,
      toolName,
      decision: decision === 'yes_always' && !canAlways ? 'yes' : decision,
      ...(reason ? { reason } : {}),
      origin,
      at: Date.now(),
      scope: this.#host.scope,
    };
    this.#questions.settle(approvalId, confirmation);
    this.log = [...this.log, confirmation];
    void hashInput(part.input).then((inputHash) => {
      if (inputHash) confirmation.inputHash = inputHash;
    });
    this.#announce();
    return question;
  }

  revoke(toolName: string, scope: string): void {
    const revoked = Date.now();
    this.#rewrite((answer) =>
      answer.toolName === toolName && answer.scope === scope && answer.decision === 'yes_always'
        ? revoked
        : undefined,
    );
  }

  /** A permission that was taken back in another tab is gone here too. */
  merge(log: readonly Confirmation[]): void {
    const revoked = new Map(log.map((answer) => [answer.toolCallId, answer.revoked]));
    this.#rewrite(({ toolCallId }) => revoked.get(toolCallId));
  }

  /** Takes over what was decided before a reload or in another tab. */
  restore(log: Confirmation[], isAnswered: (approvalId: string) => boolean): void {
    this.log = log;
    for (const answer of log) {
      const { approvalId } = answer;
      if (approvalId !== undefined && isAnswered(approvalId)) {
        this.#questions.settle(approvalId, answer);
      }
    }
    this.#host.onChange();
  }

  /** A server may use the id of a removed question again. */
  forget(approvalId: string): void {
    this.#questions.forget(approvalId);
    this.#announce();
  }

  #rewrite(revokedAt: (answer: Confirmation) => number | undefined): void {
    this.log = this.log.map((answer) => {
      const revoked = answer.revoked ?? revokedAt(answer);
      return revoked === answer.revoked ? answer : { ...answer, revoked };
    });
    this.#host.onChange();
  }

  /** Words stream into a message with questions too; only another set of questions is news. */
  #announce(): void {
    const open = this.pending.map(({ approvalId }) => approvalId).join('\n');
    if (open === this.#announced) return;
    this.#announced = open;
    this.#host.onChange();
  }
}
