import { MarkdownParser } from '@lezer/markdown';
import { expect } from '@open-wc/testing';
import { MarkdownView } from '../../src/markdown/markdown-view.js';
import { documents } from './corpus.js';
import { markup, options, render, stream } from './render.js';

const short = Object.entries(documents).filter(([, text]) => text.length < 700);

/** What each prefix of a text shows. */
function frames(text: string): string[] {
  const seen: string[] = [];
  stream(text, (root) => seen.push(root.textContent));
  return seen;
}

describe('streamed Markdown', () => {
  for (const [name, text] of short) {
    it(`shows "${name}" the same wherever it is cut in two`, () => {
      const whole = render(text);
      for (let at = 1; at < text.length; at++) {
        const streamed = stream([text.slice(0, at), text.slice(at)]);
        if (!streamed.isEqualNode(whole)) expect(markup(streamed)).to.equal(markup(whole));
      }
    });
  }

  it('never touches a finished block again', () => {
    const root = document.createElement('div');
    const view = new MarkdownView(root, options);
    const blocks = [
      '# Title',
      'Text with **bold**.',
      '- a\n- b',
      '| a |\n|---|\n| 1 |',
      '```js\nx\n```',
      'End',
    ];
    let text = '';
    const finished: Element[] = [];
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver(() => {});
    for (const block of blocks) {
      for (const character of `${block}\n\n`) {
        text += character;
        view.update(text, false);
        changes.push(
          ...observer
            .takeRecords()
            .filter(({ target }) => finished.some((element) => element.contains(target))),
        );
      }
      observer.observe(root, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      // The newest block may still grow; all before it are done.
      finished.splice(0, finished.length, ...[...root.children].slice(0, -1));
    }
    view.update(text, true);
    expect(root.children).to.have.length(blocks.length);
    expect(finished).to.have.length(blocks.length - 1);
    expect([...root.children].slice(0, -1)).to.deep.equal(finished);
    expect(changes).to.be.empty;
  });

  it('keeps the nodes of the block that grows', () => {
    const root = document.createElement('div');
    const view = new MarkdownView(root, options);
    view.update('Some **bold** te', false);
    const paragraph = root.firstElementChild!;
    const nodes = [...paragraph.childNodes];
    view.update('Some **bold** text and more', false);
    expect(root.firstElementChild).to.equal(paragraph);
    expect([...paragraph.childNodes]).to.deep.equal(nodes);
  });

  it('does not show half a delimiter', () => {
    for (const text of ['a **bold** b', 'a `code` b', 'a ~~gone~~ b', '# Title', '> quote']) {
      for (const frame of frames(text)) expect(frame).not.to.match(/[*`~#>]/);
    }
  });

  it('shows the text of a link, not its address, while it is written', () => {
    for (const frame of frames('see [the docs](https://example.com/long/path) now')) {
      expect(frame).not.to.match(/[[\]]|long/);
    }
  });

  it('does not load or ask for an image whose address is incomplete', () => {
    stream('![a cat](https://img.example/cat.png) after', (root) => {
      const button = root.querySelector('.load-image');
      expect(button?.textContent ?? 'Load image from img.example').to.equal(
        'Load image from img.example',
      );
      expect(root.textContent).not.to.match(/!|\[/);
    });
  });

  it('shows a table as a table from its first row on', () => {
    const kinds = new Set<string>();
    stream('| Name | Price |\n|------|------:|\n| Tea | 3 |\n| Cake | 4 |', (root) => {
      for (const child of root.children) kinds.add(child.className || child.localName);
      expect(root.textContent).not.to.contain('|');
      expect(root.textContent).not.to.contain('--');
    });
    expect([...kinds]).to.deep.equal(['table']);
  });

  it('shows a fence as code from its first line on', () => {
    stream('```ts\nlet a = 1;\nlet b = 2;\n```\n', (root) => {
      expect(root.textContent).not.to.contain('```');
      for (const child of root.children) expect(child.className).to.equal('code-block');
    });
  });

  it('never takes back what it has shown', () => {
    for (const name of ['plain', 'lists', 'table', 'code', 'japanese'] as const) {
      const lengths = frames(documents[name]!).map((frame) => frame.length);
      const lost = lengths.filter((length, i) => length < (lengths[i - 1] ?? 0) - 3);
      expect(lost, name).to.be.empty;
    }
  });

  describe('cost', () => {
    const { createParse } = MarkdownParser.prototype;
    let parsed: number[];
    beforeEach(() => {
      parsed = [];
      MarkdownParser.prototype.createParse = function (input, ...rest) {
        parsed.push(input.length);
        return createParse.call(this, input, ...rest);
      };
    });
    afterEach(() => {
      MarkdownParser.prototype.createParse = createParse;
    });

    const growing: Record<string, string> = {
      paragraphs: 'A paragraph with **bold** words and `code` in it.\n\n'.repeat(1500),
      'one paragraph': 'Some words with **bold** and `code`. '.repeat(2000),
      'one list': '- an item of the list\n'.repeat(3000),
      'one table': `| a | b |\n|---|---|\n${'| cell | cell |\n'.repeat(3000)}`,
      'one code block': `\`\`\`js\n${'let a = 1;\n'.repeat(5000)}`,
    };
    for (const [name, text] of Object.entries(growing)) {
      it(`stays flat while ${name} grows to ${Math.round(text.length / 1000)} KB`, () => {
        const view = new MarkdownView(document.createElement('div'), options);
        for (let end = 40; end < text.length; end += 40) view.update(text.slice(0, end), false);
        expect(Math.max(...parsed)).to.be.below(5000);
      });
    }
  });
});
