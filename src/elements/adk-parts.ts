import { html, nothing, type TemplateResult } from 'lit';
import { isLongRunning, toolNameOf, type AnyToolPart } from '../chat/message-parts.js';
import type { ChatContext } from './chat-context.js';

let loading: Promise<void> | undefined;

/** Only ADK servers ask for these elements. What cannot be loaded is tried again with the next one. */
function load(): void {
  loading ??= import('./adk-extras.js').then(
    ({ defineAdkElements }) => defineAdkElements(),
    () => {
      loading = undefined;
    },
  );
}

/** The form for a call that waits for a person; nothing if a tool or the host answers it. */
export function renderAdkRequest(
  call: AnyToolPart,
  context: ChatContext,
): TemplateResult | undefined {
  const { store } = context;
  if (call.state !== 'input-available' || !isLongRunning(call)) return undefined;
  if (!store || store.runningToolCalls.has(call.toolCallId)) return undefined;
  if (Object.hasOwn(store.tools, toolNameOf(call))) return undefined;
  load();
  return html`<adk-request .call=${call} .context=${context}></adk-request>`;
}

/** What a tool wants filled in together with its approval. */
export function payloadOf({ approval }: AnyToolPart): unknown {
  return (approval?.descriptor as { payload?: unknown } | undefined)?.payload;
}

export function renderPayload(
  part: AnyToolPart,
  { strings }: ChatContext,
): TemplateResult | typeof nothing {
  const payload = payloadOf(part);
  if (payload === undefined) return nothing;
  load();
  return html`<adk-form data-payload .template=${payload} .strings=${strings}></adk-form>`;
}

export function renderAdkData(
  name: string,
  data: unknown,
  context: ChatContext,
): TemplateResult | typeof nothing {
  if (name !== 'adk-agent' && name !== 'adk-artifact') return nothing;
  load();
  return name === 'adk-agent'
    ? html`<adk-agent .data=${data}></adk-agent>`
    : html`<adk-artifact .data=${data} .context=${context}></adk-artifact>`;
}
