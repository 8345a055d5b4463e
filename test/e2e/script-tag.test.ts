import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { startSite, type Site } from '../support/site.js';

const SCRIPT = '/dist/adk-chat.min.js';

describe('the script tag', () => {
  let browser: Browser;
  let backend: MockBackend;
  let site: Site;
  let cdn: Site;
  let page: Page;
  let problems: string[];

  before(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    [backend, site, cdn] = await Promise.all([startMockBackend(), startSite(), startSite()]);
  });
  after(async () => {
    await browser.close();
    await Promise.all([backend.close(), site.close(), cdn.close()]);
  });
  afterEach(async () => {
    await page.close();
    site.overrides.clear();
  });

  const endpoint = () => `${backend.url}/api/chat`;
  const element = () => `<adk-chat endpoint="${endpoint()}"></adk-chat>`;

  async function open(body: string, head = ''): Promise<void> {
    site.pages.set('/', {
      html: `<!doctype html><html lang="en"><head><title>Host</title>${head}</head><body>${body}</body></html>`,
    });
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(site.url);
  }

  async function chatWorks(): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill('hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('adk-chat [part~="message-assistant"]').first().waitFor();
    assert.deepEqual(problems, []);
  }

  const forms: Record<string, () => [body: string, head?: string]> = {
    'as a classic script in the head': () => [element(), `<script src="${SCRIPT}"></script>`],
    'as a classic script after the element': () => [
      `${element()}<script src="${SCRIPT}"></script>`,
    ],
    'as a module': () => [element(), `<script type="module" src="${SCRIPT}"></script>`],
    'with async': () => [element(), `<script async src="${SCRIPT}"></script>`],
    'with defer': () => [element(), `<script defer src="${SCRIPT}"></script>`],
    'inserted late': () => [
      `${element()}<script>addEventListener('load', () => {
        const script = document.createElement('script');
        script.src = '${SCRIPT}';
        document.body.append(script);
      })</script>`,
    ],
    'loaded twice': () => [
      element(),
      `<script src="${SCRIPT}"></script><script src="${SCRIPT}?again"></script><script type="module" src="${SCRIPT}"></script>`,
    ],
    'beside an AMD loader': () => [
      element(),
      `<script>window.define = Object.assign(() => { throw new Error('AMD define was called'); }, { amd: {} });</script>
       <script src="${SCRIPT}"></script>`,
    ],
    'under a base element': () => [
      element(),
      `<base href="https://elsewhere.example/deep/"><script src="${site.url}${SCRIPT}"></script>`,
    ],
    'on a page that patches prototypes': () => [
      element(),
      `<script>
        Array.prototype.extra = () => 1;
        Function.prototype.patched = true;
        String.prototype.trim = function () { return this.replace(/^ +| +$/g, ''); };
        Array.from = (list) => [].slice.call(list);
      </script><script src="${SCRIPT}"></script>`,
    ],
  };
  for (const [name, form] of Object.entries(forms)) {
    it(`works ${name}`, async () => {
      await open(...form());
      await chatWorks();
    });
  }

  it('works from another origin with integrity', async () => {
    const hash = createHash('sha384').update(readFileSync('dist/adk-chat.min.js')).digest('base64');
    await open(
      element(),
      `<script src="${cdn.url}${SCRIPT}" integrity="sha384-${hash}" crossorigin="anonymous"></script>`,
    );
    await chatWorks();
  });

  it('keeps properties that were set before the script came', async () => {
    await open(
      `<adk-chat></adk-chat><script>document.querySelector('adk-chat').endpoint = '${endpoint()}';</script>
       <script src="${SCRIPT}"></script>`,
    );
    await chatWorks();
  });

  for (const type of ['text/javascript', 'module']) {
    it(`mounts a launcher from its own data attributes (${type})`, async () => {
      await open(
        '<h1>Shop</h1>',
        `<script type="${type}" src="${SCRIPT}" data-endpoint="${endpoint()}" data-heading="Help"></script>`,
      );
      await page.getByRole('button', { name: 'Open chat' }).click();
      await chatWorks();
    });
  }

  it('lets the first of two versions win and warns once', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const newer = readFileSync('dist/adk-chat.min.js', 'utf8').replaceAll(
      `"${version}"`,
      '"99.0.0"',
    );
    site.overrides.set('/dist/newer.js', newer);
    const warnings: string[] = [];
    await open(element());
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.addScriptTag({ url: SCRIPT });
    await page.addScriptTag({ url: '/dist/newer.js' });
    await page.addScriptTag({ url: '/dist/newer.js?again' });
    await chatWorks();
    const running = await page.evaluate(
      () => (customElements.get('adk-chat') as unknown as { version: string }).version,
    );
    assert.equal(running, version);
    assert.equal(warnings.filter((text) => text.includes('99.0.0')).length, 1);
  });

  it('adds nothing to the page but one documented global', async () => {
    await open('', '<script>window.before = new Set(Object.getOwnPropertyNames(window));</script>');
    const added = await page.evaluate(async (src) => {
      const types = [Array, Object, String, Promise, Map];
      const natives = types.map((type) => Object.getOwnPropertyNames(type.prototype).length);
      const script = document.createElement('script');
      script.src = src;
      await new Promise((resolve) => {
        script.onload = resolve;
        document.head.append(script);
      });
      const { before } = window as unknown as { before: Set<string> };
      return {
        changed: types.filter(
          (type, i) => Object.getOwnPropertyNames(type.prototype).length !== natives[i],
        ),
        globals: Object.getOwnPropertyNames(window).filter((name) => !before.has(name)),
        sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
      };
    }, SCRIPT);
    // Lit's own marks are how it notices that it was loaded twice.
    const globals = added.globals.filter(
      (name) => name !== 'before' && !/^(lit[A-Z]|reactiveElement)/.test(name),
    );
    assert.deepEqual({ ...added, globals }, { changed: [], globals: ['AdkChat'], sheets: 0 });
  });
});
