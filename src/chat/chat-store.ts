import { AbstractChat, type ToolSet, type UIMessage } from 'ai';
import type { AdkError } from '../errors.js';
import { formatAuditLog } from '../tools/audit-log.js';
import type { Confirmation, ToolPolicy } from '../tools/decision.js';
import { ToolRunner, type ToolCall } from '../tools/tool-runner.js';
import {
  isLiveTransport,
  type ConnectionState,
  type LiveTransport,
} from '../transport/transport.js';
import { ObservableChatState, type ChatChange, type ChatListener } from './chat-state.js';
import type { ChatStoreOptions, DecisionInput } from './chat-store-options.js';
import { CANCELLED, settleAbandoned, toOutgoing } from './history.js';
import {
  isSettled,
  localQuestionId,
  toolNameOf,
  toolPartsOf,
  type AnyToolPart,
} from './message-parts.js';
import { toUserMessage, type NewMessage, type SendMessage } from './new-message.js';
import {
  hasQuestion,
  withPayload,
  withQuestion,
  type PendingApproval,
} from './pending-approvals.js';
import { linkLive } from './live-link.js';
import { Recovery } from './recovery.js';
import { StoreTransport } from './store-transport.js';
import { toOutput } from './tool-report.js';
import { ToolTurns } from './tool-turns.js';

/** The headless chat: messages, status and what changes them. Runs in a page, a worker or Node. */
export class ChatStore extends AbstractChat<UIMessage> {
  /** Backend and app that `yes_always` answers are limited to. */
  readonly scope: string;
  /** The transport, if it offers more than the AI SDK's interface. */
  readonly liveTransport: LiveTransport | undefined;
  /** Asked before a browser tool runs. `false`: the host runs it and calls `addToolOutput`. */
  onBeforeToolCall: ((call: ToolCall) => boolean | void) | undefined;

  // `AbstractChat` keeps its methods in fields: these are the originals behind our own.
  readonly #respond = this.addToolApprovalResponse;
  readonly #output = this.addToolOutput;
  readonly #send = this.sendMessage;
  readonly #regenerate = this.regenerate;
  readonly #stop = this.stop;
  readonly #dispose = this.dispose;

  #connection: ConnectionState = 'idle';
  #disposed = false;
  #inboundWaits = false;
  #history: 'none' | 'wanted' | 'loading' = 'none';
  readonly #notify: (change: ChatChange) => void;
  readonly #listeners: Set<ChatListener>;
  readonly #transport: StoreTransport;
  readonly #turns: ToolTurns;
  readonly #recovery: Recovery;
  readonly #unlink: (() => void) | undefined;

  constructor({
    messages = [],
    tools,
    toolTimeout,
    scope = '',
    autoSubmit = 'ledger',
    maxAutomaticSends = 25,
    historyLimit,
    onBeforeToolCall,
    transport,
    onFinish,
    ...init
  }: ChatStoreOptions) {
    const listeners = new Set<ChatListener>();
    const live = isLiveTransport(transport) ? transport : undefined;
    const wrapped = new StoreTransport(transport, {
      onSend: (all) => {
        this.#recovery.cancel();
        return { messages: toOutgoing(all, historyLimit), settled: this.#turns.ship(all) };
      },
      onFailure: (error) => this.#recovery.prepare(error),
    });
    const state = new ObservableChatState(messages, (change) => {
      if (this.#disposed) return;
      this.#notify(change);
      if (change.type === 'message') this.#turns.observe(change.message);
      else if (change.type === 'messages') this.#turns.observe();
    });
    super({
      ...init,
      transport: wrapped,
      state,
      experimental_queue: true,
      sendAutomaticallyWhen: (options) => this.#turns.shouldSend(options.messages),
      onFinish: (event) => {
        onFinish?.(event);
        // Only after this does `AbstractChat` take the response for complete.
        queueMicrotask(() => this.#afterResponse(!event.isAbort && !event.isError));
      },
    });
    this.scope = scope;
    this.liveTransport = live;
    this.onBeforeToolCall = onBeforeToolCall;
    this.#listeners = listeners;
    this.#notify = (change) => {
      for (const listener of listeners) listener(change);
    };
    this.#transport = wrapped;
    this.#recovery = new Recovery(live?.capabilities.resume === true, state, {
      resume: async () => {
        await this.resumeStream();
        return wrapped.lastReconnect;
      },
      onChange: () => this.#notify({ type: 'connection' }),
      onGiveUp: (error) => this.setStatus({ status: 'error', error }),
    });
    const sendDecisions = live?.capabilities.approvalChannel === 'side' && live.sendDecisions;
    this.#turns = new ToolTurns(
      {
        messages: () => this.messages,
        scope,
        autoSubmit,
        maxAutomaticSends,
        isBusy: () => this.isBusy,
        respond: async (id, approved, reason, options) =>
          this.#respond({ id, approved, reason, options }),
        output: async (outcome) => this.#output(toOutput(outcome)),
        ask: (call) => this.#ask(call),
        approvalTimeout: live?.capabilities.approvalTimeout,
        report: sendDecisions ? (reports) => sendDecisions.call(live, reports) : undefined,
        onBeforeToolCall: (call) => this.onBeforeToolCall?.(call),
        notify: (change) => this.#notify(change),
        save: () => {},
      },
      new ToolRunner(tools, { timeout: toolTimeout }),
    );
    this.#unlink =
      live &&
      linkLive(live, {
        state,
        generateId: this.generateId,
        isAnswering: () => this.isBusy,
        onInbound: () => {
          this.#inboundWaits = true;
          if (!this.isBusy) this.#receive();
        },
        onStale: () => {
          this.#history = 'wanted';
          if (!this.isBusy) void this.#loadHistory();
        },
        onExpired: (id, reason) => void this.#turns.answer(id, 'no', 'expired', reason),
        onConnection: (connection) => {
          this.#connection = connection;
          this.#notify({ type: 'connection' });
        },
        notify: (change) => this.#notify(change),
      });
    if (live?.loadHistory) void this.#loadHistory();
  }

  override get error(): AdkError | undefined {
    return super.error as AdkError | undefined;
  }

  /** Whether an answer is on its way. Open questions and running tools are not counted. */
  get isBusy(): boolean {
    return this.status === 'submitted' || this.status === 'streaming';
  }

  /** Browser tools; may be set at any time. */
  get tools(): ToolSet {
    return this.#turns.runner.tools;
  }

  set tools(tools: ToolSet) {
    this.#turns.runner.tools = tools;
  }

  get connection(): ConnectionState {
    return this.#recovery.isActive ? 'reconnecting' : this.#connection;
  }

  /** The questions that wait for the user, oldest first. */
  get pendingApprovals(): PendingApproval[] {
    return this.#turns.pending;
  }

  /** The standing permissions. */
  get policies(): ToolPolicy[] {
    return this.#turns.policies;
  }

  /** Every decision so far, oldest first; plain data that can be exported as it is. */
  get auditLog(): readonly Confirmation[] {
    return this.#turns.confirmations;
  }

  /** Ids of the browser tool calls that are being run. */
  get runningToolCalls(): ReadonlySet<string> {
    return this.#turns.running;
  }

  /** Messages that wait until the agent is free and every question is answered. */
  get queuedMessages(): UIMessage[] {
    return this.experimental_queuedMessages;
  }

  /** Calls the listener after each change; the returned function ends that. */
  subscribe(listener: ChatListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Answers a question. Resolves to `false` if it was no longer open. */
  async decide({ approvalId, decision, reason, payload }: DecisionInput): Promise<boolean> {
    const index = this.messages.findIndex((message) => hasQuestion(message, approvalId));
    if (payload !== undefined && index >= 0) {
      this.state.replaceMessage(index, withPayload(this.messages[index]!, approvalId, payload));
    }
    return this.#turns.answer(approvalId, decision, 'user', reason);
  }

  /** Answers every open question alike. */
  async decideAll(decision: 'yes' | 'no', reason?: string): Promise<void> {
    await Promise.all(
      this.pendingApprovals.map(({ approvalId }) => this.decide({ approvalId, decision, reason })),
    );
  }

  /** Takes a standing permission back. Without a scope: the one of this chat's backend. */
  revokePolicy(toolName: string, scope = this.scope): void {
    this.#turns.revoke(toolName, scope);
  }

  /** The answer that was given to a call, if there was one. */
  confirmationOf(toolCallId: string): Confirmation | undefined {
    return this.auditLog.findLast((confirmation) => confirmation.toolCallId === toolCallId);
  }

  /** The audit log as text, one JSON object per line. */
  exportAuditLog(): string {
    return formatAuditLog(this.auditLog);
  }

  /** Sends a message, or queues it while the agent is busy or a question is open. */
  override sendMessage: SendMessage = async (message, options) => {
    if (this.#disposed) return;
    if (message === undefined) return this.#send(message, options);
    const { isHalted } = this.#turns;
    this.#turns.resume();
    if (message.messageId !== undefined) {
      const index = this.messages.findIndex(({ id }) => id === message.messageId);
      if (index >= 0) await this.#cut(index + 1);
      return this.#send(message, options);
    }
    if (this.#isHeld(isHalted)) return this.#enqueue(message);
    this.#abandon();
    return this.#send(message, options);
  };

  /** Asks for an answer again: the last one, or the one with this id. */
  override regenerate: AbstractChat<UIMessage>['regenerate'] = async (options = {}) => {
    const { messageId } = options;
    const index = messageId
      ? this.messages.findIndex(({ id }) => id === messageId)
      : this.messages.length - 1;
    if (index < 0 && !messageId) return;
    this.#turns.resume();
    if (index >= 0) await this.#cut(this.messages[index]?.role === 'user' ? index + 1 : index);
    return this.#regenerate(options);
  };

  /** Replaces a message of the user and everything after it. */
  async edit(messageId: string, text: string): Promise<void> {
    await this.sendMessage({ text, messageId });
  }

  override addToolApprovalResponse: AbstractChat<UIMessage>['addToolApprovalResponse'] = async ({
    id,
    approved,
    reason,
    options,
  }) => {
    await this.#turns.answer(id, approved ? 'yes' : 'no', 'user', reason, options);
  };

  /** Reports the result of a tool that the host ran by itself. The first result counts. */
  override addToolOutput: AbstractChat<UIMessage>['addToolOutput'] = async (result) => {
    const part = this.#findCall(result.toolCallId);
    if (!part || isSettled(part)) return;
    const call = { toolCallId: part.toolCallId, toolName: toolNameOf(part), input: part.input };
    await this.#turns.complete(
      result.state === 'output-error'
        ? { ...call, type: 'failed', errorText: result.errorText }
        : { ...call, type: 'executed', output: result.output },
      part,
    );
  };

  removeQueued(messageId: string): void {
    this.experimental_removeQueuedMessage(messageId);
  }

  /** The way out for a message that waits behind a question: denies all, then sends the queue. */
  async denyAndSend(reason?: string): Promise<void> {
    this.#turns.resume();
    this['isQueuePaused'] = false;
    this.#turns.abort();
    await this.decideAll('no', reason);
    const last = this.lastMessage;
    const open = last ? toolPartsOf(last).filter((part) => part.state === 'input-available') : [];
    for (const { toolCallId } of open) {
      const tool = 'cancelled';
      await this.addToolOutput({ state: 'output-error', tool, toolCallId, errorText: CANCELLED });
    }
    await this['settleQueue']();
  }

  /** Tries again after an error, without ever repeating what the server already has. */
  async retry(): Promise<void> {
    if (this.isBusy || this.#disposed) return;
    this.#turns.resume();
    this['isQueuePaused'] = false;
    const resumable = this.liveTransport?.capabilities.resume && this.error?.code === 'network';
    this.clearError();
    if (this.#history === 'wanted') return this.#loadHistory();
    if (this.pendingApprovals.length > 0 || !this.lastMessage) return;
    if (resumable && this.lastMessage.role === 'assistant') {
      await this.resumeStream();
      if (this.#transport.lastReconnect === 'stream') return;
    }
    // What tools return continues the turn by itself.
    if (this.#turns.hasWork(this.lastMessage)) return this.#turns.pump();
    this.#abandon();
    await this.#send();
  }

  override stop = async (): Promise<void> => {
    const wasRecovering = this.#recovery.isActive;
    this.#recovery.cancel();
    this.#turns.halt();
    await this.#stop();
    if (wasRecovering) this.setStatus({ status: 'ready' });
  };

  /** Empties the conversation. Standing permissions stay. */
  async clear(): Promise<void> {
    await this.stop();
    for (const { id } of this.queuedMessages) this.removeQueued(id);
    await this.#cut(0);
    this.messages = [];
    this.clearError();
    this.#turns.resume();
  }

  override dispose = async (): Promise<void> => {
    this.#unlink?.();
    this.#disposed = true;
    this.#listeners.clear();
    await this.#dispose();
  };

  /** A message has to wait: something of the last turn is not settled yet. */
  #isHeld(isHalted: boolean): boolean {
    if (this.isBusy || this.pendingApprovals.length > 0 || this.#turns.running.size > 0)
      return true;
    const last = this.lastMessage;
    if (isHalted || this.status === 'error' || last?.role !== 'assistant') return false;
    return toolPartsOf(last).some(
      (part) => !part.providerExecuted && part.state === 'input-available',
    );
  }

  async #enqueue(message: NewMessage): Promise<void> {
    const queued = await toUserMessage(message, this.generateId());
    if (this.#disposed) return;
    this.state.experimental_queuedMessages = [...this.queuedMessages, queued];
    // A stop pauses the queue until the user sends something, which is now.
    this['isQueuePaused'] = false;
  }

  /** Closes what nobody will finish. A decision that the server does not know yet goes first. */
  #abandon(): void {
    const settled = settleAbandoned(
      this.messages,
      (part) =>
        part.state === 'approval-requested' ||
        (part.state === 'approval-responded' &&
          this.#turns.isUnsent(part) &&
          !this.#turns.runner.isClientCall(part)),
    );
    if (settled !== this.messages) this.messages = settled;
  }

  /** Ends everything that belongs to messages which are about to go. */
  async #cut(index: number): Promise<void> {
    if (this.isBusy) await this.stop();
    this.#turns.abort();
    this.#turns.forget(this.messages.slice(index));
  }

  #afterResponse(isClean: boolean): void {
    if (this.#disposed) return;
    if (isClean) void this.#turns.pump();
    else void this.#recovery.run();
    if (this.#history === 'wanted' && !this.isBusy) void this.#loadHistory();
    if (this.#inboundWaits && !this.isBusy) this.#receive();
  }

  /** Shows the conversation as the server knows it. What was sent meanwhile stays behind it. */
  async #loadHistory(): Promise<void> {
    const known = this.messages.length;
    this.#history = 'loading';
    try {
      const history = await this.liveTransport?.loadHistory?.();
      this.#history = 'none';
      if (!history || this.#disposed) return;
      this.messages = [...history, ...this.messages.slice(known)];
      if (!this.isBusy) await this.#turns.adopt();
    } catch (error) {
      this.#history = 'wanted';
      if (!this.#disposed && !this.isBusy)
        this.setStatus({ status: 'error', error: error as Error });
    }
  }

  #findCall(toolCallId: string): AnyToolPart | undefined {
    return this.messages.flatMap(toolPartsOf).findLast((part) => part.toolCallId === toolCallId);
  }

  /** Shows the question of a browser tool as if the server had asked it. */
  #ask({ toolCallId }: ToolCall): void {
    const approvalId = localQuestionId(toolCallId);
    if (this.isBusy) {
      this.#transport.inject({ type: 'tool-approval-request', approvalId, toolCallId });
      return;
    }
    const index = this.messages.length - 1;
    const message = this.messages[index];
    if (!message) return;
    this.state.replaceMessage(index, withQuestion(message, toolCallId));
  }

  /** Shows a turn that the server began by itself. */
  #receive(): void {
    this.#inboundWaits = false;
    void this.resumeStream();
  }
}
