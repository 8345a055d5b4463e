import type { UIMessage } from 'ai';
import { mayUsePolicy } from '../tools/tool-policy.js';
import {
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
