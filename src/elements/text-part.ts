import { html, type TemplateResult } from 'lit';
import type { ChatContext } from './chat-context.js';

/** Text of the model: Markdown. */
export function renderMarkdown(text: string, final: boolean, context: ChatContext): TemplateResult {
  void final;
  void context;
  return html`<div part="text" class="text plain">${text}</div>`;
}

/** Text of the user: exactly as typed. */
export function renderPlain(text: string): TemplateResult {
  return html`<div part="text" class="text plain">${text}</div>`;
}
