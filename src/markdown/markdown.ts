import { markdownStyles } from './markdown-styles.js';
import { MarkdownView, type MarkdownStrings } from './markdown-view.js';

/** A text with more formulas than this is not written for people; the rest of them stay as source. */
const MAX_FORMULAS = 1000;

let sheet: CSSStyleSheet | undefined;

/** Lets Markdown inside this root look like something. */
export function adoptMarkdownStyles({ adoptedStyleSheets }: DocumentOrShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(markdownStyles);
  }
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
}

/**
 * A view of Markdown in an element. Code is coloured and formulas are drawn by extras, which load
 * when the first of their kind is complete.
 */
export function createMarkdownView(
  root: HTMLElement,
  strings: MarkdownStrings,
  allowedOrigins: readonly string[],
): MarkdownView {
  let formulas = MAX_FORMULAS;
  // An extra that cannot be loaded leaves plain code, or the source of a formula.
  return new MarkdownView(root, {
    strings,
    allowedOrigins,
    highlight: (code, text, language) =>
      void import('./highlight.js').then(
        ({ highlight }) => highlight(code, text, language),
        () => {},
      ),
    math: (element, formula, display) =>
      formulas-- > 0 &&
      void import('./math.js').then(
        ({ drawFormula }) => drawFormula(element, formula, display),
        () => {},
      ),
  });
}
