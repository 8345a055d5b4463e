/**
 * Runs inside the page: looks at every element below the chat, through all shadow roots, and names
 * what has no place there. Must not refer to anything outside of itself.
 */
export function auditChat(): string[] {
  const FORBIDDEN =
    /^(script|iframe|frame|frameset|object|embed|applet|link|meta|base|style|form(?!:)|portal|fencedframe|noscript|template|video|source|track|picture|use|image|feimage|foreignobject|animate|set|marquee|xmp|plaintext|title)$/;
  const LOADS = new Set(['src', 'srcset', 'poster', 'data', 'background', 'lowsrc', 'xlink:href']);
  const found = new Set<string>();
  const report = (element: Element, why: string) =>
    found.add(`${why}: ${element.outerHTML.slice(0, 200)}`);

  const visit = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const name = element.localName;
      const ours = name === 'form' && element.classList.contains('composer');
      if (FORBIDDEN.test(name) && !ours) report(element, 'element');
      for (const { name: attribute, value } of element.attributes) {
        if (/^on/i.test(attribute)) report(element, 'handler');
        if (/^(ping|action|formaction|srcdoc|http-equiv|is)$/.test(attribute)) {
          report(element, attribute);
        }
        if (attribute === 'style' && /url|image|expression|import/i.test(value)) {
          report(element, 'style');
        }
        if (LOADS.has(attribute) && !/^(data:|blob:)/.test(value)) {
          report(element, 'loads');
        }
        if (attribute === 'href') {
          const { protocol, username } = new URL(value, document.baseURI);
          const saved = element.hasAttribute('download') && /^(data|blob):$/.test(protocol);
          if (!/^(https?|mailto|tel):$/.test(protocol) && !saved) report(element, 'address');
          if (username) report(element, 'hidden host');
          if (!element.getAttribute('rel')?.includes('noopener')) report(element, 'opener');
        }
      }
    }
  };
  for (const chat of document.querySelectorAll('adk-chat'))
    if (chat.shadowRoot) visit(chat.shadowRoot);
  return [...found].slice(0, 5);
}
