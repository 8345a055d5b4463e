import type { UIMessage } from 'ai';
import type { Confirmation } from '../tools/decision.js';
import { LOST_OUTCOME } from '../tools/tool-runner.js';
import { settle } from './history.js';
import { isLocalQuestion, isSettled, isToolPart, type AnyPart } from './message-parts.js';

export interface RevivalFacts {
  answerTo(approvalId: string): Confirmation | undefined;
  /** Whether this call began to run and nobody knows how that ended. */
  isLost(toolCallId: string): boolean;
  /** Whether the server still waits for answers to its questions. */
  keepsQuestions: boolean;
}

const EXPIRED = 'The connection was closed before this was answered.';
const INTERRUPTED = 'The answer was interrupted.';

/** The stored messages of a page that is gone, without what only that page could have finished. */
export function revive(messages: readonly UIMessage[], facts: RevivalFacts): UIMessage[] {
  return messages.map((message) => {
    const parts = message.parts.map((part) => revivePart(part, facts));
    return parts.every((part, i) => part === message.parts[i]) ? message : { ...message, parts };
  });
}

function revivePart(part: AnyPart, facts: RevivalFacts): AnyPart {
  if (part.type === 'text' || part.type === 'reasoning') {
    return part.state === 'streaming' ? { ...part, state: 'done' } : part;
  }
  if (!isToolPart(part) || isSettled(part)) return part;
  if (facts.isLost(part.toolCallId)) return settle(part, LOST_OUTCOME);
  if (part.state === 'input-streaming') return settle(part, INTERRUPTED);
  if (part.state !== 'approval-requested') return part;
  const answer = facts.answerTo(part.approval.id);
  if (answer) {
    const { decision, reason } = answer;
    const approval = { ...part.approval, approved: decision !== 'no', reason };
    return { ...part, state: 'approval-responded', approval };
  }
  return facts.keepsQuestions || isLocalQuestion(part) ? part : settle(part, EXPIRED);
}
