import type { UIMessage } from 'ai';
import { mayUsePolicy } from '../tools/tool-policy.js';
import {
  isLocalQuestion,
  isOpenQuestion,
  isToolPart,
  localQuestionId,
  toolNameOf,
  toolPartsOf,
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

export function openQuestions(messages: readonly UIMessage[]): PendingApproval[] {
  return messages.flatMap((message) =>
    toolPartsOf(message)
      .filter(isOpenQuestion)
      .map((part) => ({
        approvalId: part.approval?.id ?? '',
        toolCallId: part.toolCallId,
        toolName: toolNameOf(part),
        messageId: message.id,
        part,
        canAlways: mayUsePolicy(part),
      })),
  );
}

/** Knows when the server stops waiting for each question, from when it was first seen. */
export class QuestionExpiry {
  readonly #timeout: number | undefined;
  readonly #times = new Map<string, number>();

  constructor(timeout: number | undefined) {
    this.#timeout = timeout;
  }

  add(open: PendingApproval): PendingApproval {
    if (this.#timeout === undefined || isLocalQuestion(open.part)) return open;
    const expiresAt = this.#times.get(open.approvalId) ?? Date.now() + this.#timeout;
    this.#times.set(open.approvalId, expiresAt);
    return { ...open, expiresAt };
  }

  forget({ approval }: AnyToolPart): void {
    if (approval) this.#times.delete(approval.id);
  }
}

export function hasQuestion(message: UIMessage, approvalId: string): boolean {
  return toolPartsOf(message).some(
    (part) => isOpenQuestion(part) && part.approval?.id === approvalId,
  );
}

/** The message with what the user filled in, in place of the template that the tool sent. */
export function withPayload(message: UIMessage, approvalId: string, payload: unknown): UIMessage {
  return {
    ...message,
    parts: message.parts.map((part) =>
      isToolPart(part) && part.approval?.id === approvalId
        ? ({ ...part, approval: { ...part.approval, descriptor: { payload } } } as AnyToolPart)
        : part,
    ),
  };
}

/** The message with the question of a browser tool in it, as if the server had asked. */
export function withQuestion(message: UIMessage, toolCallId: string): UIMessage {
  return {
    ...message,
    parts: message.parts.map((part) =>
      isToolPart(part) && part.toolCallId === toolCallId
        ? ({
            ...part,
            state: 'approval-requested',
            approval: { id: localQuestionId(toolCallId) },
          } as AnyToolPart)
        : part,
    ),
  };
}
