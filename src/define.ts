import { AdkApprovalBarElement } from './elements/adk-approval-bar-element.js';
import { AdkChatElement } from './elements/adk-chat-element.js';
import { AdkComposerElement } from './elements/adk-composer-element.js';
import { AdkFailureElement } from './elements/adk-failure-element.js';
import { AdkMessageElement } from './elements/adk-message-element.js';
import { AdkLightboxElement } from './elements/adk-lightbox-element.js';
import { AdkMessageListElement } from './elements/adk-message-list-element.js';
import { AdkToolElement } from './elements/adk-tool-element.js';
import { AdkVoiceElement } from './elements/adk-voice-element.js';
import { ToolApprovalElement } from './elements/tool-approval-element.js';

const elements = {
  'adk-approval-bar': AdkApprovalBarElement,
  'adk-chat': AdkChatElement,
  'adk-composer': AdkComposerElement,
  'adk-failure': AdkFailureElement,
  'adk-lightbox': AdkLightboxElement,
  'adk-message-list': AdkMessageListElement,
  'adk-message': AdkMessageElement,
  'adk-tool': AdkToolElement,
  'adk-voice': AdkVoiceElement,
  'tool-approval': ToolApprovalElement,
};

// A server has no registry: importing this file there must not fail.
if (typeof customElements !== 'undefined') {
  for (const [tag, element] of Object.entries(elements)) {
    if (!customElements.get(tag)) customElements.define(tag, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'adk-approval-bar': AdkApprovalBarElement;
    'adk-chat': AdkChatElement;
    'adk-composer': AdkComposerElement;
    'adk-failure': AdkFailureElement;
    'adk-lightbox': AdkLightboxElement;
    'adk-message-list': AdkMessageListElement;
    'adk-message': AdkMessageElement;
    'adk-tool': AdkToolElement;
    'adk-voice': AdkVoiceElement;
    'tool-approval': ToolApprovalElement;
  }
}
