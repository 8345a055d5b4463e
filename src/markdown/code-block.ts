import { setText } from './dom-writer.js';
import { safeText } from './text-safety.js';

export interface CodeStrings {
  readonly copy: string;
  readonly copied: string;
  readonly code: string;
}

/** Colours a finished block; text and language as the model wrote them. */
export type Highlight = (code: HTMLElement, text: string, language: string) => void;

/** Code whose content is no longer one text node, with the text that it shows. */
const highlighted = new WeakMap<HTMLElement, string>();

/** Fills an element with header, copy button and code, or updates one that was filled before. */
export function writeCodeBlock(
  element: HTMLElement,
  language: string,
  text: string,
  strings: CodeStrings,
): HTMLElement {
  if (!element.firstChild) {
    const header = append(element, 'div', 'code-header');
    append(header, 'span', 'code-language');
    const button = append(header, 'button', 'copy');
    button.setAttribute('type', 'button');
    button.textContent = strings.copy;
    const pre = append(element, 'pre');
    // A region that scrolls must be reachable by keyboard.
    pre.tabIndex = 0;
    pre.setAttribute('role', 'region');
    pre.setAttribute('aria-label', strings.code);
    pre.dir = 'ltr';
    append(pre, 'code').append('');
  }
  const label = element.querySelector('.code-language')!;
  const name = safeText(language).slice(0, 40);
  if (label.textContent !== name) label.textContent = name;
  const code = element.querySelector('code')!;
  const shown = safeText(text);
  if (highlighted.get(code) === shown) return code;
  highlighted.delete(code);
  if (code.firstChild?.nodeType !== 3 || code.childNodes.length > 1) code.replaceChildren('');
  setText(code.firstChild as Text, shown);
  return code;
}

/** Lets the highlighter replace the text of a finished block, at most once for each text. */
export function highlightCode(code: HTMLElement, language: string, highlight: Highlight): void {
  const text = code.textContent;
  if (!language || highlighted.get(code) === text) return;
  highlighted.set(code, text);
  highlight(code, text, language);
}

/** Copies the code beside a copy button and says so for a moment. */
export async function copyCode(button: HTMLElement, strings: CodeStrings): Promise<void> {
  const code = button.closest('.code-block')!.querySelector('code')!;
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    // Not a secure context, or the permission was denied: selecting leaves one key press to do.
    getSelection()?.selectAllChildren(code);
    return;
  }
  button.textContent = strings.copied;
  button.classList.add('done');
  setTimeout(() => {
    button.textContent = strings.copy;
    button.classList.remove('done');
  }, 2000);
}

function append(parent: HTMLElement, tag: 'div' | 'span' | 'button' | 'pre' | 'code', name = '') {
  const element = document.createElement(tag);
  if (name) element.className = name;
  parent.append(element);
  return element;
}

/** What the info string of a fence says about the language. */
export const fenceLanguage = (info: string) => /^[^\s{,]+/.exec(info.trim())?.[0] ?? '';

/** Removes the indentation that a fence shares with its content. */
export const dedent = (line: string, indent: number) => {
  let i = 0;
  while (i < indent && line[i] === ' ') i++;
  return line.slice(i);
};

/** A fenced block that is still open: its lines are appended, never parsed again. */
export class OpenFence {
  readonly #text: Text;
  readonly #close: RegExp;
  readonly #mayClose: RegExp;
  readonly #indent: number;
  #lineStart: number;
  /** How much of the current line is on the page. */
  #shown = 0;
  #empty = true;

  constructor(code: HTMLElement, start: number, fence: string, indent: number) {
    code.replaceChildren('');
    this.#text = code.firstChild as Text;
    this.#lineStart = start;
    this.#indent = indent;
    this.#close = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
    this.#mayClose = new RegExp(`^[ \\t]*${fence[0]}*[ \\t]*$`);
  }

  /** Takes what the source has beyond the last call. Returns where the block ended, if it did. */
  advance(source: string, final: boolean): number | undefined {
    let added = '';
    for (;;) {
      const end = source.indexOf('\n', this.#lineStart);
      const line = source.slice(this.#lineStart, end < 0 ? undefined : end);
      const closed = this.#shown === 0 && (end >= 0 || final) && this.#close.test(line);
      if (closed || (end < 0 && final && line === '')) {
        this.#append(added);
        return end < 0 ? source.length : end + 1;
      }
      // A line that may become the closing fence waits, as does its indentation.
      if (end < 0 && !final && this.#shown === 0 && this.#mayClose.test(line)) break;
      const text = dedent(line, this.#indent);
      if (this.#shown === 0 && !this.#empty) added += '\n';
      this.#empty = false;
      added += text.slice(this.#shown && this.#shown - 1);
      if (end < 0) {
        // One more than the length, so that a line that was begun differs from one that was not.
        this.#shown = text.length + 1;
        if (final) {
          this.#append(added);
          return source.length;
        }
        break;
      }
      this.#lineStart = end + 1;
      this.#shown = 0;
    }
    this.#append(added);
    return;
  }

  #append(text: string): void {
    if (text) this.#text.appendData(safeText(text));
  }
}
