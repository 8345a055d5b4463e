import { AbstractChat, type ChatInit, type ChatTransport, type ToolSet, type UIMessage } from 'ai';
import type { AdkError } from '../errors.js';
import type { Confirmation, Decision, DecisionOrigin, ToolPolicy } from '../tools/decision.js';
import { derivePolicies, isAllowed, mayUsePolicy } from '../tools/tool-policy.js';
import {
  isLiveTransport,
  type ConnectionState,
  type LiveTransport,
} from '../transport/transport.js';
import { ObservableChatState, type ChatChange, type ChatListener } from './chat-state.js';
import { isOpenQuestion, toolNameOf, toolPartsOf, type AnyToolPart } from './message-parts.js';

/** A browser tool that is about to run. */
export interface ToolCallRequest {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

export interface ChatStoreOptions extends Omit<
  ChatInit<UIMessage>,
  'transport' | 'onToolCall' | 'sendAutomaticallyWhen' | 'experimental_queue'
> {
  transport: ChatTransport<UIMessage>;
  /** Browser tools. */
  tools?: ToolSet;
  /** Backend and app that `yes_always` answers are limited to. */
  scope?: string;
  /** Asked before a browser tool runs. `false`: the host runs it and calls `addToolOutput`. */
  onToolCall?: (call: ToolCallRequest) => boolean | void;
}

/** A question that waits for the user. */
export interface PendingApproval {
  approvalId: string;
  toolCallId: string;
  toolName: string;
  messageId: string;
  part: AnyToolPart;
  /** Whether "always allow" may be offered. */
  canAlways: boolean;
}

export interface DecisionInput {
  approvalId: string;
  decision: Decision;
  reason?: string;
}

/** The headless chat: messages, status and what changes them. Runs in a page, a worker or Node. */
export class ChatStore extends AbstractChat<UIMessage> {
  /** Backend and app that `yes_always` answers are limited to. */
  readonly scope: string;
  /** The transport, if it offers more than the AI SDK's interface. */
  readonly liveTransport: LiveTransport | undefined;
  /** Asked before a browser tool runs. `false`: the host runs it and calls `addToolOutput`. */
  onBeforeToolCall: ((call: ToolCallRequest) => boolean | void) | undefined;

  #tools: ToolSet;
  #connection: ConnectionState = 'idle';
  #confirmations = new Map<string, Confirmation>();
  readonly #listeners: Set<ChatListener>;

  constructor({ messages = [], tools = {}, scope = '', onToolCall, ...init }: ChatStoreOptions) {
    const listeners = new Set<ChatListener>();
    super({
      ...init,
      experimental_queue: true,
      state: new ObservableChatState(messages, (change) => {
        for (const listener of listeners) listener(change);
      }),
    });
    this.#listeners = listeners;
    this.#tools = tools;
    this.scope = scope;
    this.onBeforeToolCall = onToolCall;
    this.liveTransport = isLiveTransport(init.transport) ? init.transport : undefined;
  }

  override get error(): AdkError | undefined {
    return super.error as AdkError | undefined;
  }

  /** Browser tools; may be set at any time. */
  get tools(): ToolSet {
    return this.#tools;
  }

  set tools(tools: ToolSet) {
    this.#tools = tools;
  }

  get connection(): ConnectionState {
    return this.#connection;
  }

  /** The questions that wait for the user, oldest first. */
  get pendingApprovals(): PendingApproval[] {
    return this.messages.flatMap((message) =>
      toolPartsOf(message)
        .filter(isOpenQuestion)
        .filter((part) => !this.#confirmations.has(part.approval!.id))
        .map((part) => ({
          approvalId: part.approval!.id,
          toolCallId: part.toolCallId,
          toolName: toolNameOf(part),
          messageId: message.id,
          part,
          canAlways: mayUsePolicy(part),
        })),
    );
  }

  /** The standing permissions. */
  get policies(): ToolPolicy[] {
    return derivePolicies(this.#confirmations.values());
  }

  /** Every decision so far, oldest first; plain data that can be exported as it is. */
  get auditLog(): Confirmation[] {
    return [...this.#confirmations.values()];
  }

  /** The answer that was given to a call, if there was one. */
  confirmationOf(toolCallId: string): Confirmation | undefined {
    return this.auditLog.findLast((confirmation) => confirmation.toolCallId === toolCallId);
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
  async decide({ approvalId, decision, reason }: DecisionInput): Promise<boolean> {
    const question = this.pendingApprovals.find((open) => open.approvalId === approvalId);
    if (!question) return false;
    const answers = [this.#answer(question, decision, 'user', reason)];
    if (decision === 'yes_always' && question.canAlways) {
      for (const open of this.pendingApprovals) {
        if (!isAllowed(open.part, this.scope, this.policies)) continue;
        answers.push(this.#answer(open, 'yes', 'policy'));
      }
    }
    await Promise.all(answers);
    return true;
  }

  /** Answers every open question alike. */
  async decideAll(decision: 'yes' | 'no', reason?: string): Promise<void> {
    await Promise.all(
      this.pendingApprovals.map((open) => this.#answer(open, decision, 'user', reason)),
    );
  }

  /** Takes a standing permission back. Without a scope: the one of this chat's backend. */
  revokePolicy(toolName: string, scope = this.scope): void {
    for (const [key, confirmation] of this.#confirmations) {
      if (confirmation.toolName !== toolName || confirmation.scope !== scope) continue;
      this.#confirmations.set(key, { ...confirmation, revoked: Date.now() });
    }
    this.#notify({ type: 'approvals' });
  }

  removeQueued(messageId: string): void {
    this.experimental_removeQueuedMessage(messageId);
  }

  /** The way out for a message that waits behind a question: denies all, then sends the queue. */
  async denyAndSend(reason?: string): Promise<void> {
    await this.decideAll('no', reason);
  }

  /** Replaces a message of the user and everything after it. */
  async edit(messageId: string, text: string): Promise<void> {
    await this.sendMessage({ text, messageId });
  }

  /** Tries again after an error, without ever repeating what the server already has. */
  async retry(): Promise<void> {
    this.clearError();
    await this.sendMessage();
  }

  /** Empties the conversation. Standing permissions stay. */
  async clear(): Promise<void> {
    await this.stop();
    for (const { id } of this.queuedMessages) this.removeQueued(id);
    this.messages = [];
    this.clearError();
  }

  #notify(change: ChatChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  async #answer(
    { approvalId, toolCallId, toolName, canAlways }: PendingApproval,
    decision: Decision,
    origin: DecisionOrigin,
    reason?: string,
  ): Promise<void> {
    this.#confirmations.set(approvalId, {
      approvalId,
      toolCallId,
      toolName,
      decision: decision === 'yes_always' && !canAlways ? 'yes' : decision,
      ...(reason ? { reason } : {}),
      origin,
      at: Date.now(),
      scope: this.scope,
    });
    this.#notify({ type: 'approvals' });
    await this.addToolApprovalResponse({ id: approvalId, approved: decision !== 'no', reason });
  }
}
