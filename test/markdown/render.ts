import { MarkdownView, type MarkdownOptions } from '../../src/markdown/markdown-view.js';
import { en } from '../../src/locales/en.js';

export const options: MarkdownOptions = { strings: en };

/** Renders a whole text at once. */
export function render(text: string, given: Partial<MarkdownOptions> = {}): HTMLElement {
  const root = document.createElement('div');
  new MarkdownView(root, { ...options, ...given }).update(text, true);
  return root;
}

/** Renders a text in pieces; `seen` is called after each. */
export function stream(
  pieces: Iterable<string>,
  seen: (root: HTMLElement) => void = () => {},
  given: Partial<MarkdownOptions> = {},
): HTMLElement {
  const root = document.createElement('div');
  const view = new MarkdownView(root, { ...options, ...given });
  let text = '';
  for (const piece of pieces) {
    text += piece;
    view.update(text, false);
    seen(root);
  }
  view.update(text, true);
  return root;
}

/** Markup of a rendered text without what every block has. */
export function markup(root: HTMLElement): string {
  return root.innerHTML
    .replace(/ dir="(?:auto|ltr|rtl)"/g, '')
    .replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '')
    .replace(/ title="[^"]*"/g, '')
    .replace(/<div class="table"[^>]*>(.*?<\/table>)<\/div>/gs, '$1')
    .replace(
      /<div class="code-block"><div class="code-header"><span class="code-language">(.*?)<\/span>.*?<\/div><pre[^>]*>(.*?)<\/pre><\/div>/gs,
      '<pre $1>$2</pre>',
    )
    .replaceAll('<pre >', '<pre>');
}
