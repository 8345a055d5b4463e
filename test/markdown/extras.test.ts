import { expect, waitUntil } from '@open-wc/testing';
import { en } from '../../src/locales/en.js';
import { createMarkdownView } from '../../src/markdown/markdown.js';

function show(text: string): HTMLElement {
  const root = document.createElement('div');
  createMarkdownView(root, en, []).update(text, true);
  return root;
}

const patience = { timeout: 10_000 };

describe('extras of Markdown', () => {
  it('colours code of a known language and keeps its text', async () => {
    const source = 'const a = "<b>"; // note';
    const root = show(`\`\`\`TypeScript\n${source}\n\`\`\``);
    await waitUntil(() => root.querySelector('.hl-keyword'), 'no colours', patience);
    expect(root.querySelector('code')!.textContent).to.equal(source);
    expect(root.querySelector('.hl-string')!.textContent).to.equal('"<b>"');
  });

  it('leaves code of an unknown language plain', async () => {
    const root = show('```klingon\nQapla\n```\n\n```js\n1\n```');
    await waitUntil(() => root.querySelector('.hl-number'), 'no colours', patience);
    expect(root.querySelector('code')!.childNodes).to.have.length(1);
  });

  it('draws formulas', async () => {
    const root = show('Euler: $e^{i\\pi} + 1 = 0$ and\n\n$$\\frac{1}{2}$$\n\n\\(x\\) \\[y\\]');
    await waitUntil(() => root.querySelectorAll('math').length === 4, 'no formulas', patience);
    expect(root.querySelector('.display mfrac')).to.exist;
    expect(root.querySelector('annotation')!.textContent).to.equal('e^{i\\pi} + 1 = 0');
  });

  it('takes prices for prices', () => {
    expect(show('It costs $5, not $10.').textContent).to.equal('It costs $5, not $10.');
  });

  it('leaves the source of a formula that it cannot or may not draw', async () => {
    const root = show(
      '$\\nonsense{$ $\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://a.example/b.png}$ $ok$',
    );
    await waitUntil(() => root.querySelector('math'), 'no formula', patience);
    expect(root.querySelectorAll('math')).to.have.length(1);
    expect(root.querySelector('a, img')).to.be.null;
    expect(root.textContent).to.contain('$\\href{javascript:alert(1)}{x}$');
  });
});
