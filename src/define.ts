import { AdkChatElement } from './elements/adk-chat-element.js';
import { AdkComposerElement } from './elements/adk-composer-element.js';
import { AdkMessageElement } from './elements/adk-message-element.js';

const elements = {
  'adk-chat': AdkChatElement,
  'adk-composer': AdkComposerElement,
  'adk-message': AdkMessageElement,
};

// A server has no registry: importing this file there must not fail.
if (typeof customElements !== 'undefined') {
  for (const [tag, element] of Object.entries(elements)) {
    if (!customElements.get(tag)) customElements.define(tag, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'adk-chat': AdkChatElement;
    'adk-composer': AdkComposerElement;
    'adk-message': AdkMessageElement;
  }
}
