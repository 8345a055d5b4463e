import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { AdkArtifactElement } from './adk-artifact-element.js';
import { AdkFormElement } from './adk-form-element.js';
import { AdkRequestElement } from './adk-request-element.js';
import { adkRequestStyles } from './adk-request-styles.js';
import { themeStyles } from './theme-styles.js';
import { visibleText } from './visible-text.js';

/** Names the agent that speaks from here on. */
export class AdkAgentElement extends LitElement {
  static override styles = [themeStyles, adkRequestStyles];

  @property({ attribute: false }) data: { name: string } | undefined;

  protected override render() {
    return html`<div class="agent"><bdi>${visibleText(this.data?.name ?? '')}</bdi></div>`;
  }
}

const elements = {
  'adk-agent': AdkAgentElement,
  'adk-artifact': AdkArtifactElement,
  'adk-form': AdkFormElement,
  'adk-request': AdkRequestElement,
};

/** Registers what only chats with an ADK server show. */
export function defineAdkElements(): void {
  for (const [tag, element] of Object.entries(elements)) {
    if (!customElements.get(tag)) customElements.define(tag, element);
  }
}
