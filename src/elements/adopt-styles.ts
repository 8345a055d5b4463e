import type { CSSResult } from 'lit';

/** Gives the root around an element the styles that were loaded with it. */
export function adoptStyles(element: Element, { styleSheet }: CSSResult): void {
  const { adoptedStyleSheets } = element.getRootNode() as ShadowRoot;
  if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!);
}
