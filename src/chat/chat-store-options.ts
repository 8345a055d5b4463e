import type { ChatInit, ChatTransport, ToolSet, UIMessage } from 'ai';
import type { Decision } from '../tools/decision.js';
import type { ToolCall } from '../tools/tool-runner.js';
import type { AutoSubmit } from './auto-submit.js';
import type { ChatStorage } from './persistence.js';
import type { Environment } from './recovery.js';
import type { Tabs } from './tabs.js';

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
  /**
   * Where the conversation is kept: messages, open questions, decisions, what waits and what was
   * still on its way. Decisions and the start of a tool are written before anything happens.
   */
  storage?: ChatStorage;
  /** Names the conversation in storage. Default: `id`. */
  storageKey?: string;
  /** Whether other tabs, or other stores on the same storage, may show this conversation too. */
  tabs?: boolean | ((key: string) => Tabs);
  /** Tells of the network and of the page's visibility, where there is one. */
  environment?: Environment;
}

export interface DecisionInput {
  approvalId: string;
  decision: Decision;
  reason?: string;
  /** What the tool asked to fill in, where it asked (ADK). */
  payload?: unknown;
}
