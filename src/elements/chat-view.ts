import { html, nothing, type TemplateResult } from 'lit';
import type { ChatStore } from '../chat/chat-store.js';
import { isSettled, textOf, toolPartsOf } from '../chat/message-parts.js';
import type { Strings } from '../locales/en.js';
import { suggestionOf, type Suggestion } from './converters.js';
import { icon, type IconName } from './icons.js';

export function renderHeader(
  chat: HTMLElement & { heading: string; launcher: string | undefined; requestUpdate(): void },
  strings: Strings,
  onClose: () => void,
): TemplateResult {
  const floating = chat.launcher !== undefined;
  const title = chat.heading || (floating ? strings.chat : '');
  const filled = title !== '' || chat.querySelector(':scope > [slot=header]') !== null;
  return html`<header part="header" class="header" ?hidden=${!filled}>
    <slot name="header" @slotchange=${() => chat.requestUpdate()}>
      ${title ? html`<h2>${title}</h2>` : nothing}
    </slot>
    ${
      floating
        ? html`<button
            type="button"
            class="icon-button"
            aria-label=${strings.close}
            title=${strings.close}
            @click=${onClose}
          >
            ${icon('close')}
          </button>`
        : nothing
    }
  </header>`;
}

export function renderLauncher(
  strings: Strings,
  unread: number,
  open: boolean,
  onClick: () => void,
): TemplateResult {
  return html`<button
    type="button"
    part="launcher"
    class="launcher"
    aria-label=${open ? strings.close : strings.open}
    aria-expanded=${open}
    aria-description=${unread > 0 ? strings.unread(unread) : nothing}
    data-unread=${unread || nothing}
    @click=${onClick}
  >
    <slot name="launcher">${icon(open ? 'close' : 'chat')}</slot>
  </button>`;
}

export function renderEmpty(
  suggestions: readonly Suggestion[],
  strings: Strings,
  onPick: (text: string) => void,
): TemplateResult {
  return html`<div class="empty">
    <slot name="empty"><p class="greeting">${strings.empty}</p></slot>
    ${
      suggestions.length > 0
        ? html`<div
            part="suggestions"
            class="suggestions"
            role="group"
            aria-label=${strings.suggestions}
          >
            ${suggestions.map((suggestion) => {
              const { label, prompt } = suggestionOf(suggestion);
              return html`<button type="button" class="suggestion" @click=${() => onPick(prompt)}>
                ${label}
              </button>`;
            })}
          </div>`
        : nothing
    }
  </div>`;
}

export function renderNotice(text: string, name?: IconName): TemplateResult {
  return html`<p part="notice" class="notice" role="status">
    ${name ? icon(name) : nothing}${text}
  </p>`;
}

export function renderEndButton(
  strings: Strings,
  unseen: boolean,
  onClick: () => void,
): TemplateResult {
  const label = unseen ? strings.newMessages : strings.scrollToEnd;
  return html`<div class="to-end">
    <button type="button" class="pill" aria-label=${label} @click=${onClick}>
      ${icon('end')}${unseen ? label : nothing}
    </button>
  </div>`;
}

/** Messages that wait: for the answer in progress, or for a question to be answered. */
export function renderQueue(store: ChatStore, strings: Strings): TemplateResult | typeof nothing {
  const queued = store.queuedMessages;
  if (queued.length === 0) return nothing;
  const isIdle = store.status === 'ready';
  // Without a question, what an idle chat may wait for is a call that somebody has to answer.
  const last = isIdle ? store.messages.at(-1) : undefined;
  const blocked =
    store.pendingApprovals.length > 0 ||
    (last !== undefined && toolPartsOf(last).some((part) => !isSettled(part)));
  return html`<div part="notice" class="queue">
    <p role="status">${blocked ? strings.queuedAfterQuestion : strings.queued}</p>
    <ul>
      ${queued.map(
        (message) =>
          html`<li class="chip">
            <span>${textOf(message) || strings.file}</span>
            <button
              type="button"
              class="icon-button small"
              aria-label=${strings.removeQueued}
              title=${strings.removeQueued}
              @click=${() => store.removeQueued(message.id)}
            >
              ${icon('close')}
            </button>
          </li>`,
      )}
    </ul>
    ${
      blocked || isIdle
        ? html`<button type="button" class="button" @click=${() => void store.denyAndSend()}>
            ${blocked ? strings.denyAndSend : strings.sendNow}
          </button>`
        : nothing
    }
  </div>`;
}
