import { html, nothing, type TemplateResult } from 'lit';
import type { ChatStore } from '../chat/chat-store.js';
import type { ChatContext } from './chat-context.js';
import { icon } from './icons.js';
import { renderText } from './value-view.js';
import { visibleText } from './visible-text.js';

/** What the user has decided so far: standing permissions to take back, and the log to keep. */
export function renderPermissions({
  store,
  strings,
  locale,
}: ChatContext): TemplateResult | typeof nothing {
  if (!store || store.auditLog.length === 0) return nothing;
  const { policies } = store;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const revoke = (event: Event, toolName: string, scope: string) => {
    // The pressed button goes with its permission, and the focus would go with it.
    (event.target as Element).closest('details')?.querySelector('summary')?.focus();
    store.revokePolicy(toolName, scope);
  };
  return html`<details class="permissions">
    <summary>
      ${icon('shield')}${
        policies.length > 0
          ? strings.policies(policies.length)
          : strings.decisions(store.auditLog.length)
      }${icon('chevron')}
    </summary>
    <ul>
      ${policies.map(
        ({ toolName, scope, since }) =>
          html`<li>
            <span
              ><code>${renderText(toolName)}</code>
              <small>${strings.policySince(time.format(since))}</small></span
            >
            <button
              type="button"
              class="button"
              aria-label=${strings.revokeTool(visibleText(toolName))}
              @click=${(event: Event) => revoke(event, toolName, scope)}
            >
              ${strings.revoke}
            </button>
          </li>`,
      )}
      <li>
        <span>${strings.decisions(store.auditLog.length)}</span>
        <button type="button" class="button" @click=${() => download(store)}>
          ${strings.exportAudit}
        </button>
      </li>
    </ul>
  </details>`;
}

function download(store: ChatStore): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob([store.exportAuditLog()], { type: 'application/x-ndjson' }),
  );
  link.download = 'decisions.jsonl';
  link.click();
  // Not at once: the download has not read it yet.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
