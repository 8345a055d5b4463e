import {
  AbstractChat,
  type ChatStatus,
  type ChatTransport,
  type ToolSet,
  type UIMessage,
} from 'ai';
import type { AdkError } from '../errors.js';
import { formatAuditLog } from '../tools/audit-log.js';
import type { Confirmation, ToolPolicy } from '../tools/decision.js';
import type { ToolCall } from '../tools/tool-runner.js';
import { isLiveTransport } from '../transport/transport.js';
import type { ConnectionState, LiveTransport } from '../transport/transport.js';
import { ObservableChatState, type ChatChange, type ChatListener } from './chat-state.js';
import type { ChatStoreOptions, DecisionInput } from './chat-store-options.js';
import { settleAbandoned, toOutgoing } from './history.js';
import { isSettled, openCallsOf } from './message-parts.js';
import { toUserMessage, type NewMessage, type SendMessage } from './new-message.js';
import { askLocally, fillIn, type PendingApproval } from './pending-approvals.js';
import { Continuity } from './continuity.js';
import { Keeper } from './keeper.js';
import { LiveLink } from './live-link.js';
import { Recovery } from './recovery.js';
import { ServerHistory } from './server-history.js';
import { StoreTransport } from './store-transport.js';
import { toOutcome, toOutput } from './tool-report.js';
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
  readonly #resume = this.resumeStream;
  readonly #stop = this.stop;
  readonly #dispose = this.dispose;

  #disposed = false;
  readonly #listeners = new Set<ChatListener>();
  readonly #transport: StoreTransport;
  readonly #turns: ToolTurns;
  readonly #recovery: Recovery;
  readonly #keeper: Keeper | undefined;
  readonly #link: LiveLink;
  readonly #history: ServerHistory;

  constructor(options: ChatStoreOptions) {
    const { transport, scope = '', onFinish } = options;
    const live = isLiveTransport(transport) ? transport : undefined;
    const wrapped = new StoreTransport(transport, {
      onSend: (all) => {
        this.#recovery.cancel();
        const settled = this.#turns.ship(all);
        keeper?.save();
        return { messages: toOutgoing(all, options.historyLimit), settled };
      },
      onFailure: (error) => this.#recovery.prepare(error),
      answerTo: (approvalId) => this.#turns.decisions.answerTo(approvalId),
    });
    const keeper = options.storage && new Keeper(options.storage, options);
    const stored = keeper?.load();
    const state = new ObservableChatState(stored?.messages ?? options.messages ?? [], (change) => {
      if (this.#disposed) return;
      if (change.type === 'message') this.#turns.observe(change.message);
      else if (change.type === 'messages') this.#turns.observe();
      this.#notify(change);
    });
    super({
      ...options,
      id: options.id ?? stored?.id,
      transport: wrapped,
      state,
      experimental_queue: true,
      sendAutomaticallyWhen: (chat) => this.#turns.shouldSend(chat.messages),
      onFinish: (event) => {
        onFinish?.(event);
        // Only after this does `AbstractChat` take the response for complete.
        queueMicrotask(() => void this.#afterResponse(!event.isAbort && !event.isError));
      },
    });
    this.scope = scope;
    this.liveTransport = live;
    this.onBeforeToolCall = options.onBeforeToolCall;
    this.#transport = wrapped;
    this.#keeper = keeper;
    const host = {
      state,
      generateId: this.generateId,
      isBusy: () => this.isBusy,
      setStatus: (status: ChatStatus, error?: Error) => this.setStatus({ status, error }),
      notify: (change: ChatChange) => this.#notify(change),
    };
    const resume = async () => {
      await this.resumeStream();
      return wrapped.lastReconnect;
    };
    const canResume = live?.capabilities.resume === true;
    this.#recovery = new Recovery(canResume, { ...host, resume }, options.environment);
    const isSide =
      live?.capabilities.approvalChannel === 'side' && live.sendDecisions !== undefined;
    this.#turns = new ToolTurns(
      {
        ...host,
        messages: () => this.messages,
        respond: async (answer) => this.#respond(answer),
        output: async (outcome) => this.#output(toOutput(outcome)),
        ask: ({ toolCallId }) =>
          askLocally(toolCallId, state, this.isBusy ? (chunk) => wrapped.inject(chunk) : undefined),
        approvalTimeout: live?.capabilities.approvalTimeout,
        answersForBrowser: live?.capabilities.answersForBrowser,
        report: isSide
          ? async (reports) => (wrapped.inner as LiveTransport).sendDecisions?.(reports)
          : undefined,
        onBeforeToolCall: (call) => this.onBeforeToolCall?.(call),
        save: () => keeper?.save(),
        mayAct: () => keeper?.acts !== false,
      },
      options,
    );
    this.#link = new LiveLink(live, {
      ...host,
      receive: () => this.resumeStream(),
      onStale: () => this.#history.want(),
      onExpired: (id, reason) => void this.#turns.answer(id, 'no', 'expired', reason),
    });
    const onLoad = async () => (this.#disposed ? undefined : this.#turns.adopt());
    this.#history = new ServerHistory(live, { ...host, onLoad });
    if (this.#history.isKept) void this.#history.load();
    if (!keeper) return;
    void new Continuity(keeper, {
      ...host,
      id: this.id,
      transport: wrapped,
      turns: this.#turns,
      recovery: this.#recovery,
      keepsQuestions: !isSide,
      serverKeeps: this.#history.isKept,
      settleQueue: () => this['settleQueue'](),
    }).restore(stored);
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
    return this.#recovery.isActive ? 'reconnecting' : this.#link.connection;
  }

  /** The questions that wait for the user, oldest first. */
  get pendingApprovals(): PendingApproval[] {
    return this.#turns.decisions.pending;
  }

  /** The standing permissions. */
  get policies(): ToolPolicy[] {
    return this.#turns.decisions.policies;
  }

  /** Every decision so far, oldest first; plain data that can be exported as it is. */
  get auditLog(): readonly Confirmation[] {
    return this.#turns.decisions.log;
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
    if ((await this.#keeper?.ask()) === false) return false;
    if (payload !== undefined) fillIn(this.state, approvalId, payload);
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
    this.#turns.decisions.revoke(toolName, scope);
    this.#keeper?.save(true);
  }

  /** The answer that was given to a call, if there was one. */
  confirmationOf(toolCallId: string): Confirmation | undefined {
    return this.auditLog.findLast((confirmation) => confirmation.toolCallId === toolCallId);
  }

  /** The audit log as text, one JSON object per line. */
  exportAuditLog(): string {
    return formatAuditLog(this.auditLog);
  }

  /** Puts a transport around the one in use, such as a recorder. The returned function undoes it. */
  wrapTransport(wrap: (inner: ChatTransport<UIMessage>) => ChatTransport<UIMessage>): () => void {
    const { inner } = this.#transport;
    this.#transport.inner = wrap(inner);
    return () => {
      this.#transport.inner = inner;
    };
  }

  /** Sends a message, or queues it while the agent is busy or a question is open. */
  override sendMessage: SendMessage = async (message, options) => {
    if (this.#disposed) return;
    if ((await this.#keeper?.ask()) === false) return message && this.#enqueue(message);
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
    if ((await this.#keeper?.ask()) === false) return;
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

  override addToolApprovalResponse: AbstractChat<UIMessage>['addToolApprovalResponse'] = async (
    answer,
  ) => {
    if ((await this.#keeper?.ask()) === false) return;
    const { id, approved, reason, options } = answer;
    await this.#turns.answer(id, approved ? 'yes' : 'no', 'user', reason, options);
  };

  /** Reports the result of a tool that the host ran by itself. The first result counts. */
  override addToolOutput: AbstractChat<UIMessage>['addToolOutput'] = async (result) => {
    const part = this.#turns.find(result.toolCallId);
    if (!part || isSettled(part) || part.state === 'input-streaming') return;
    await this.#turns.complete(toOutcome(part, result), part);
  };

  removeQueued(messageId: string): void {
    this.experimental_removeQueuedMessage(messageId);
  }

  /** The way out for a message that waits behind a question: denies all, then sends the queue. */
  async denyAndSend(reason?: string): Promise<void> {
    if ((await this.#keeper?.ask()) === false) return;
    this.#turns.resume();
    this['isQueuePaused'] = false;
    this.#turns.abort();
    // First the calls, or some of them would turn into questions when the last answer is given.
    await this.#turns.cancel(this.lastMessage);
    await this.decideAll('no', reason);
    await this['settleQueue']();
  }

  /** Tries again after an error, without ever repeating what the server already has. */
  async retry(): Promise<void> {
    if (this.isBusy || this.#disposed || (await this.#keeper?.ask()) === false) return;
    this.#turns.resume();
    this['isQueuePaused'] = false;
    const resumable = this.liveTransport?.capabilities.resume && this.error?.code === 'network';
    this.clearError();
    if (this.#history.isWanted) return this.#history.load();
    if (this.pendingApprovals.length > 0 || !this.lastMessage) return;
    if (resumable && this.lastMessage.role === 'assistant') {
      await this.resumeStream();
      if (this.#transport.lastReconnect === 'stream') return;
    }
    // What tools return continues the turn by itself.
    if (this.#turns.owed(this.lastMessage).length > 0) return this.#turns.pump();
    this.#abandon();
    await this.#send();
  }

  /** Picks up an answer that is still being given. */
  override resumeStream: AbstractChat<UIMessage>['resumeStream'] = async (options) => {
    // `AbstractChat` would build on what it held when the connection broke, which a replay repeats.
    this['resumableStreamState'] =
      this.#transport.rebuild(this.lastMessage) ?? this['resumableStreamState'];
    await this.#resume(options);
  };

  override stop = async (): Promise<void> => {
    const wasRecovering = this.#recovery.isActive;
    this.#recovery.cancel();
    this.#turns.halt();
    await this.#stop();
    if (wasRecovering) this.setStatus({ status: 'ready' });
  };

  /** Empties the conversation. Standing permissions stay. */
  async clear(): Promise<void> {
    if ((await this.#keeper?.ask()) === false) return;
    await this.stop();
    for (const { id } of this.queuedMessages) this.removeQueued(id);
    await this.#cut(0);
    this.messages = [];
    this.clearError();
    this.#turns.resume();
  }

  override dispose = async (): Promise<void> => {
    this.#link.close();
    this.#keeper?.dispose();
    this.#disposed = true;
    this.#recovery.dispose();
    this.#listeners.clear();
    await this.#dispose();
  };

  /** Writes everything that has to survive this page. */
  flush(): void {
    this.#keeper?.save();
  }

  #notify(change: ChatChange): void {
    for (const listener of this.#listeners) listener(change);
    if (change.type === 'status' && !this.isBusy) this.#keeper?.save();
    else if (change.type !== 'notice') this.#keeper?.changed();
    this.#keeper?.rest();
  }

  /** A message has to wait: something of the last turn is not settled yet. */
  #isHeld(isHalted: boolean): boolean {
    const { running } = this.#turns;
    if (this.isBusy || this.pendingApprovals.length > 0 || running.size > 0) return true;
    if (isHalted || this.status === 'error') return false;
    return openCallsOf(this.lastMessage).some((part) => !part.providerExecuted);
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
    const settled = settleAbandoned(this.messages, (part) => this.#turns.isAlive(part));
    if (settled !== this.messages) this.messages = settled;
  }

  /** Ends everything that belongs to messages which are about to go. */
  async #cut(index: number): Promise<void> {
    if (this.isBusy) await this.stop();
    this.#turns.abort();
    this.#turns.forget(this.messages.slice(index));
  }

  async #afterResponse(isClean: boolean): Promise<void> {
    if (this.#disposed) return;
    this.#history.loadIfWanted();
    this.#link.receive();
    if (!isClean) return this.#recovery.run();
    await this.#turns.pump();
    if (this.queuedMessages.length === 0 || this.#isHeld(false)) return;
    // To `AbstractChat`, a call that the server has left open is one to wait for.
    this.#abandon();
    await this['settleQueue']();
  }
}
