/**
 * Whether an element that has just appeared may take the focus: only from nothing, or from something
 * in the same chat that nobody types into or is about to press.
 */
export function mayTakeFocus(element: Element): boolean {
  let active = document.activeElement;
  if (!active || active === document.body) return true;
  const chat = chatOf(element);
  let isInChat = false;
  for (;;) {
    if (active.localName === element.localName || isEditable(active)) return false;
    isInChat ||= active === chat || (chat?.contains(active) ?? false);
    const inner: Element | null | undefined = active.shadowRoot?.activeElement;
    if (!inner) return isInChat;
    active = inner;
  }
}

function chatOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : element.closest('adk-chat');
}

function isEditable(element: Element): boolean {
  return (
    element.matches('input, textarea, select, [role="textbox"], [role="combobox"]') ||
    (element instanceof HTMLElement && element.isContentEditable)
  );
}
