export * from './headless.js';
export * from './events.js';
export { AdkChatElement } from './elements/adk-chat-element.js';
export { AdkComposerElement } from './elements/adk-composer-element.js';
export { AdkMessageElement } from './elements/adk-message-element.js';
export { ToolApprovalElement } from './elements/tool-approval-element.js';
export type { DataRenderer, Rendered, ToolRenderer } from './elements/chat-context.js';
