import type { UIMessage } from 'ai';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { en, type Strings } from '../locales/en.js';

/**
 * One message of the conversation. Renders into the shadow root of the `<adk-chat>` that holds it,
 * so that the chat's parts and slots reach inside.
 */
export class AdkMessageElement extends LitElement {
  @property({ attribute: false }) message: UIMessage | undefined;
  @property({ attribute: false }) strings: Strings = en;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render() {
    const { message } = this;
    if (!message) return;
    return html`<article
      part="message message-${message.role}"
      class="message ${message.role}"
      aria-label=${message.role === 'user' ? this.strings.you : this.strings.assistant}
    >
      ${message.parts.map((part) =>
        part.type === 'text' ? html`<div part="text" class="text">${part.text}</div>` : undefined,
      )}
    </article>`;
  }
}
