import { html, type TemplateResult } from 'lit';
import { toolNameOf, type AnyToolPart } from '../chat/message-parts.js';
import type { ChatContext } from './chat-context.js';

/** The card of one tool call. */
export function renderToolPart(part: AnyToolPart, context: ChatContext): TemplateResult {
  void context;
  return html`<slot name="tool:${part.toolCallId}">
    <div part="tool" class="tool"><bdi>${toolNameOf(part)}</bdi></div>
  </slot>`;
}
