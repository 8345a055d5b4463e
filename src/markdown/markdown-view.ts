import { copyCode, highlightCode, OpenFence, fenceLanguage } from './code-block.js';
import { DomWriter } from './dom-writer.js';
import { unescapeText } from './entities.js';
import { normaliseLabel, parse, segmentEnd, type Node } from './parse.js';
import { Renderer, type Definition, type MarkdownOptions } from './render.js';
import { speculate } from './speculate.js';

export type { MarkdownOptions, MarkdownStrings } from './render.js';

/** A block of which only the end is still being written. */
interface Growing {
  readonly name: string;
  /** Where the block begins in the source. */
  readonly start: number;
  /** How many items, rows or inline nodes of it are finished. */
  readonly skip: number;
  /** What has to stand before the unfinished part so that it parses as what it is. */
  readonly prefix: string;
}

/** Runs of spaces beyond this length mean nothing and make the parser slow. */
const MAX_SPACES = 200;

/**
 * Renders Markdown that arrives in pieces. Finished blocks are never parsed or touched again; the
 * unfinished one is parsed again and written over itself. Everything is built node by node from an
 * allow-list: no HTML is ever parsed.
 */
export class MarkdownView {
  readonly #root: HTMLElement;
  readonly #options: MarkdownOptions;
  readonly #definitions = new Map<string, Definition>();
  readonly #missing = new Set<string>();
  #received = '';
  #final = false;
  /** The received text with line ends and long runs of spaces normalised. */
  #source = '';
  #stable = 0;
  #finished = 0;
  #growing: Growing | undefined;
  #fence: { open: OpenFence; element: HTMLElement; language: string } | undefined;

  constructor(root: HTMLElement, options: MarkdownOptions) {
    this.#root = root;
    this.#options = options;
    root.addEventListener('click', this.#onClick);
  }

  /** Shows the whole text so far. `final` says that nothing will follow. */
  update(text: string, final: boolean): void {
    const previous = this.#received;
    if (text === previous && final === this.#final) return;
    // Comparing a slice is a memory comparison; `startsWith` looks at one character at a time.
    const grows = !this.#final && text.slice(0, previous.length) === previous;
    if (!grows) this.#reset();
    this.#append(text.slice(grows ? previous.length : 0), final);
    this.#received = text;
    this.#final = final;
    this.#render();
  }

  /** Stops listening. What was rendered stays. */
  dispose(): void {
    this.#root.removeEventListener('click', this.#onClick);
  }

  #reset(): void {
    this.#source = '';
    this.#received = '';
    this.#definitions.clear();
    this.#restart();
  }

  #restart(): void {
    this.#missing.clear();
    this.#stable = 0;
    this.#finished = 0;
    this.#growing = undefined;
    this.#fence = undefined;
  }

  #append(added: string, final: boolean): void {
    // A carriage return at the end may be the first half of a line end.
    if (this.#received.endsWith('\r')) added = `\r${added}`;
    if (added.endsWith('\r') && !final) added = added.slice(0, -1);
    const spaces = /[ \t]*$/.exec(this.#source.slice(-MAX_SPACES))![0];
    const clean = (spaces + added)
      .replace(/\r\n?/g, '\n')
      .replaceAll('\0', '\ufffd')
      .replace(/[ \t]{201,}/g, (run) => run.slice(0, MAX_SPACES));
    this.#source += clean.slice(spaces.length);
  }

  #render(): void {
    if (this.#fence && !this.#advanceFence()) return;
    const before = this.#definitions.size;
    this.#renderTail();
    if (this.#definitions.size === before) return;
    const found = [...this.#definitions.keys()].slice(before);
    if (found.some((label) => this.#missing.has(label))) {
      // Something that was plain text is a link now. What stays the same keeps its nodes.
      this.#restart();
      this.#renderTail();
    }
  }

  /** Appends to the open code block. True when it is closed and the rest waits to be parsed. */
  #advanceFence(): boolean {
    const { open, element, language } = this.#fence!;
    const end = open.advance(this.#source, this.#final);
    if (end === undefined) return false;
    this.#fence = undefined;
    this.#stable = end;
    this.#finished++;
    const { highlight } = this.#options;
    if (highlight) highlightCode(element.querySelector('code')!, language, highlight);
    return true;
  }

  #renderTail(): void {
    const growing = this.#growing;
    const prefix = growing?.prefix ?? '';
    const real = prefix + this.#source.slice(this.#stable);
    const { text, guessed } = this.#final ? { text: real, guessed: false } : speculate(real);
    const nodes = parse(
      text,
      { defined: this.#definitions, missing: this.#missing },
      {
        math: this.#options.math !== undefined,
        skip: growing?.name === 'Paragraph' ? prefix.length : 0,
      },
    );
    const first = nodes[0];
    if (growing && first?.name !== growing.name) {
      // The end changed what the block is: a paragraph became a heading.
      this.#growing = undefined;
      this.#stable = growing.start;
      return this.#renderTail();
    }
    const writer = new DomWriter(this.#root, this.#finished);
    const renderer = new Renderer(writer, text, this.#options, this.#definitions);
    const elements = nodes.map((node, i) =>
      renderer.block(node, {
        open: !this.#final && i === nodes.length - 1,
        ...(i === 0 && growing && { skip: growing.skip, from: prefixEnd(node, prefix) }),
      }),
    );
    writer.end();
    if (this.#final) this.#define(nodes, text);
    else if (!guessed) this.#settle(nodes, elements, text, real);
  }

  /** Finds out what of the rendered text can no longer change. */
  #settle(nodes: Node[], elements: (HTMLElement | undefined)[], text: string, real: string): void {
    // Only complete lines decide: `***` may still become `***bold***`.
    const complete = real.lastIndexOf('\n') + 1;
    const offset = this.#stable - (this.#growing?.prefix.length ?? 0);
    let last = nodes.length - 1;
    while (
      last > 0 &&
      lineEnd(text, nodes[last]!.from) >= complete &&
      !separate(nodes[last - 1]!, nodes[last]!, text)
    ) {
      last--;
    }
    const node = nodes[last];
    if (!node) return;
    if (last > 0) {
      this.#define(nodes.slice(0, last), text);
      this.#finished += elements.slice(0, last).filter(Boolean).length;
      this.#growing = undefined;
      this.#stable = offset + lineStart(text, node.from);
    }
    const element = elements[last];
    if (element) this.#grow(node, element, text, real, offset);
  }

  /** Finishes the parts of a block that still grows. */
  #grow(node: Node, element: HTMLElement, text: string, real: string, offset: number): void {
    const complete = real.lastIndexOf('\n') + 1;
    const { name, children } = node;
    const skip = this.#growing?.skip ?? 0;
    const start = this.#growing?.start ?? offset + lineStart(text, node.from);
    const grow = (skip: number, stable: number, prefix = '') => {
      this.#growing = { name, start, skip, prefix };
      this.#stable = offset + stable;
    };
    if (name === 'BulletList' || name === 'OrderedList') {
      let items = children.length - 1;
      while (items > 0 && lineEnd(text, children[items]!.from) >= complete) items--;
      if (items === 0) return;
      this.#define(children.slice(0, items), text);
      grow(skip + items, lineStart(text, children[items]!.from));
    } else if (name === 'Table') {
      const rows = children.filter((row) => row.name === 'TableRow' && row.to < complete);
      if (rows.length === 0 || element.className !== 'table') return;
      grow(
        skip + rows.length,
        rows.at(-1)!.to + 1,
        text.slice(lineStart(text, node.from), children[1]!.to + 1),
      );
    } else if (name === 'Paragraph') {
      // A bar or a bracket may still turn the paragraph into a table or a definition.
      if (/^\[|\|/.test(text.slice(node.from, node.to))) return;
      const done = children.filter(
        ({ name, from, to }) => name === 'Segment' && segmentEnd(real, from) === to,
      );
      if (done.length > 0) grow(skip + done.length, done.at(-1)!.to, 'a ');
    } else if (
      name === 'FencedCode' &&
      lineEnd(text, node.from) < complete &&
      children.filter((child) => child.name === 'CodeMark').length === 1
    ) {
      const mark = children[0]!;
      const info = children.find((child) => child.name === 'CodeInfo');
      const language = info ? fenceLanguage(unescapeText(text.slice(info.from, info.to))) : '';
      const code = element.querySelector('code')!;
      const indent = mark.from - lineStart(text, mark.from);
      const open = new OpenFence(
        code,
        offset + lineEnd(text, mark.from) + 1,
        text.slice(mark.from, mark.to),
        indent,
      );
      this.#growing = undefined;
      this.#fence = { open, element, language };
      this.#render();
    }
  }

  /** Collects the definitions of references; the first one of a label counts. */
  #define(nodes: Node[], text: string): void {
    for (const { name, children } of nodes) {
      if (name !== 'LinkReference') {
        this.#define(children, text);
        continue;
      }
      const part = (name: string) => {
        const node = children.find((child) => child.name === name);
        return node ? text.slice(node.from, node.to) : '';
      };
      const label = normaliseLabel(part('LinkLabel').slice(1, -1));
      const address = unescapeText(part('URL').replace(/^<(.*)>$/, '$1'));
      if (label && !this.#definitions.has(label)) this.#definitions.set(label, { address });
    }
  }

  readonly #onClick = (event: Event): void => {
    const button = (event.target as Element).closest<HTMLElement>('button.copy');
    if (button) void copyCode(button, this.#options.strings);
  };
}

const lineStart = (text: string, pos: number) => text.lastIndexOf('\n', pos - 1) + 1;

/** The position of the line end after `pos`, or the end of the text. */
function lineEnd(text: string, pos: number): number {
  const end = text.indexOf('\n', pos);
  return end < 0 ? text.length : end;
}

/** Whether nothing that still happens to a block can reach the one before it. */
const separate = (before: Node, node: Node, text: string) =>
  /Heading|Rule/.test(before.name) ||
  (/Paragraph|Table/.test(before.name) && /\n\s*\n/.test(text.slice(before.to, node.from)));

/** A paragraph that continues begins with a stand-in for its finished part. */
const prefixEnd = (node: Node, prefix: string) =>
  node.name === 'Paragraph' ? node.from + prefix.length : node.from;
