import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import type Axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { DOCUMENTS } from '../support/snippets.js';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const PAGES = readdirSync('demo')
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/${file.replace(/(index)?\.html$/, '')}`);

/** `/docs/voice` for `docs/voice.md`. */
const DOCS = DOCUMENTS.filter((file) => file.startsWith('docs/')).map(
  (file) => `/${file.replace(/(\/index)?\.md$/, '')}`,
);

describe('the gallery', () => {
  let browser: Browser;
  let backend: MockBackend;
  let page: Page;
  let problems: string[];

  before(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    backend = await startMockBackend();
  });
  after(async () => {
    await browser.close();
    await backend.close();
  });
  afterEach(() => page.close());

  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
    page = await browser.newPage({ baseURL: backend.url, reducedMotion: 'reduce', ...options });
    page.setDefaultTimeout(20_000);
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => {
      const { host, protocol } = new URL(request.url());
      const isOwn = host === new URL(backend.url).host || /^(data|blob|about):/.test(protocol);
      if (!isOwn) problems.push(`a request to ${host}`);
    });
    await page.goto(path);
    await page.locator('main').waitFor();
  }

  /** Every rule of WCAG 2.2 AA that axe knows, for the page and the chats on it. */
  async function checkAccessibility(): Promise<void> {
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary}`),
      );
    });
    assert.deepEqual(violations, []);
  }

  async function fitsItsWindow(): Promise<void> {
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(overflow <= 0, `${page.url()} is ${overflow} px too wide`);
  }

  /** A button that was visible long enough to be pressed. */
  const armed = (name: string) =>
    page.getByRole('button', { name }).and(page.locator(':not([aria-disabled="true"])'));

  for (const path of PAGES) {
    it(`${path} is clean and accessible, light and dark, also on 320 px`, async () => {
      await open(path, { colorScheme: 'light' });
      await checkAccessibility();
      await page.emulateMedia({ colorScheme: 'dark' });
      await checkAccessibility();
      await page.setViewportSize({ width: 320, height: 640 });
      await fitsItsWindow();
      assert.deepEqual(problems, []);
    });
  }

  it('the documentation is readable, also on 320 px', async () => {
    await open('/docs', { viewport: { width: 320, height: 640 } });
    await checkAccessibility();
    for (const path of DOCS) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      await fitsItsWindow();
    }
    assert.deepEqual(problems, []);
  });

  for (const path of ['/sse', '/websocket', '/voice', '/approvals', '/browser-tools']) {
    it(`${path} answers what its buttons say`, async () => {
      await open(path);
      const buttons = page.locator('[data-try]');
      await buttons.first().click();
      await page.getByRole('article', { name: 'Assistant' }).first().waitFor();
      await page.locator('.log').getByText('adk-status-change').first().waitFor();
      assert.deepEqual(problems, []);
    });
  }

  it('shows the code that runs', async () => {
    await open('/browser-tools');
    const code = page.getByRole('region', { name: 'Code' });
    await code.getByText('change_bgm').waitFor();
    await page.getByRole('button', { name: 'change the music' }).click();
    await page.getByText('Now playing: track 2').waitFor();
  });

  it('keeps the chosen colours, for the chats too', async () => {
    await open('/sse', { colorScheme: 'light' });
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.reload();
    assert.equal(await page.locator('adk-chat').getAttribute('color-scheme'), 'dark');
    const scheme = await page.evaluate(
      () => getComputedStyle(document.documentElement).colorScheme,
    );
    assert.equal(scheme, 'dark');
  });

  it('edits tokens live and gives the CSS away', async () => {
    await open('/theming');
    await page.getByRole('radio', { name: 'Terminal' }).check();
    const css = page.getByRole('region', { name: 'The CSS of this theme' });
    await css.getByText('--adk-radius: 2px').waitFor();
    await page.getByRole('slider', { name: 'Radius', exact: true }).fill('20');
    await css.getByText('--adk-radius: 20px').waitFor();
    await page.getByLabel('Accent, light', { exact: true }).fill('#aa0000');
    await css.getByText('--adk-accent: light-dark(#aa0000, #7ceb6c)').waitFor();
    const accent = await page
      .locator('adk-chat')
      .evaluate((chat) => getComputedStyle(chat).getPropertyValue('--adk-accent'));
    assert.match(accent, /#aa0000/);
  });

  for (const preset of ['daylight', 'harbour', 'paper', 'terminal', 'orchid']) {
    it(`has enough contrast in the preset ${preset}`, async () => {
      await open(`/theming?preset=${preset}`, { colorScheme: 'light' });
      await armed('Approve').waitFor();
      await checkAccessibility();
      await page.emulateMedia({ colorScheme: 'dark' });
      await checkAccessibility();
    });
  }

  it('works on the shop, whatever its style sheet does', async () => {
    await open('/shop');
    await page.getByRole('button', { name: 'Open chat' }).click();
    const input = page.getByRole('textbox', { name: 'Message', exact: true });
    await input.fill('pay Alice 20');
    await input.press('Enter');
    const approve = armed('Approve');
    const style = await approve.evaluate((button) => {
      const { textTransform, letterSpacing, fontFamily, fontSize } = getComputedStyle(button);
      return { textTransform, letterSpacing, fontSize, serif: fontFamily.includes('Georgia') };
    });
    const expected = { textTransform: 'none', letterSpacing: 'normal', fontSize: '15px' };
    assert.deepEqual(style, { ...expected, serif: false });
    await approve.click();
    const answer = page.getByRole('article', { name: 'Assistant' });
    await answer.getByText('Alice was paid 20 EUR.').waitFor();
    assert.deepEqual(problems, []);
  });

  it('lets many chats stream side by side', async () => {
    await open('/many');
    await page.getByRole('button', { name: 'Ask all of them' }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('adk-chat')].every(
        ({ store }) => store?.status === 'ready' && store.messages.length === 2,
      ),
    );
    assert.deepEqual(problems, []);
  });

  it('plays a recorded session without a backend', async () => {
    await open('/replay');
    const toBackend: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && toBackend.push(request.url()));
    await page.getByRole('button', { name: 'Play the recording' }).click();
    await armed('Approve all').click();
    const answer = page.getByRole('article', { name: 'Assistant' });
    await answer.getByText('Bob was paid 35 EUR.').waitFor();
    assert.deepEqual([...toBackend, ...problems], []);
  });

  it('says plainly why a server of one’s own can’t be reached', async () => {
    await open('/adk');
    await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9');
    await page.getByRole('textbox', { name: 'App name' }).fill('my_agent');
    await page.getByRole('button', { name: 'Connect' }).click();
    const input = page.getByRole('textbox', { name: 'Message', exact: true });
    await input.fill('hello');
    await input.press('Enter');
    await page.getByRole('button', { name: 'Retry' }).waitFor();
  });

  it('runs the live examples of the documentation', async () => {
    await open('/docs');
    const example = page.frameLocator('iframe[title="Live example"]');
    await example.getByRole('button', { name: 'weather in Tokyo' }).click();
    const answer = example.getByRole('article', { name: 'Assistant' });
    await answer.getByText('It is 18 °C in Tokyo').waitFor();
    assert.deepEqual(problems, []);
  });
});
