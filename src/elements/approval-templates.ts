import type { PendingApproval } from '../chat/pending-approvals.js';
import type { ChatContext } from './chat-context.js';
import type { ToolApprovalElement } from './tool-approval-element.js';
import { descriptionOf } from './tool-part.js';

/**
 * Stamps `<tool-approval slot="tool-approval" tool="…"><template>` of the page for each question of
 * that tool: a copy of the element with the template's content in it, beside the original, so that
 * the styles and scripts of the page reach it.
 */
export class ApprovalTemplates {
  readonly #stamped = new Map<string, ToolApprovalElement>();

  sync({ host, store, strings, locale }: ChatContext): void {
    const questions = store?.pendingApprovals ?? [];
    const open = new Set(questions.map(({ approvalId }) => approvalId));
    for (const [approvalId, element] of this.#stamped) {
      if (open.has(approvalId)) continue;
      this.#stamped.delete(approvalId);
      removeWithFocus(element, host);
    }
    for (const question of questions) {
      const element = this.#stamped.get(question.approvalId) ?? this.#stamp(question, host);
      if (!element) continue;
      const { part, expiresAt } = question;
      const description = descriptionOf(part, store);
      Object.assign(element, { toolPart: part, expiresAt, strings, description });
      // Only a change: the chat watches the languages around it and would update for ever.
      if (element.lang !== locale) element.lang = locale;
    }
  }

  #stamp(
    { approvalId, toolCallId, toolName }: PendingApproval,
    host: HTMLElement,
  ): ToolApprovalElement | undefined {
    const own = [...host.children];
    const slot = `tool-approval:${toolCallId}`;
    const original = own.find(
      (child) => child.slot === 'tool-approval' && child.getAttribute('tool') === toolName,
    );
    const template = original?.querySelector('template');
    if (!original || !template || own.some((child) => child.slot === slot)) return undefined;
    const element = original.cloneNode() as ToolApprovalElement;
    element.removeAttribute('id');
    element.slot = slot;
    element.append(document.importNode(template.content, true));
    host.append(element);
    this.#stamped.set(approvalId, element);
    return element;
  }
}

/** The record of the same call takes over the focus of the question. */
function removeWithFocus(element: ToolApprovalElement, host: HTMLElement): void {
  const hadFocus = element.contains(document.activeElement);
  element.remove();
  if (!hadFocus) return;
  const records = host.shadowRoot?.querySelectorAll('tool-approval') ?? [];
  const record = Array.from(records).find(
    ({ toolPart }) => toolPart?.toolCallId === element.toolPart?.toolCallId,
  );
  void record?.updateComplete.then(() => record.focus({ preventScroll: true }));
}
