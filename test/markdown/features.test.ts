import { expect } from '@open-wc/testing';
import { markup, render } from './render.js';

/** What a reader of CommonMark and GFM expects, as source and markup. */
const features: Record<string, Record<string, [source: string, expected: string]>> = {
  paragraphs: {
    'joins lines of a paragraph': ['a\nb', '<p>a\nb</p>'],
    'separates paragraphs at blank lines': ['a\n\nb', '<p>a</p><p>b</p>'],
    'breaks lines at two spaces or a backslash': ['a  \nb\\\nc', '<p>a<br>b<br>c</p>'],
    'takes escapes literally': ['\\*a\\* \\# \\[', '<p>*a* # [</p>'],
    'decodes references': ['&amp; &copy; &#65; &#x42;', '<p>&amp; © A B</p>'],
    'leaves unknown references alone': ['&nonsense;', '<p>&amp;nonsense;</p>'],
  },
  emphasis: {
    'marks emphasis': ['*a* _b_', '<p><em>a</em> <em>b</em></p>'],
    'marks strong emphasis': ['**a** __b__', '<p><strong>a</strong> <strong>b</strong></p>'],
    'nests emphasis': ['***a***', '<p><em><strong>a</strong></em></p>'],
    'leaves snake_case and arithmetic alone': [
      'snake_case_x 5 * 3 * 2',
      '<p>snake_case_x 5 * 3 * 2</p>',
    ],
    'strikes through': ['~~a~~', '<p><del>a</del></p>'],
    'marks emphasis between Japanese characters': [
      'これは**強調**です',
      '<p>これは<strong>強調</strong>です</p>',
    ],
  },
  headings: {
    'draws six levels': ['# a\n###### b', '<h1>a</h1><h6>b</h6>'],
    'drops closing marks': ['## a ##', '<h2>a</h2>'],
    'knows underlined headings': ['a\n===\n\nb\n---', '<h1>a</h1><h2>b</h2>'],
    'needs a space after the mark': ['#a', '<p>#a</p>'],
    'draws rules': ['a\n\n---\n\n***', '<p>a</p><hr><hr>'],
  },
  lists: {
    'draws bullets': ['- a\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    'draws numbers from where they start': [
      '3. a\n4. b',
      '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>',
    ],
    'nests lists': [
      '- a\n  1. b\n     - c',
      '<ul><li><p>a</p><ol><li><p>b</p><ul><li><p>c</p></li></ul></li></ol></li></ul>',
    ],
    'keeps code inside items': [
      '- a\n\n  ```\n  x\n  ```',
      '<ul><li><p>a</p><pre><code>x</code></pre></li></ul>',
    ],
    'draws task lists': [
      '- [ ] a\n- [x] b',
      '<ul><li class="task"><p><span class="task-box" role="img" aria-label="Not done"></span> a</p></li>' +
        '<li class="task"><p><span class="task-box done" role="img" aria-label="Done"></span> b</p></li></ul>',
    ],
  },
  quotes: {
    'draws quotes': ['> a', '<blockquote><p>a</p></blockquote>'],
    'continues lazily': ['> a\nb', '<blockquote><p>a\nb</p></blockquote>'],
    'nests quotes': ['> > a', '<blockquote><blockquote><p>a</p></blockquote></blockquote>'],
  },
  code: {
    'shows code in a line': ['`a *b*`', '<p><code>a *b*</code></p>'],
    'allows backticks in code': ['`` a`b ``', '<p><code>a`b</code></p>'],
    'names the language of a fence': ['```ts\nlet a\n```', '<pre ts><code>let a</code></pre>'],
    'allows tildes': ['~~~\na\n~~~', '<pre><code>a</code></pre>'],
    'shows indented code': ['    a\n\n    b', '<pre><code>a\n\nb</code></pre>'],
    'shows an unclosed fence to the end': ['```\na\n\nb', '<pre><code>a\n\nb</code></pre>'],
    'keeps shorter fences inside longer ones': [
      '````\n```\na\n```\n````',
      '<pre><code>```\na\n```</code></pre>',
    ],
  },
  tables: {
    'draws rows and columns': [
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    ],
    'aligns columns': [
      '| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |',
      '<table><thead><tr><th scope="col">a</th><th class="center" scope="col">b</th><th class="end" scope="col">c</th></tr></thead>' +
        '<tbody><tr><td>1</td><td class="center">2</td><td class="end">3</td></tr></tbody></table>',
    ],
    'reads markup and escaped bars in cells': [
      '| a |\n|---|\n| **b** `c\\|d` |',
      '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td><strong>b</strong> <code>c|d</code></td></tr></tbody></table>',
    ],
    'drops cells beyond the header': [
      '| a |\n|---|\n| 1 | 2 |',
      '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    ],
  },
  links: {
    'shows the host of a link': [
      '[docs](https://example.com/a "t")',
      '<p><a href="https://example.com/a">docs<span class="link-host"> (example.com)</span></a></p>',
    ],
    'does not repeat a host that the text already shows': [
      '[example.com](https://example.com/)',
      '<p><a href="https://example.com/">example.com</a></p>',
    ],
    'links bare addresses': [
      'see https://a.example/x. Or www.b.example!',
      '<p>see <a href="https://a.example/x">https://a.example/x</a>. Or <a href="https://www.b.example/">www.b.example</a>!</p>',
    ],
    'links mail addresses': [
      'me@example.org',
      '<p><a href="mailto:me@example.org">me@example.org</a></p>',
    ],
    'links addresses in angle brackets': [
      '<https://a.example>',
      '<p><a href="https://a.example/">https://a.example</a></p>',
    ],
    'resolves references': [
      '[one] and [b][1]\n\n[one]: https://one.example\n[1]: https://two.example',
      '<p><a href="https://one.example/">one<span class="link-host"> (one.example)</span></a> and ' +
        '<a href="https://two.example/">b<span class="link-host"> (two.example)</span></a></p>',
    ],
    'leaves brackets without a definition alone': ['[a] [b][c]', '<p>[a] [b][c]</p>'],
  },
};

describe('Markdown direction', () => {
  it('is that of the first letter, for each block on its own', () => {
    const root = render(
      'English\n\nعربي\n\n- عنصر\n- item\n\n> اقتباس\n\n| عمود | a |\n|---|---|\n| 1 | 2 |',
    );
    const direction = (selector: string) =>
      [...root.querySelectorAll(selector)].map((element) => element.getAttribute('dir'));
    expect(direction('p')).to.deep.equal(['auto', 'auto', 'auto', 'auto', 'auto']);
    expect(direction('li')).to.deep.equal(['rtl', 'ltr']);
    expect(direction('blockquote, table')).to.deep.equal(['rtl', 'rtl']);
  });
});

for (const [group, cases] of Object.entries(features)) {
  describe(`Markdown ${group}`, () => {
    for (const [name, [source, expected]] of Object.entries(cases)) {
      it(name, () => expect(markup(render(source))).to.equal(expected));
    }
  });
}
