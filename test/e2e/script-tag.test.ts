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
    site.requests.length = 0;
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
    'beside RequireJS, which takes the scripts of the page over': () => [
      element(),
      `<script>
        const waiting = [];
        window.define = (...args) => waiting.push(args);
        window.define.amd = { jQuery: true };
        window.require = () => { throw new Error('require was called'); };
        window.module = undefined;
        window.exports = {};
        addEventListener('load', () => { if (waiting.length) throw new Error('define was called'); });
      </script><script src="${SCRIPT}"></script>`,
    ],
    'on a page that patches prototypes': () => [
      element(),
      `<script>
        Object.prototype.extend = function (other) { return Object.assign(this, other); };
        Array.prototype.extra = () => 1;
        Array.prototype.remove = function (item) { this.splice(this.indexOf(item), 1); };
        Function.prototype.patched = true;
        const bind = Function.prototype.bind;
        Function.prototype.bind = function (...args) { return bind.apply(this, args); };
        String.prototype.trim = function () { return this.replace(/^\\s+|\\s+$/g, ''); };
        Array.from = (list, map) => map ? [].map.call([...list], map) : [].slice.call([...list]);
        Element.prototype.remove = function () { this.parentNode?.removeChild(this); };
        Error.prepareStackTrace = (error, frames) => frames;
        Error.stackTraceLimit = 0;
      </script><script src="${SCRIPT}"></script><script type="module" src="${SCRIPT}?module"></script>`,
    ],
    'on a page that wraps timers, fetch and listeners': () => [
      element(),
      `<script>
        for (const name of ['fetch', 'setTimeout', 'requestAnimationFrame', 'queueMicrotask']) {
          const original = window[name];
          window[name] = function (...args) { return original.apply(window, args); };
        }
        const listen = EventTarget.prototype.addEventListener;
        EventTarget.prototype.addEventListener = function (type, listener, options) {
          return listen.call(this, type, listener, options);
        };
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
      `<adk-chat></adk-chat><script>
         const chat = document.querySelector('adk-chat');
         chat.endpoint = '${endpoint()}';
         chat.headers = { 'x-tenant': 'acme' };
         chat.suggestions = ['hello'];
         chat.addEventListener('adk-ready', () => { window.wasReady = true; });
       </script>`,
    );
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.addScriptTag({ url: SCRIPT });
    await page.getByRole('button', { name: 'hello' }).click();
    assert.equal((await sent).headers()['x-tenant'], 'acme');
    assert.equal(await page.evaluate('window.wasReady'), true);
    await page.locator('adk-chat [part~="message-assistant"]').first().waitFor();
    // An own property would shadow the accessor of the class and never be seen again.
    const own = await page.evaluate(() => Object.keys(document.querySelector('adk-chat')!));
    assert.ok(!own.includes('endpoint') && !own.includes('headers'), own.join());
  });

  for (const type of ['text/javascript', 'module']) {
    it(`mounts a launcher from its own data attributes (${type})`, async () => {
      await open(
        '<h1>Shop</h1>',
        `<script type="${type}" src="${SCRIPT}" data-endpoint="${endpoint()}" data-transport="sse" data-heading="Help"></script>`,
      );
      await page.getByRole('button', { name: 'Open chat' }).click();
      await chatWorks();
    });
  }

  const backends: Record<string, () => string> = {
    'an AI SDK server': () => `endpoint="${endpoint()}"`,
    'an AI SDK socket': () =>
      `transport="websocket" endpoint="${endpoint().replace('http', 'ws')}"`,
    'adk-stream': () =>
      `transport="adk-stream" endpoint="${backend.url.replace('http', 'ws')}/live"`,
  };
  for (const [name, attributes] of Object.entries(backends)) {
    it(`needs no other file for Markdown and ${name} in its full form`, async () => {
      const file = '/dist/adk-chat.full.min.js';
      await open(`<adk-chat ${attributes()}></adk-chat>`, `<script src="${file}"></script>`);
      await page.getByRole('textbox', { name: 'Message' }).fill('long markdown');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('adk-chat table').first().waitFor();
      const fetched = site.requests.filter(({ path }) => path.startsWith('/dist/extras/'));
      assert.deepEqual(
        fetched.filter(({ path }) => !/highlight|math|shared/.test(path)),
        [],
      );
      assert.deepEqual(problems, []);
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

  for (const [place, base] of Object.entries({
    'its own origin': () => site.url,
    'a CDN': () => cdn.url,
  })) {
    for (const type of ['text/javascript', 'module']) {
      it(`finds its extras beside itself, from ${place} (${type})`, async () => {
        const served = base() === cdn.url ? cdn : site;
        served.requests.length = 0;
        await open(
          element(),
          `<base href="https://elsewhere.example/deep/"><script type="${type}" crossorigin src="${base()}${SCRIPT}"></script>`,
        );
        await page.getByRole('textbox', { name: 'Message' }).fill('long markdown');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.locator('adk-chat [part~="message-assistant"] h2').first().waitFor();
        assert.ok(served.requests.some(({ path }) => path.startsWith('/dist/extras/')));
        assert.deepEqual(problems, []);
      });
    }
  }

  it('leaves the styles of the page alone', async () => {
    await open(
      `<h2 class="launcher">Shop</h2><button class="button">Buy</button><p class="message text">Text</p>${element()}`,
      '<style>body { font: 20px serif; color: teal } .button { background: pink }</style>',
    );
    const looks = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('html, body, h2, .button, p')].map((node) =>
          JSON.stringify(Object.entries(getComputedStyle(node))),
        ),
      );
    // The element takes its room once it is there; everything else must look as before.
    await page.addStyleTag({ content: 'adk-chat { display: block; height: 400px }' });
    const before = await looks();
    await page.addScriptTag({ url: SCRIPT });
    await chatWorks();
    assert.deepEqual(await looks(), before);
    assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0);
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
