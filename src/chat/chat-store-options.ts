import type { ChatInit, ChatTransport, ToolSet, UIMessage } from 'ai';
import type { Decision } from '../tools/decision.js';
import type { ToolCall } from '../tools/tool-runner.js';
import type { AutoSubmit } from './auto-submit.js';

export interface ChatStoreOptions extends Omit<
  ChatInit<UIMessage>,
  'transport' | 'onToolCall' | 'sendAutomaticallyWhen' | 'experimental_queue'
> {
  transport: ChatTransport<UIMessage>;
  /** Browser tools. */
  tools?: ToolSet;
  /** Milliseconds until a browser tool counts as failed. */
  toolTimeout?: number;
  /** Backend and app that `yes_always` answers are limited to. */
  scope?: string;
  /** When decisions and results are sent without the user sending anything. */
  autoSubmit?: AutoSubmit;
  /** How often that may happen in a row without the user doing anything. */
  maxAutomaticSends?: number;
  /** How many messages are sent at most; older ones stay here. */
  historyLimit?: number;
  /** Asked before a browser tool runs. `false`: the host runs it and calls `addToolOutput`. */
  onBeforeToolCall?: (call: ToolCall) => boolean | void;
}

export interface DecisionInput {
  approvalId: string;
  decision: Decision;
  reason?: string;
  /** What the tool asked to fill in, where it asked (ADK). */
  payload?: unknown;
}
