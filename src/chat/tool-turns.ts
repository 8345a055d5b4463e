import type { ChatRequestOptions, UIMessage } from 'ai';
import type { Confirmation, Decision, DecisionOrigin } from '../tools/decision.js';
import { ToolRunner, type ToolCall, type ToolOutcome } from '../tools/tool-runner.js';
import type { ToolReport } from '../transport/transport.js';
import {
  isBatchReady,
  isSame,
  Ledger,
  stockPredicate,
  type AutoSubmit,
  type LedgerEntry,
} from './auto-submit.js';
import type { ChatChange } from './chat-state.js';
import type { ChatStoreOptions } from './chat-store-options.js';
import { Decisions } from './decisions.js';
import { CANCELLED } from './history.js';
import {
  isLocalQuestion,
  isLongRunning,
  isOpenQuestion,
  isSettled,
  openCallsOf,
  toolNameOf,
  toolPartsOf,
  type AnyToolPart,
} from './message-parts.js';
import { QuestionGrace } from './question-grace.js';
import { toOutcome, toReport } from './tool-report.js';

type ToolTurnsOptions = Pick<
  ChatStoreOptions,
  'tools' | 'toolTimeout' | 'scope' | 'autoSubmit' | 'maxAutomaticSends'
>;

/** What the tools need of the chat around them. */
export interface ToolTurnsHost {
  messages(): UIMessage[];
  isBusy(): boolean;
  /** Writes an answer into the message. */
  respond(answer: {
    id: string;
    approved: boolean;
    reason?: string;
    options?: ChatRequestOptions;
  }): Promise<void>;
  /** Writes a result into the message. */
  output(outcome: Exclude<ToolOutcome, { type: 'denied' }>): Promise<void>;
  /** Turns a call of a browser tool into a question. */
  ask(call: ToolCall): void;
  /** Present if decisions travel beside the messages. */
  report: ((reports: ToolReport[]) => Promise<void>) | undefined;
  /** How long the server waits for an answer, in milliseconds. */
  readonly approvalTimeout: number | undefined;
  /** Whether the server may report a result before the browser has done anything. */
  readonly answersForBrowser: boolean | undefined;
  onBeforeToolCall?: (call: ToolCall) => boolean | void;
  notify(change: ChatChange): void;
  /** Called when something must survive a crash that may follow at once. */
  save(): void;
  /** Whether this tab is the one that may answer and run. */
  mayAct(): boolean;
}

/** Everything between "the model wants to call tools" and "the server has all outcomes". */
export class ToolTurns {
  readonly ledger: Ledger;
  readonly runner: ToolRunner;
  readonly decisions: Decisions;
  readonly #host: ToolTurnsHost;
  readonly #autoSubmit: AutoSubmit;
  readonly #maxAutomaticSends: number;
  readonly #scope: string;
  readonly #running = new Set<string>();
  /** Calls without a tool of ours that the host was offered. */
  readonly #offered = new Set<string>();
  readonly #grace = new QuestionGrace();
  #abort = new AbortController();
  #halted = false;
  #pumping = false;
  #again = false;
  #automaticSends = 0;
  #shipped: UIMessage | undefined;

  constructor(host: ToolTurnsHost, options: ToolTurnsOptions) {
    this.#host = host;
    this.#autoSubmit = options.autoSubmit ?? 'ledger';
    this.#maxAutomaticSends = options.maxAutomaticSends ?? 25;
    this.#scope = options.scope ?? '';
    this.runner = new ToolRunner(options.tools, { timeout: options.toolTimeout });
    this.ledger = new Ledger(() => host.save());
    this.decisions = new Decisions({
      messages: () => host.messages(),
      scope: this.#scope,
      approvalTimeout: host.approvalTimeout,
      onChange: () => host.notify({ type: 'approvals' }),
    });
  }

  /** Takes over what was decided before a reload or in another tab. */
  restore(log: Confirmation[], ledger: LedgerEntry[]): void {
    this.ledger.entries = ledger;
    this.decisions.restore(log, (approvalId) => this.ledger.has(`a:${approvalId}`));
  }

  get running(): ReadonlySet<string> {
    return this.#running;
  }

  get isIdle(): boolean {
    return !this.#pumping && this.#running.size === 0;
  }

  get isHalted(): boolean {
    return this.#halted;
  }

  /** Answers a question. `false`: it was no longer open. */
  async answer(
    approvalId: string,
    decision: Decision,
    origin: DecisionOrigin,
    reason?: string,
    options?: ChatRequestOptions,
  ): Promise<boolean> {
    const question = this.decisions.record(approvalId, decision, origin, reason);
    if (!question) return false;
    if (origin === 'user') this.resume();
    // The server has no question of its own to match the answer to one of ours.
    const isSent = origin === 'expired' || isLocalQuestion(question.part);
    this.ledger.write([`a:${approvalId}`], isSent ? 'sent' : 'unsent');
    // The other open calls of this tool are covered before anything of the batch can be sent.
    const others = this.#applyPolicies();
    await this.#host.respond({ id: approvalId, approved: decision !== 'no', reason, options });
    await others;
    await this.#afterAnswer(question.toolCallId, origin);
    return true;
  }

  /** Looks at a message that just changed, or at all of them. */
  observe(message?: UIMessage): void {
    this.decisions.observe(message);
    void this.#applyPolicies();
    const { report, answersForBrowser } = this.#host;
    if (!(report || answersForBrowser) || !this.#host.isBusy()) return;
    const parts = (message ? [message] : this.#host.messages()).flatMap(toolPartsOf);
    for (const part of parts) void (report ? this.#awaitQuestion(part) : this.#catchUp(part));
  }

  /**
   * Takes over a conversation of the past. A tool whose call is still open may have run already, so
   * it asks before it runs.
   */
  async adopt(): Promise<void> {
    for (const part of openCallsOf(this.#host.messages().at(-1))) {
      const { toolCallId, input } = part;
      if (!isLongRunning(part) || !this.runner.has(part)) continue;
      this.#host.ask({ toolCallId, toolName: toolNameOf(part), input });
    }
    await this.pump();
  }

  /** Runs what may run. Called when a response is complete and after each answer. */
  async pump(): Promise<void> {
    if (this.#pumping) {
      this.#again = true;
      return;
    }
    this.#pumping = true;
    try {
      do {
        this.#again = false;
        const last = this.#host.messages().at(-1);
        if (this.#halted || this.#host.isBusy() || last?.role !== 'assistant') return;
        await this.#run(toolPartsOf(last));
      } while (this.#again);
    } finally {
      this.#pumping = false;
    }
  }

  /** The answer to `sendAutomaticallyWhen`. */
  shouldSend(messages: UIMessage[]): boolean {
    if (this.#halted || this.#host.report || !this.#isReady(messages)) return false;
    this.#automaticSends += 1;
    if (this.#automaticSends <= this.#maxAutomaticSends) return true;
    const message = 'The agent called tools too many times in a row.';
    this.#host.notify({ type: 'notice', code: 'automatic-send-limit', message });
    return false;
  }

  /** The messages are on their way; the returned function is told how that went. */
  ship(messages: UIMessage[]): (delivered: boolean) => void {
    this.#halted = false;
    const keys = messages.flatMap((message) => this.ledger.unsentOf(message));
    if (keys.length > 0) this.ledger.write(keys, 'sent');
    this.#shipped = messages.at(-1);
    return (delivered) => {
      if (!delivered && keys.length > 0) this.ledger.write(keys, 'unsent');
    };
  }

  /** The calls of this message whose results the browser, or its host, still owes. */
  owed(message: UIMessage | undefined): AnyToolPart[] {
    return (message ? toolPartsOf(message) : []).filter(
      (part) =>
        (part.state === 'input-available' ||
          (part.state === 'approval-responded' && part.approval.approved)) &&
        this.runner.isClientCall(part),
    );
  }

  /** Ends every call of this message that nobody has finished. */
  async cancel(message: UIMessage | undefined): Promise<void> {
    for (const { toolCallId } of [...openCallsOf(message), ...this.owed(message)]) {
      const part = this.find(toolCallId);
      if (!part || isSettled(part)) continue;
      const cancelled = { state: 'output-error', errorText: CANCELLED };
      await this.complete(toOutcome(part, cancelled), part);
    }
  }

  /** Whether the turn would go on by itself, were it not for a page that was closed. */
  isOwed(message: UIMessage): boolean {
    if (toolPartsOf(message).some(isOpenQuestion)) return false;
    return this.owed(message).length > 0 || this.ledger.unsentOf(message).length > 0;
  }

  /** Whether a call that has no outcome may still get one after the user went on. */
  isAlive(part: AnyToolPart): boolean {
    if (part.state !== 'approval-responded') return isOpenQuestion(part);
    const isForServer = !part.approval.approved || !this.runner.isClientCall(part);
    return isForServer && this.ledger.isUnsent(`a:${part.approval.id}`);
  }

  /** The user wants quiet: running tools are aborted, open questions stay as they are. */
  halt(): void {
    this.#halted = true;
    this.abort();
  }

  /** The user acts again. */
  resume(): void {
    this.#halted = false;
    this.#automaticSends = 0;
  }

  abort(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#grace.clear();
  }

  /** A server may use the ids of a removed call again: what we know of it must not stick. */
  forget(messages: readonly UIMessage[]): void {
    for (const part of messages.flatMap(toolPartsOf)) {
      if (part.approval) this.decisions.forget(part.approval.id);
      this.ledger.remove([
        `a:${part.approval?.id}`,
        `o:${part.toolCallId}`,
        `s:${part.toolCallId}`,
      ]);
      this.#running.delete(part.toolCallId);
      this.#offered.delete(part.toolCallId);
    }
  }

  #isReady(messages: UIMessage[]): boolean {
    const autoSubmit = this.#autoSubmit;
    const last = messages.at(-1);
    if (autoSubmit === 'never') return false;
    if (autoSubmit === 'ledger') {
      return isBatchReady(last, this.ledger, (part) => this.runner.isClientCall(part));
    }
    const predicate = typeof autoSubmit === 'function' ? autoSubmit : stockPredicate(autoSubmit);
    return !isSame(last, this.#shipped) && predicate({ messages });
  }

  async #afterAnswer(toolCallId: string, origin: DecisionOrigin): Promise<void> {
    if (!this.#host.report) return this.pump();
    const part = this.find(toolCallId);
    if (!part || origin === 'expired') return;
    if (part.state === 'approval-responded') await this.#run([part]);
  }

  async #run(parts: AnyToolPart[]): Promise<void> {
    const outcomes: Promise<void>[] = [];
    const { signal } = this.#abort;
    const { awaiting, external } = await this.runner.run(parts, {
      policies: this.decisions.policies,
      scope: this.#scope,
      signal,
      started: (id) =>
        this.#running.has(id) ? 'running' : this.ledger.has(`s:${id}`) ? 'lost' : undefined,
      onStart: (call) => this.#start(call),
      onOutcome: (outcome) => outcomes.push(this.#settle(outcome)),
    });
    if (!signal.aborted) {
      for (const call of external) this.#offer(call);
      for (const call of awaiting) {
        if (this.find(call.toolCallId)?.state === 'input-available') this.#host.ask(call);
      }
      const decided = parts.filter(
        (part) => part.state === 'approval-responded' && !this.runner.isClientCall(part),
      );
      if (this.#host.report) outcomes.push(this.#report(decided.map((part) => toReport(part))));
    }
    await Promise.all(outcomes);
  }

  /** The host may answer a call that is no tool's; if it does, nobody else is asked. */
  #offer(call: ToolCall): void {
    const { toolCallId } = call;
    if (this.#offered.has(toolCallId) || this.#running.has(toolCallId)) return;
    this.#offered.add(toolCallId);
    if (this.#host.onBeforeToolCall?.(call) !== false) return;
    this.#running.add(toolCallId);
    this.#host.notify({ type: 'approvals' });
  }

  /** Written down before the tool runs: after a crash nobody can tell whether it had an effect. */
  #start(call: ToolCall): boolean {
    if (this.#running.has(call.toolCallId)) return false;
    this.#running.add(call.toolCallId);
    this.ledger.write([`s:${call.toolCallId}`], 'sent');
    return this.#host.onBeforeToolCall?.(call) !== false;
  }

  async #settle(outcome: ToolOutcome): Promise<void> {
    const { toolCallId } = outcome;
    this.#running.delete(toolCallId);
    const part = this.find(toolCallId);
    if (!part || isSettled(part)) return;
    if (outcome.type !== 'denied') return this.complete(outcome, part);
    // A server that asked learns of the denial as the answer to its question.
    if (!isLocalQuestion(part)) {
      if (this.runner.isClientCall(part) && this.#host.report) await this.#report([toReport(part)]);
      return;
    }
    const errorText = `Denied by the user${outcome.reason ? `: ${outcome.reason}` : '.'}`;
    await this.complete({ ...outcome, type: 'failed', errorText }, part);
  }

  /** Stores a result and, on the side channel, sends it together with the decision. */
  async complete(
    outcome: Exclude<ToolOutcome, { type: 'denied' }>,
    part: AnyToolPart,
  ): Promise<void> {
    this.#running.delete(outcome.toolCallId);
    this.ledger.write([`o:${outcome.toolCallId}`], 'unsent');
    const done = this.#host.output(outcome);
    if (this.#host.report) await this.#report([toReport(part, outcome)]);
    await done;
  }

  async #report(reports: ToolReport[]): Promise<void> {
    if (reports.length === 0) return;
    const keys = reports.flatMap(({ toolCallId, approval }) => [
      ...(approval ? [`a:${approval.id}`] : []),
      ...(this.ledger.has(`o:${toolCallId}`) ? [`o:${toolCallId}`] : []),
    ]);
    try {
      await this.#host.report?.(reports);
      this.ledger.write(keys, 'sent');
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#host.notify({ type: 'notice', code: 'decision-not-sent', message });
    }
  }

  #applyPolicies(): Promise<unknown> | undefined {
    const { allowed } = this.decisions;
    if (allowed.length === 0 || !this.#host.mayAct()) return undefined;
    return Promise.all(allowed.map(({ approvalId }) => this.answer(approvalId, 'yes', 'policy')));
  }

  #awaitQuestion(part: AnyToolPart): void {
    const { toolCallId } = part;
    const isOurs = part.state === 'input-available' && this.runner.has(part);
    if (!isOurs || this.ledger.has(`s:${toolCallId}`)) return;
    this.#grace.wait(toolCallId, () => {
      const current = this.find(toolCallId);
      if (current?.state === 'input-available') void this.#run([current]);
    });
  }

  /** The agent was told that this call is done; what it does is still to be done. */
  async #catchUp(part: AnyToolPart): Promise<void> {
    const key = `s:${part.toolCallId}`;
    const isOurs = part.state === 'output-available' && !part.approval && this.runner.has(part);
    if (!isOurs || this.ledger.has(key)) return;
    this.ledger.write([key], 'sent');
    const call = { ...part, state: 'input-available', output: undefined } as AnyToolPart;
    const { signal } = this.#abort;
    await this.runner.run([call], { signal, onStart: (started) => this.#start(started) });
    this.#running.delete(part.toolCallId);
  }

  find(toolCallId: string): AnyToolPart | undefined {
    const parts = this.#host.messages().flatMap(toolPartsOf);
    return parts.findLast((part) => part.toolCallId === toolCallId);
  }
}
