import {
  parser as commonMark,
  Strikethrough,
  Table,
  TaskList,
  type BlockParser,
  type InlineContext,
  type InlineParser,
  type LeafBlock,
  type LeafBlockParser,
} from '@lezer/markdown';

/** A piece of a document: positions are offsets into the parsed text. */
export interface Node {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly children: Node[];
}

/** What a parse needs to know about reference definitions, and what it found out. */
export interface References {
  readonly defined: ReadonlyMap<string, unknown>;
  /** Labels that were used without a definition. */
  readonly missing: Set<string>;
}

/** Open quotes, lists and items at one point. Deeper markup becomes plain text. */
const MAX_DEPTH = 32;

/**
 * Steps that one inline text may cost. The worst that a delimiter can do is to look at the whole
 * text once, so a delimiter is charged its length; when the budget is used up, the rest is plain.
 */
const INLINE_BUDGET = 1_500_000;

/** A paragraph is parsed in segments, so that a long one costs no more than several short ones. */
const SEGMENT = 2_000;
const LONGEST_SEGMENT = 4_000;

/** Where reference definitions or quote marks could make a paragraph expensive, it is split. */
const LONGEST_GUARDED_LEAF = 8_000;

let references: References;

/** Length of the stand-in for the finished part of the paragraph at the beginning of the text. */
let continued = 0;

/** Ends the work on an inline text that consists of little but delimiters. */
let budget: { context: InlineContext | undefined; left: number } = { context: undefined, left: 0 };
const inlineBudget: InlineParser = {
  name: 'Budget',
  before: 'Escape',
  parse(cx, next) {
    // ! & * < [ ] _ ` ~ $
    if (!(
      next === 42 ||
      next === 95 ||
      next === 96 ||
      next === 91 ||
      next === 93 ||
      next === 126 ||
      next === 60 ||
      next === 33 ||
      next === 38 ||
      next === 36
    ))
      return -1;
    if (budget.context !== cx) budget = { context: cx, left: INLINE_BUDGET };
    budget.left -= cx.end - cx.offset;
    return budget.left < 0 ? cx.end : -1;
  },
};

export const normaliseLabel = (label: string) =>
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/** The position of the bracket that closes the one at `start`, or -1. */
function closingBracket(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '[') depth++;
    else if (char === ']' && --depth === 0) return i;
  }
  return -1;
}

/**
 * The parser takes every `[x]` for a reference. One without a definition is plain text, and then
 * it must not keep the brackets around it from being a link: `[[1]](https://…)`.
 */
const plainBrackets: InlineParser = {
  name: 'PlainBrackets',
  before: 'Link',
  parse(cx, next, pos) {
    const image = next === 33 && cx.char(pos + 1) === 91;
    if (next !== 91 && !image) return -1;
    const open = pos - cx.offset + (image ? 1 : 0);
    const close = closingBracket(cx.text, open);
    const after = cx.text[close + 1];
    if (close > 0 && after === '(') return -1;
    const label = close < 0 ? '' : cx.text.slice(open + 1, close);
    if (close > 0 && after === '[') {
      const end = cx.text.indexOf(']', close + 2);
      if (end > 0 && isDefined(cx.text.slice(close + 2, end) || label)) return -1;
    } else if (isDefined(label)) return -1;
    return open + cx.offset + 1;
  },
};

function isDefined(text: string): boolean {
  if (text.length > 999) return false;
  const label = normaliseLabel(text);
  if (!label) return false;
  if (references.defined.has(label)) return true;
  references.missing.add(label);
  return false;
}

/** `<https://…>` and `<me@example.org>`. Takes the place of inline HTML, which stays plain text. */
const angleAutolink: InlineParser = {
  name: 'HTMLTag',
  parse(cx, next, pos) {
    if (next !== 60) return -1;
    const match =
      /^<(?:[a-z][a-z\d+.-]{1,31}:[^\s<>]{1,2000}|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,255})>/i.exec(
        cx.slice(pos, pos + 2100),
      );
    if (!match) return -1;
    const end = pos + match[0].length;
    return cx.addElement(cx.elt('Autolink', pos, end, [cx.elt('URL', pos + 1, end - 1)]));
  },
};

/** Bare addresses, by the rules of GFM but with a bounded look ahead. */
const bareAutolink: InlineParser = {
  name: 'Autolink',
  parse(cx, next, pos) {
    if (!isWord(next) || (pos > cx.offset && isWord(cx.char(pos - 1)))) return -1;
    // h H w W: an address with a scheme. Anything else can only be an e-mail address.
    const mayBeUrl = next === 104 || next === 72 || next === 119 || next === 87;
    const ahead = cx.slice(pos, pos + (mayBeUrl ? 2000 : 320));
    // An address can be the text of a link: `[https://a.example](https://a.example/b)`.
    const url = mayBeUrl && /^(?:https?:\/\/|www\.)(?:(?!\]\()[^\s<])+/i.exec(ahead);
    const found = url
      ? /^(?:https?:\/\/|www\.)[\w-]+(?:\.[\w-]+)+/i.test(url[0]) ||
        /^https?:\/\/[^\s/]/i.test(url[0])
        ? trimUrl(url[0])
        : ''
      : (/^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+(?![\w@-])/.exec(ahead)?.[0] ?? '');
    if (!found) return -1;
    return cx.addElement(cx.elt('URL', pos, pos + found.length));
  },
};

const isWord = (code: number) =>
  (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58) || code === 95;

/** Leaves punctuation that ends the sentence, and an unbalanced bracket, outside the address. */
function trimUrl(url: string): string {
  let open = 0;
  for (const char of url) open += char === '(' ? 1 : char === ')' ? -1 : 0;
  let end = url.length;
  for (; end > 0; end--) {
    const last = url[end - 1]!;
    if (last === ')') {
      if (open >= 0) break;
      open++;
    } else if (!/[?!.,:;*_~'"\]|]/.test(last)) break;
  }
  return url.slice(0, end);
}

/** Markup below the deepest level that is drawn becomes a paragraph of plain text. */
const depthLimit: BlockParser = {
  name: 'DepthLimit',
  before: 'LinkReference',
  parse(cx, line) {
    if (cx.depth <= MAX_DEPTH) return false;
    const from = cx.lineStart + line.pos;
    cx.addElement(cx.elt('Paragraph', from, cx.lineStart + line.text.length));
    cx.nextLine();
    return true;
  },
};

const guarded = new WeakSet<LeafBlock>();

/** Cuts a long paragraph into segments, and a costly one into paragraphs. */
const longParagraph: BlockParser = {
  name: 'LongParagraph',
  after: 'SetextHeading',
  leaf(cx, leaf): LeafBlockParser {
    if (cx.depth > 1 || leaf.content[0] === '[') guarded.add(leaf);
    return {
      nextLine: () => false,
      finish(cx, leaf) {
        const { content, start } = leaf;
        const skip = start === 0 ? continued : 0;
        if (content.length <= SEGMENT && !skip) return false;
        const segments = [];
        for (let from = skip; from < content.length;) {
          const end = segmentEnd(content, from);
          const to = end < 0 ? content.length : end;
          segments.push(
            cx.elt('Segment', start + from, start + to, [
              ...cx.parser.parseInline(content.slice(from, to), start + from),
            ]),
          );
          from = to;
        }
        cx.addLeafElement(leaf, cx.elt('Paragraph', start, start + content.length, segments));
        return true;
      },
    };
  },
  endLeaf: (_cx, _line, leaf) =>
    guarded.has(leaf) && leaf.content.length > LONGEST_GUARDED_LEAF && !isTable(leaf.content),
};

const isTable = (content: string) => /^[^\n]*\|[^\n]*\n[\s:|-]+(?:\n|$)/.test(content);

/**
 * Where the segment that begins at `from` ends: after a space, where no markup seems open. Depends
 * only on the text before it, so a paragraph that still grows is cut at the same places. -1: not
 * known yet.
 */
export function segmentEnd(text: string, from: number): number {
  if (text.length - from <= SEGMENT) return -1;
  const open = new Map<string, number>();
  const count = (key: string, by: number) => open.set(key, (open.get(key) ?? 0) + by);
  for (let i = from; i < text.length - 1; i++) {
    const char = text[i]!;
    if (char === '\\') i++;
    else if (char === '*' || char === '_' || char === '`' || char === '~' || char === '$') {
      count(char, 1);
    } else if (char === '[' || char === '(' || char === '<') count(char, 1);
    else if (char === ']') count('[', -1);
    else if (char === ')') count('(', -1);
    else if (char === '>') count('<', -1);
    else if (char === ' ' && i - from >= SEGMENT && !/\s/.test(text[i + 1]!)) {
      if (i - from >= LONGEST_SEGMENT) return i + 1;
      const closed = [...open].every(([key, number]) =>
        key === '[' || key === '(' || key === '<' ? number <= 0 : number % 2 === 0,
      );
      if (closed) return i + 1;
    }
  }
  return -1;
}

const MATH_END = new Map([
  ['$$', '$$'],
  ['\\[', '\\]'],
  ['\\(', '\\)'],
  ['$', '$'],
]);

/** `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. */
const inlineMath: InlineParser = {
  name: 'Math',
  before: 'Budget',
  parse(cx, next, pos) {
    if (next !== 36 && next !== 92) return -1;
    const two = cx.slice(pos, pos + 2);
    const open = MATH_END.has(two) ? two : next === 36 ? '$' : '';
    if (!open) return -1;
    const text = cx.slice(pos, Math.min(cx.end, pos + 2000));
    const end = text.indexOf(MATH_END.get(open)!, open.length + 1);
    if (end < 0) return -1;
    // A price is no formula: a single dollar opens before and closes after something visible.
    if (
      open === '$' &&
      (/^\$\s|\n\n/.test(text.slice(0, end)) ||
        /\s$/.test(text.slice(0, end)) ||
        /^\$\d/.test(text.slice(end)))
    ) {
      return -1;
    }
    const display = open === '$$' || open === '\\[';
    const to = pos + end + open.length;
    return cx.addElement(cx.elt(display ? 'DisplayMath' : 'InlineMath', pos, to));
  },
};

const parser = commonMark.configure([
  Table,
  TaskList,
  Strikethrough,
  {
    remove: ['HTMLBlock'],
    defineNodes: ['Segment'],
    parseBlock: [depthLimit, longParagraph],
    parseInline: [inlineBudget, plainBrackets, angleAutolink, bareAutolink],
  },
]);
let mathParser: typeof parser | undefined;

/** The top-level blocks of a text. */
export function parse(text: string, known: References, { math = false, skip = 0 } = {}): Node[] {
  references = known;
  continued = skip;
  const chosen = math
    ? (mathParser ??= parser.configure({
        defineNodes: ['InlineMath', 'DisplayMath'],
        parseInline: [inlineMath],
      }))
    : parser;
  const root: Node = { name: '', from: 0, to: 0, children: [] };
  const stack = [root];
  chosen.parse(text).iterate({
    enter({ name, from, to }) {
      const node: Node = { name, from, to, children: [] };
      stack[stack.length - 1]!.children.push(node);
      stack.push(node);
    },
    leave() {
      stack.pop();
    },
  });
  budget.context = undefined;
  return root.children[0]?.children ?? [];
}
