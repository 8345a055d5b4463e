/** What a person can answer to "may this tool run?". */
export type Decision = 'yes' | 'yes_always' | 'no';

/** One answer, kept for as long as the store (or its persistence) lives. */
export interface Confirmation {
  toolCallId: string;
  toolName: string;
  /** Absent for a browser tool that asks by itself, without a server's question. */
  approvalId?: string;
  decision: Decision;
  reason?: string;
  /** Who decided: a person, or a standing `yes_always` of an earlier answer. */
  origin: 'user' | 'policy' | 'expired';
  /** Milliseconds since the epoch. */
  at: number;
  /** Hash of the exact input that was shown, so that an audit can tell two calls apart. */
  inputHash?: string;
}

/** A standing permission. It never covers credential or input requests. */
export interface ToolPolicy {
  toolName: string;
  /** Backend and app that the permission is limited to. */
  scope: string;
  /** The answer that created it. */
  since: number;
}
