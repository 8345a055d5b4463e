import type { AnyToolPart } from '../../src/chat/message-parts.js';

/** A tool call that waits for an answer; `more` overrides anything. */
export function toolQuestion(
  more: Record<string, unknown> = {},
  approval: Record<string, unknown> = {},
): AnyToolPart {
  return {
    type: 'tool-process_payment',
    toolCallId: 'call-1',
    state: 'approval-requested',
    input: { amount: 30, recipient: 'Hanako' },
    approval: { id: 'approval-1', ...approval },
    ...more,
  } as AnyToolPart;
}
