/** What a person can answer to "may this tool run?". */
export type Decision = 'yes' | 'yes_always' | 'no';

/** Who decided: a person, a standing `yes_always` of an earlier answer, or the server's clock. */
export type DecisionOrigin = 'user' | 'policy' | 'expired';

/** One answer, kept for as long as the store (or its persistence) lives. */
export interface Confirmation {
  toolCallId: string;
  toolName: string;
  /** Absent for a browser tool that asks by itself, without a server's question. */
  approvalId?: string;
  decision: Decision;
  reason?: string;
  origin: DecisionOrigin;
  /** Milliseconds since the epoch. */
  at: number;
  /** Backend and app that a `yes_always` is limited to. */
  scope?: string;
  /** When a `yes_always` was taken back. The answer stays in the log, the permission is gone. */
  revoked?: number;
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
