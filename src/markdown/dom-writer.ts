import { safeText } from './text-safety.js';

/** The only elements that content can become. */
export type Tag =
  | 'a'
  | 'blockquote'
  | 'br'
  | 'button'
  | 'code'
  | 'del'
  | 'div'
  | 'em'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'hr'
  | 'img'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'span'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul';

/** Elements inside the root at most; what would lie deeper becomes part of its parent. */
const MAX_DEPTH = 40;

/**
 * Writes elements and text over what a parent already holds: what is the same stays, the same
 * node. So the unfinished block of an answer can be written again for every few characters.
 */
export class DomWriter {
  #parent: Node;
  #next: ChildNode | null;
  #text = '';
  #depth = 0;

  constructor(parent: Node, skip = 0) {
    this.#parent = parent;
    this.#next = parent.childNodes[skip] ?? null;
  }

  text(text: string): void {
    this.#text += text;
  }

  /** Ends the current text node: what follows goes into another one. */
  flush(): void {
    if (!this.#text) return;
    const text = safeText(this.#text);
    this.#text = '';
    const next = this.#next;
    if (next?.nodeType === 3) {
      setText(next as Text, text);
      this.#next = next.nextSibling;
    } else {
      this.#put(document.createTextNode(text));
    }
  }

  /** An element without content of its own making: the caller fills it. */
  leaf(tag: Tag, className = ''): HTMLElement {
    this.flush();
    const next = this.#next as HTMLElement | null;
    if (next?.nodeType === 1 && next.localName === tag && next.className === className) {
      this.#next = next.nextSibling;
      return next;
    }
    const element = document.createElement(tag);
    if (className) element.className = className;
    this.#put(element);
    return element;
  }

  /** An element whose content `fill` writes; its first `skip` children are left alone. */
  element(tag: Tag, className: string, fill: () => void, skip = 0): HTMLElement | undefined {
    if (this.#depth >= MAX_DEPTH) {
      this.text(' ');
      fill();
      return;
    }
    const element = this.leaf(tag, className);
    const parent = this.#parent;
    const next = this.#next;
    this.#parent = element;
    this.#next = element.childNodes[skip] ?? null;
    this.#depth++;
    fill();
    this.end();
    this.#depth--;
    this.#parent = parent;
    this.#next = next;
    return element;
  }

  /** Removes what the parent held beyond what was written. */
  end(): void {
    this.flush();
    while (this.#next) {
      const next: ChildNode | null = this.#next.nextSibling;
      this.#next.remove();
      this.#next = next;
    }
  }

  #put(node: ChildNode): void {
    const next = this.#next;
    if (next) {
      this.#next = next.nextSibling;
      next.replaceWith(node);
    } else this.#parent.appendChild(node);
  }
}

/** Appends where the new text continues the old one: the browser then keeps layout and selection. */
export function setText(node: Text, text: string): void {
  const old = node.data;
  if (old === text) return;
  if (text.startsWith(old)) node.appendData(text.slice(old.length));
  else node.data = text;
}

/** Sets or removes an attribute where that changes something. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
