import type { AnyToolPart } from '../chat/message-parts.js';
import type { Confirmation } from '../tools/decision.js';

export interface ApprovalRecord {
  outcome: 'approved' | 'alwaysAllowed' | 'denied' | 'expired' | 'checking';
  by?: 'byYou' | 'byPolicy' | 'byServer';
  at?: number;
  reason?: string;
}

/** How a question ended. The tool call knows what was decided, the confirmation by whom and when. */
export function approvalRecord(
  { approval }: AnyToolPart,
  confirmation: Confirmation | undefined,
  isExpired: boolean,
): ApprovalRecord {
  if (confirmation) {
    const { decision, origin, at, reason } = confirmation;
    if (origin === 'expired') return { outcome: 'expired', at };
    return {
      outcome:
        decision === 'no'
          ? 'denied'
          : decision === 'yes' || origin === 'policy'
            ? 'approved'
            : 'alwaysAllowed',
      by: origin === 'policy' ? 'byPolicy' : 'byYou',
      at,
      reason,
    };
  }
  const by = approval?.isAutomatic ? 'byServer' : undefined;
  if (approval?.approved === undefined) {
    return { outcome: isExpired ? 'expired' : 'checking', by };
  }
  return { outcome: approval.approved ? 'approved' : 'denied', by, reason: approval.reason };
}
