export { AdkError, type AdkErrorCode, type AdkErrorOptions } from './errors.js';
export { ChatStore } from './chat/chat-store.js';
export type { ChatStoreOptions, DecisionInput } from './chat/chat-store-options.js';
export type { AutoSubmit } from './chat/auto-submit.js';
export { MemoryStorage } from './chat/memory-storage.js';
export type { ChatStorage } from './chat/persistence.js';
export type { Environment } from './chat/recovery.js';
export { createTabs, type Tabs, type TabsOptions } from './chat/tabs.js';
export type { PendingApproval } from './chat/pending-approvals.js';
export {
  ToolRunner,
  type ToolCall,
  type ToolOutcome,
  type ToolRunnerOptions,
  type ToolRunOptions,
  type ToolRunResult,
} from './tools/tool-runner.js';
export type { ChatChange, ChatListener } from './chat/chat-state.js';
export { createTransport } from './transport/create-transport.js';
export {
  RecordingTransport,
  type RecordingEntry,
  type RecordingOptions,
} from './transport/recording.js';
export { ReplayTransport, type ReplayOptions } from './transport/replay.js';
export { withNormaliser } from './transport/with-normaliser.js';
export {
  isLiveTransport,
  type ConnectionState,
  type LiveEvents,
  type LiveListener,
  type LiveTransport,
  type Resolvable,
  type ToolReport,
  type Transcript,
  type TransportCapabilities,
  type TransportKind,
  type TransportOptions,
} from './transport/transport.js';
export type { Confirmation, Decision, DecisionOrigin, ToolPolicy } from './tools/decision.js';
