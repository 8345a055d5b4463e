import temml from 'temml';

/** Draws a formula as MathML; what cannot be understood stays as it was written. */
export function drawFormula(element: HTMLElement, formula: string, display: boolean): void {
  const drawn = document.createElement('span');
  try {
    temml.render(formula, drawn, {
      displayMode: display,
      throwOnError: true,
      annotate: true,
      // No links, pictures, ids or classes from a formula, and nothing larger than the text around.
      trust: false,
      maxSize: [20, 200],
      maxExpand: 200,
    });
  } catch {
    return;
  }
  element.replaceChildren(...drawn.childNodes);
}
