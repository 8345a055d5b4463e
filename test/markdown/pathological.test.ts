import { expect } from '@open-wc/testing';
import { MarkdownView } from '../../src/markdown/markdown-view.js';
import { options, render } from './render.js';

const SIZE = 50_000;
const fill = (pattern: string) => pattern.repeat(Math.ceil(SIZE / pattern.length));

/** Each makes a well-known parser look at the same text again and again. */
const inputs: Record<string, string> = {
  'opening brackets': fill('['),
  'closing brackets': fill(']'),
  'brackets and links': fill('[a]('),
  'nested images': fill('![['),
  'nested links': `${'['.repeat(SIZE / 2)}${'](https://a.example)'.repeat(1000)}`,
  stars: fill('*'),
  'stars and letters': fill('*a'),
  'nested emphasis': `${fill('*a **a ')}b${' a** a*'.repeat(100)}`,
  'alternating marks': fill('*_'),
  underscores: fill('_a '),
  tildes: fill('~~a'),
  'growing backtick runs': Array.from({ length: 310 }, (_, i) => `e${'`'.repeat(i + 1)}`).join(''),
  backticks: fill('`a``b'),
  'nested quotes': `${fill('> ')}a`,
  'nested quotes on many lines': fill(`${'>'.repeat(500)} a\n`),
  'nested lists': Array.from({ length: 220 }, (_, i) => `${'  '.repeat(i)}- a\n`).join(''),
  'list marks': fill('- '),
  'numbered marks': fill('1. '),
  'angle brackets': fill('<'),
  'unclosed tags': fill('<a '),
  'unclosed comments': fill('<!--'),
  references: fill('&a'),
  backslashes: fill('\\'),
  'table bars': fill('|'),
  'wide table': `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'|b'.repeat(5000)}|`,
  'delimiter rows': fill('|-|\n'),
  definitions: fill('[a]: b\n'),
  'open definitions': fill('[a]: <'),
  'underlined headings': fill('a\n=\n'),
  spaces: `a${fill(' ')}b`,
  tabs: fill('\t\t- '),
  newlines: fill('\n'),
  dollars: fill('$a '),
  'bare addresses': fill('www.a.'),
  'addresses with brackets': `https://a.example/${fill('(')}`,
  'mail addresses': fill('a@b.'),
};

describe('pathological Markdown', () => {
  for (const [name, text] of Object.entries(inputs)) {
    it(`finishes ${Math.round(text.length / 1000)} KB of ${name}, at once and in pieces`, () => {
      render(text, { math: () => {} });
      const root = document.createElement('div');
      const view = new MarkdownView(root, options);
      for (let end = 0; end < text.length; end += 2500) view.update(text.slice(0, end), false);
      view.update(text, true);
      expect(depth(root)).to.be.below(60);
    });
  }
});

function depth(root: Element): number {
  let deepest = 0;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let element = walker.nextNode(); element; element = walker.nextNode()) {
    let depth = 0;
    for (let node: Node | null = element; node && node !== root; node = node.parentNode) depth++;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
