import { expect } from '@open-wc/testing';
import { render } from './render.js';

const links = (source: string) => [...render(source).querySelectorAll('a[href]')];

describe('untrusted Markdown', () => {
  it('opens links in a new tab that knows nothing of this page', () => {
    const [link] = links('[a](https://a.example)');
    expect(link!.getAttribute('target')).to.equal('_blank');
    expect(link!.getAttribute('rel')).to.equal('noopener noreferrer nofollow');
    expect(link!.getAttribute('title')).to.equal('https://a.example/');
  });

  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\\\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    '//a.example',
    '/relative',
    'relative',
    '#hash',
    'ftp://a.example',
    'https://',
    'https:/\\a.example',
  ]) {
    it(`does not link ${JSON.stringify(address)}`, () => {
      expect(links(`[a](${address})`)).to.be.empty;
      expect(links(`[a](<${address}>)`)).to.be.empty;
      expect(links(`[a]\n\n[a]: ${address}`)).to.be.empty;
    });
  }

  it('shows where a link that was not made would have led', () => {
    expect(render('[a](javascript:x)').textContent).to.equal('a (javascript:x)');
  });

  it('tells the true host of a link that pretends another', () => {
    const root = render(
      '[https://bank.example](https://evil.example) https://bank.example@evil.example/x',
    );
    expect(root.textContent).to.contain('https://bank.example (evil.example)');
    const [, second] = root.querySelectorAll('a');
    expect(second!.getAttribute('href')).to.equal('https://evil.example/x');
    expect(second!.textContent).to.contain('(evil.example)');
  });

  it('shows raw HTML as text', () => {
    const source = '<img src=x onerror=alert(1)> <b>x</b>\n\n<style>*{}</style>\n\n<div id="a">';
    const root = render(source);
    expect(root.querySelector('img, b, style, div')).to.be.null;
    expect(root.textContent).to.contain('<img src=x onerror=alert(1)>').and.contain('<style>');
  });

  it('asks before it loads a remote image', async () => {
    const root = render('![a cat](https://img.example/c.png?secret=1)');
    expect(root.querySelector('img')).to.be.null;
    const button = root.querySelector('button')!;
    expect(button.textContent).to.equal('Load image from img.example');
    button.click();
    const image = root.querySelector('img')!;
    expect(image.src).to.equal('https://img.example/c.png?secret=1');
    expect(image.alt).to.equal('a cat');
    expect(image.referrerPolicy).to.equal('no-referrer');
  });

  it('loads images of allowed origins and inline ones at once', () => {
    const show = (address: string) =>
      render(`![a](${address})`, {
        allowedOrigins: ['https://cdn.example', 'https://*.img.example'],
      }).querySelector('img') !== null;
    expect(show('https://cdn.example/a.png')).to.be.true;
    expect(show('https://x.img.example/a.png')).to.be.true;
    expect(show('data:image/png;base64,iVBORw0KGgo=')).to.be.true;
    expect(show('https://img.example/a.png')).to.be.false;
    expect(show('https://cdn.example.evil.example/a.png')).to.be.false;
    expect(show('http://cdn.example/a.png')).to.be.false;
    expect(show('data:image/svg+xml;base64,PHN2Zz4=')).to.be.false;
    expect(show('/same-origin.png')).to.be.false;
  });

  it('spells out bidi overrides and control characters', () => {
    const root = render('a\u202eb\u2066c\u0007d `e\u202e`');
    expect(root.textContent).to.equal('a⟨U+202E⟩b⟨U+2066⟩c⟨U+0007⟩d e⟨U+202E⟩');
  });

  it('takes no id, class, style or event handler from content', () => {
    const root = render(
      '# a {#send .launcher onclick=x}\n\n[a](https://a.example){style=color:red}\n\n```"><script>\nx\n```',
    );
    const attributes = [...root.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames(),
    );
    expect(attributes).not.to.include.members(['id']);
    expect(attributes.filter((name) => /^(style|on|name)/.test(name))).to.be.empty;
  });
});
