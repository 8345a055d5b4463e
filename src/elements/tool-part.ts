import type { UIMessage } from 'ai';
import { html, nothing, type TemplateResult } from 'lit';
import { isOpenQuestion, toolNameOf, type AnyToolPart } from '../chat/message-parts.js';
import { renderAdkRequest, renderPayload } from './adk-parts.js';
import type { ChatContext } from './chat-context.js';
import { renderByHost } from './host-renderer.js';

const EXPORTED_PARTS = 'card: approval-card, record, approve-button, always-button, deny-button';

/**
 * One tool call: its card, or the question whether it may run, and below the card how that was
 * decided. The same `<tool-approval>` asks and keeps the record, so that focus can stay in it; its
 * slot changes the name, so that a host's card for the question goes when the question is answered.
 */
export function renderToolPart(
  part: AnyToolPart,
  message: UIMessage,
  context: ChatContext,
): TemplateResult {
  const { toolCallId, approval } = part;
  const { store, strings, locale, toolRenderers } = context;
  const isOpen = isOpenQuestion(part);
  return html`${
    isOpen
      ? nothing
      : html`<slot name="tool:${toolCallId}"
          >${
            renderByHost(() => toolRenderers.get(toolNameOf(part))?.(part, message)) ??
            renderAdkRequest(part, context) ??
            html`<adk-tool .call=${part} .context=${context}></adk-tool>`
          }</slot
        >`
  }
  ${
    approval
      ? html`<slot name="tool-${isOpen ? 'approval' : 'record'}:${toolCallId}">
          <tool-approval
            part="tool-approval"
            exportparts=${EXPORTED_PARTS}
            lang=${locale}
            compact
            .description=${descriptionOf(part, store)}
            .toolPart=${part}
            .expiresAt=${isOpen ? expiryOf(part, context) : undefined}
            .confirmation=${isOpen ? undefined : store?.confirmationOf(toolCallId)}
            .strings=${strings}
            >${isOpen ? renderPayload(part, context) : nothing}</tool-approval
          >
        </slot>`
      : nothing
  }`;
}

function expiryOf({ toolCallId }: AnyToolPart, { store }: ChatContext): number | undefined {
  return store?.pendingApprovals.find((open) => open.toolCallId === toolCallId)?.expiresAt;
}

/** Only a browser tool comes with a description: those of the server are for the model. */
export function descriptionOf(part: AnyToolPart, store: ChatContext['store']): string {
  const name = toolNameOf(part);
  const tools = store?.tools ?? {};
  const description = Object.hasOwn(tools, name) ? tools[name]?.description : '';
  return typeof description === 'string' ? description : '';
}
