import {
  fenceLanguage,
  dedent,
  highlightCode,
  writeCodeBlock,
  type CodeStrings,
  type Highlight,
} from './code-block.js';
import { setAttribute, type DomWriter, type Tag } from './dom-writer.js';
import { decodeEntity, unescapeText } from './entities.js';
import { imageDecision } from './image-policy.js';
import { linkTarget, tellsTarget } from './link-policy.js';
import { normaliseLabel, type Node } from './parse.js';
import { PENDING } from './speculate.js';
import { safeText } from './text-safety.js';

export interface MarkdownStrings extends CodeStrings {
  readonly table: string;
  readonly image: string;
  readonly taskDone: string;
  readonly taskOpen: string;
  loadImage(host: string): string;
}

export interface MarkdownOptions {
  readonly strings: MarkdownStrings;
  /** Origins whose images load without asking. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Colours a finished code block. */
  readonly highlight?: Highlight | undefined;
  /** Draws a formula into an element. Without it, formulas are plain text. */
  readonly math?: ((element: HTMLElement, formula: string, display: boolean) => void) | undefined;
  /** An image has arrived and may have changed the height of the text. */
  readonly onImageLoad?: (() => void) | undefined;
}

export interface Definition {
  readonly address: string;
}

const MAX_COLUMNS = 100;

const INLINE_TAGS = new Map<string, Tag>([
  ['Emphasis', 'em'],
  ['StrongEmphasis', 'strong'],
  ['Strikethrough', 'del'],
]);

/** What an image, formula or placeholder shows; such an element is filled only once. */
const filledWith = new WeakMap<HTMLElement, string>();

/** Draws parsed blocks through a writer. */
export class Renderer {
  readonly #writer: DomWriter;
  readonly #source: string;
  readonly #options: MarkdownOptions;
  readonly #definitions: ReadonlyMap<string, Definition>;
  #inLink = false;
  #inTable = false;

  constructor(
    writer: DomWriter,
    source: string,
    options: MarkdownOptions,
    definitions: ReadonlyMap<string, Definition>,
  ) {
    this.#writer = writer;
    this.#source = source;
    this.#options = options;
    this.#definitions = definitions;
  }

  /**
   * One block. `skip` children of its element are finished and stay; `from` is where an
   * unfinished paragraph continues; a block that is `open` may still grow.
   */
  block(node: Node, { skip = 0, from = node.from, open = false } = {}): HTMLElement | undefined {
    const { name, children } = node;
    switch (name) {
      case 'Paragraph':
        return this.#box('p', '', () => this.#inline(node, from), skip);
      case 'Task':
        return this.#box('p', '', () => this.#task(node));
      case 'Blockquote':
        return this.#container(node, 'blockquote', '', open);
      case 'BulletList':
        return this.#writer.element('ul', '', () => this.#blocks(children, open), skip);
      case 'OrderedList': {
        const list = this.#writer.element('ol', '', () => this.#blocks(children, open), skip);
        const start = parseInt(this.#slice(children[0]!.children[0]!), 10);
        if (list && !skip) setAttribute(list, 'start', start === 1 ? undefined : String(start));
        return list;
      }
      case 'ListItem':
        return this.#container(
          node,
          'li',
          children.some((child) => child.name === 'Task') ? 'task' : '',
          open,
        );
      case 'HorizontalRule':
        return this.#writer.leaf('hr');
      case 'FencedCode':
      case 'CodeBlock':
        return this.#code(node, open);
      case 'Table':
        return this.#table(node, skip);
    }
    const level = /^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1];
    if (level) return this.#box(`h${level}` as Tag, '', () => this.#heading(node));
    return;
  }

  #blocks(nodes: Node[], open: boolean): void {
    nodes.forEach((node, i) => this.block(node, { open: open && i === nodes.length - 1 }));
  }

  #box(tag: Tag, className: string, fill: () => void, skip = 0): HTMLElement | undefined {
    const element = this.#writer.element(tag, className, fill, skip);
    // Each block has the direction of its own text.
    if (element && !element.dir) element.dir = 'auto';
    return element;
  }

  #container(node: Node, tag: Tag, className: string, open: boolean): HTMLElement | undefined {
    const element = this.#writer.element(tag, className, () => this.#blocks(node.children, open));
    this.#orient(element, node);
    return element;
  }

  /** `auto` does not look into blocks with a direction of their own, and looks again at every change. */
  #orient(element: HTMLElement | undefined, node: Node): void {
    if (element) setAttribute(element, 'dir', directionOf(this.#slice(node)));
  }

  #slice(node: Node): string {
    return this.#source.slice(node.from, node.to);
  }

  #heading(node: Node): void {
    const marks = node.children.filter((child) => child.name === 'HeaderMark');
    const atx = node.name.startsWith('ATX');
    const from = atx ? marks[0]!.to : node.from;
    const last = marks[atx ? 1 : 0];
    const text = this.#source.slice(from, last?.from ?? node.to);
    const start = from + text.length - text.trimStart().length;
    this.#inline(node, start, Math.max(start, from + text.trimEnd().length));
  }

  #task(node: Node): void {
    const marker = node.children[0]!;
    const done = /x/i.test(this.#slice(marker));
    const { strings } = this.#options;
    const box = this.#writer.leaf('span', done ? 'task-box done' : 'task-box');
    setAttribute(box, 'role', 'img');
    setAttribute(box, 'aria-label', done ? strings.taskDone : strings.taskOpen);
    this.#inline(node, marker.to);
  }

  #code(node: Node, open: boolean): HTMLElement {
    const marks = node.children.filter((child) => child.name === 'CodeMark');
    const info = node.children.find((child) => child.name === 'CodeInfo');
    const language = info ? fenceLanguage(unescapeText(this.#slice(info))) : '';
    let text = node.children
      .filter((child) => child.name === 'CodeText')
      .map((child) => this.#slice(child))
      .join('');
    if (marks[0]) {
      const indent = marks[0].from - this.#source.lastIndexOf('\n', marks[0].from) - 1;
      const spaces = this.#source.slice(marks[0].from - indent, marks[0].from);
      if (indent && !spaces.trim() && indent < 4) {
        text = text
          .split('\n')
          .map((line) => dedent(line, indent))
          .join('\n');
      }
    }
    if (marks.length === 1 && text.endsWith('\n')) text = text.slice(0, -1);
    const element = this.#writer.leaf('div', 'code-block');
    const code = writeCodeBlock(element, language, text, this.#options.strings);
    if (!open && this.#options.highlight) highlightCode(code, language, this.#options.highlight);
    return element;
  }

  #table(node: Node, skip: number): HTMLElement | undefined {
    const [header, delimiter, ...rows] = node.children.filter(
      (child) => child.name !== 'QuoteMark',
    );
    const columns = cells(header!);
    if (columns.length > MAX_COLUMNS) {
      return this.#box('p', '', () => this.#writer.text(this.#slice(node)));
    }
    const alignment = this.#slice(delimiter!)
      .replace(/^[\s|]+/, '')
      .split('|')
      .map((rule) => (/-:\s*$/.test(rule) ? (/^\s*:/.test(rule) ? 'center' : 'end') : ''));
    const row = (tag: 'td' | 'th', found: (Node | undefined)[]) =>
      this.#writer.element('tr', '', () => {
        columns.forEach((_, i) => {
          if (i >= found.length) return;
          const cell = found[i];
          const element = this.#box(tag, alignment[i] ?? '', () => cell && this.#inline(cell));
          if (element && tag === 'th') setAttribute(element, 'scope', 'col');
        });
      });
    this.#inTable = true;
    // The wrapper scrolls, so it must be reachable by keyboard.
    const wrapper = this.#writer.element('div', 'table', () => {
      const table = this.#writer.element('table', '', () => {
        this.#writer.element('thead', '', () => row('th', columns));
        if (rows.length + skip > 0) {
          this.#writer.element('tbody', '', () => rows.forEach((r) => row('td', cells(r))), skip);
        }
      });
      this.#orient(table, header!);
    });
    this.#inTable = false;
    if (wrapper && !wrapper.role) {
      wrapper.tabIndex = 0;
      wrapper.role = 'region';
      wrapper.ariaLabel = this.#options.strings.table;
    }
    return wrapper;
  }

  #inline(node: Node, from = node.from, to = node.to): void {
    let pos = from;
    for (const child of node.children) {
      if (child.to <= from || child.from >= to) continue;
      this.#text(pos, child.from);
      this.#inlineNode(child);
      pos = child.to;
    }
    this.#text(pos, to);
  }

  #text(from: number, to: number): void {
    if (to > from) this.#writer.text(this.#source.slice(from, to).replace(/[ \t]*\n[ \t]*/g, '\n'));
  }

  #inlineNode(node: Node): void {
    const writer = this.#writer;
    const tag = INLINE_TAGS.get(node.name);
    if (tag) {
      writer.element(tag, '', () => this.#inline(node));
      return;
    }
    switch (node.name) {
      case 'Segment':
        writer.element('span', '', () => this.#inline(node));
        return;
      case 'Escape':
        return writer.text(this.#source.slice(node.from + 1, node.to));
      case 'Entity':
        return writer.text(decodeEntity(this.#slice(node)));
      case 'HardBreak':
        writer.leaf('br');
        return;
      case 'InlineCode':
        writer.element('code', '', () => writer.text(this.#inlineCode(node)));
        return;
      case 'Link':
      case 'Image':
        return this.#link(node);
      case 'Autolink':
        return this.#autolink(node.children[0]!);
      case 'URL':
        return this.#autolink(node);
      case 'InlineMath':
      case 'DisplayMath':
        return this.#math(node);
    }
    // Marks of emphasis, quotes and the like are not shown.
  }

  #inlineCode(node: Node): string {
    const [open, close] = node.children.filter((child) => child.name === 'CodeMark');
    let text = this.#source.slice(open!.to, close!.from).replace(/\n[ \t>]*/g, ' ');
    if (this.#inTable) text = text.replaceAll('\\|', '|');
    return /^ .*[^ ].* $/.test(text) ? text.slice(1, -1) : text;
  }

  #link(node: Node): void {
    const marks = node.children.filter((child) => child.name === 'LinkMark');
    const textFrom = marks[0]!.to;
    const textTo = marks[1]!.from;
    const text = this.#source.slice(textFrom, textTo);
    const url = node.children.find((child) => child.name === 'URL' && child.from > textTo);
    const label = node.children.find((child) => child.name === 'LinkLabel');
    let address: string;
    if (marks.length > 2)
      address = url ? unescapeText(this.#slice(url).replace(/^<(.*)>$/, '$1')) : '';
    else {
      const name = normaliseLabel(label ? this.#slice(label).slice(1, -1) || text : text);
      const definition = this.#definitions.get(name);
      if (!definition)
        return this.#inline({
          ...node,
          name: '',
          children: node.children.filter(
            (child) => child.name !== 'LinkMark' && child.name !== 'LinkLabel',
          ),
        });
      address = definition.address;
    }
    if (node.name === 'Image') return this.#image(address, plain(text));
    const show = () => this.#inline(node, textFrom, textTo);
    if (this.#inLink) return show();
    this.#anchor(address, text, show);
  }

  #autolink(url: Node): void {
    const text = this.#slice(url);
    const show = () => this.#writer.text(text);
    if (this.#inLink) return show();
    const address = /^[a-z][a-z\d+.-]*:/i.test(text)
      ? text
      : `${text.includes('@') ? 'mailto:' : 'https://'}${text}`;
    const target = linkTarget(address);
    if (target) this.#anchor(address, text, show);
    else show();
  }

  #anchor(address: string, text: string, show: () => void): void {
    const writer = this.#writer;
    const target = linkTarget(address);
    if (!target && address !== PENDING) {
      show();
      if (address) writer.text(` (${address})`);
      return;
    }
    this.#inLink = true;
    const anchor = writer.element('a', '', () => {
      show();
      if (target && !tellsTarget(text, target)) {
        writer.element('span', 'link-host', () => writer.text(` (${target.shown})`));
      }
    });
    this.#inLink = false;
    if (!anchor) return;
    setAttribute(anchor, 'href', target?.href);
    setAttribute(anchor, 'title', target && safeText(target.href));
    setAttribute(anchor, 'target', target && '_blank');
    setAttribute(anchor, 'rel', target && 'noopener noreferrer nofollow');
  }

  #image(address: string, alt: string): void {
    const { strings, allowedOrigins = [], onImageLoad } = this.#options;
    if (address === PENDING) return;
    const decision = imageDecision(address, allowedOrigins);
    const name = safeText(alt) || strings.image;
    const element = this.#writer.leaf('span', 'image');
    const key = `${address}\n${name}`;
    // What the reader has loaded stays loaded.
    if (filledWith.get(element) === key) return;
    filledWith.set(element, key);
    const load = (src: string) => {
      const image = createImage(src, name, onImageLoad);
      element.replaceChildren(image);
      return image;
    };
    if (decision.kind === 'show') {
      load(decision.src);
    } else if (decision.kind === 'refuse' || this.#inLink) {
      element.replaceChildren(name);
    } else {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'load-image';
      button.textContent = strings.loadImage(decision.host);
      button.addEventListener('click', () => load(decision.src).focus());
      element.replaceChildren(...(alt ? [`${name} `] : []), button);
    }
  }

  #math(node: Node): void {
    const source = this.#slice(node);
    const display = node.name === 'DisplayMath';
    const size = /^\$(?!\$)/.test(source) ? 1 : 2;
    const element = this.#writer.leaf('span', display ? 'math display' : 'math');
    if (filledWith.get(element) === source) return;
    filledWith.set(element, source);
    element.textContent = safeText(source);
    this.#options.math?.(element, source.slice(size, -size), display);
  }
}

/** The direction of the first letter of a text. */
function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const letter = /\p{L}/u.exec(text);
  if (!letter) return;
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(letter[0]) ? 'rtl' : 'ltr';
}

/** The cells of a row; an empty one has no node. */
function cells(row: Node): (Node | undefined)[] {
  const found: (Node | undefined)[] = [];
  let cell: Node | undefined;
  row.children.forEach((child, i) => {
    if (child.name === 'TableCell') cell = child;
    else if (child.name === 'TableDelimiter' && i > 0) {
      found.push(cell);
      cell = undefined;
    }
  });
  if (cell) found.push(cell);
  return found;
}

/** A text without its markup, for the places that take only text. */
const plain = (text: string) =>
  unescapeText(text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_~`]+/g, ''));

function createImage(src: string, alt: string, onLoad: (() => void) | undefined) {
  const image = document.createElement('img');
  image.loading = 'lazy';
  image.decoding = 'async';
  image.referrerPolicy = 'no-referrer';
  image.alt = alt;
  image.tabIndex = -1;
  if (onLoad) image.addEventListener('load', onLoad, { once: true });
  image.src = src;
  return image;
}
