import type { ChatState, UIMessage, UIMessageChunk } from 'ai';
import type { Confirmation } from '../tools/decision.js';
import { mayUsePolicy } from '../tools/tool-policy.js';
import {
  isLocalQuestion,
  isOpenQuestion,
  isToolPart,
  localQuestionId,
  toolNameOf,
  toolPartsOf,
  type AnyPart,
  type AnyToolPart,
} from './message-parts.js';

/** A question that waits for the user. */
export interface PendingApproval {
  approvalId: string;
  toolCallId: string;
  toolName: string;
  messageId: string;
  part: AnyToolPart;
  /** Whether "always allow" may be offered. */
  canAlways: boolean;
  /** When the server stops waiting, in milliseconds since the epoch. */
  expiresAt?: number;
}

/** Follows which questions are open, at the cost of the one message that changed. */
export class OpenQuestions {
  readonly #byMessage = new Map<string, PendingApproval[]>();
  readonly #answered = new Map<string, Confirmation>();
  /** When the server stops waiting, counted from when a question was first seen. */
  readonly #expiry = new Map<string, number>();
  readonly #timeout: number | undefined;
  #list: PendingApproval[] | undefined;

  /** With the time in milliseconds that the server waits for an answer. */
  constructor(timeout: number | undefined) {
    this.#timeout = timeout;
  }

  /** Oldest first. */
  get list(): PendingApproval[] {
    this.#list ??= [...this.#byMessage.values()]
      .flat()
      .filter(({ approvalId }) => !this.#answered.has(approvalId));
    return this.#list;
  }

  reset(messages: readonly UIMessage[]): void {
    this.#byMessage.clear();
    this.#list = undefined;
    for (const message of messages) this.observe(message);
  }

  observe(message: UIMessage): void {
    const open = toolPartsOf(message)
      .filter(isOpenQuestion)
      .map((part) => ({
        approvalId: part.approval?.id ?? '',
        toolCallId: part.toolCallId,
        toolName: toolNameOf(part),
        messageId: message.id,
        part,
        canAlways: mayUsePolicy(part),
        ...this.#expire(part),
      }));
    if (open.length === 0 && !this.#byMessage.has(message.id)) return;
    if (open.length > 0) this.#byMessage.set(message.id, open);
    else this.#byMessage.delete(message.id);
    this.#list = undefined;
  }

  settle(approvalId: string, answer: Confirmation): void {
    this.#answered.set(approvalId, answer);
    this.#list = undefined;
  }

  forget(approvalId: string): void {
    this.#answered.delete(approvalId);
    this.#expiry.delete(approvalId);
    this.#list = undefined;
  }

  answerTo(approvalId: string): Confirmation | undefined {
    return this.#answered.get(approvalId);
  }

  #expire(part: AnyToolPart): Pick<PendingApproval, 'expiresAt'> {
    if (this.#timeout === undefined || !part.approval || isLocalQuestion(part)) return {};
    const expiresAt = this.#expiry.get(part.approval.id) ?? Date.now() + this.#timeout;
    this.#expiry.set(part.approval.id, expiresAt);
    return { expiresAt };
  }
}

/** Puts what the user filled in in place of the template that the tool sent. */
export function fillIn(state: ChatState<UIMessage>, approvalId: string, payload: unknown): void {
  const asks = (part: AnyPart): part is AnyToolPart =>
    isToolPart(part) && isOpenQuestion(part) && part.approval?.id === approvalId;
  const index = state.messages.findLastIndex(({ parts }) => parts.some(asks));
  const message = state.messages[index];
  if (!message) return;
  const parts = message.parts.map((part) =>
    asks(part)
      ? ({ ...part, approval: { ...part.approval, descriptor: { payload } } } as AnyToolPart)
      : part,
  );
  state.replaceMessage(index, { ...message, parts });
}

/** Shows the question of a browser tool as if the server had asked it. */
export function askLocally(
  toolCallId: string,
  state: ChatState<UIMessage>,
  inject: ((chunk: UIMessageChunk) => void) | undefined,
): void {
  const approvalId = localQuestionId(toolCallId);
  if (inject) return inject({ type: 'tool-approval-request', approvalId, toolCallId });
  const index = state.messages.length - 1;
  const message = state.messages[index];
  if (!message) return;
  const parts = message.parts.map((part) =>
    isToolPart(part) && part.toolCallId === toolCallId
      ? ({ ...part, state: 'approval-requested', approval: { id: approvalId } } as AnyToolPart)
      : part,
  );
  state.replaceMessage(index, { ...message, parts });
}
