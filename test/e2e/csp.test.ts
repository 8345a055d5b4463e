/** The policies of docs/csp.md, each with its page, in a browser that reports what they refuse. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { AdkVoiceChangeEvent } from '../../src/events.js';
import { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { startSite, type Site } from '../support/site.js';

const DOC = readFileSync('docs/csp.md', 'utf8');
const SETUPS = [
  ...DOC.matchAll(
    /^## ([^\n]+)\n[^#]*?```http\nContent-Security-Policy: ([^\n]+)\n```\n\n```html\n(.+?)```/gms,
  ),
].map(([, name, policy, html]) => ({ name: name!, policy: policy!, html: html! }));

interface Witness {
  violations: string[];
  states: string[];
}
declare const witness: Witness;

function watch(): void {
  const seen: Witness = { violations: [], states: [] };
  Object.assign(window, { witness: seen });
  document.addEventListener('securitypolicyviolation', (event) => {
    seen.violations.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
  });
  document.addEventListener('adk-voice-change', (event) => {
    seen.states.push((event as AdkVoiceChangeEvent).detail.state);
  });
}

describe('under a strict content security policy', () => {
  let browser: Browser;
  let backend: MockBackend;
  let site: Site;
  let cdn: Site;
  let page: Page;

  before(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    const roots = { '/dist/': 'dist', '/': 'dist' };
    [backend, site, cdn] = await Promise.all([
      startMockBackend({ pace: 0, audioPace: 0.2 }),
      startSite(roots),
      startSite(roots),
    ]);
  });
  after(async () => {
    await browser?.close();
    await Promise.all([backend?.close(), site?.close(), cdn?.close()]);
  });
  afterEach(() => page?.close());

  const here = (text: string) =>
    text
      .replaceAll('https://cdn.example.com', cdn.url)
      .replaceAll('wss://example.com', backend.url.replace('http', 'ws'))
      .replaceAll('https://example.com', backend.url);

  async function open(policy: string, html: string): Promise<void> {
    site.pages.set('/', {
      html: `<!doctype html><html lang="en"><title>Host</title><body>${here(html)}</body></html>`,
      headers: { 'content-security-policy': here(policy) },
    });
    page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    await page.addInitScript(watch);
    await page.goto(site.url);
  }

  async function ask(text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  }

  const nothingRefused = async () =>
    assert.deepEqual(await page.evaluate(() => witness.violations), []);

  it('has three setups to copy', () => {
    assert.deepEqual(
      SETUPS.map(({ name }) => name),
      ['With a nonce', 'Everything from your own server', 'From a CDN'],
    );
  });

  for (const { name, policy, html } of SETUPS) {
    it(`${name}: answers, Markdown, code, formulas, pictures, approvals and languages work`, async () => {
      await open(policy, html);
      const chat = page.locator('adk-chat');
      await ask('pay Alice 20');
      await chat.getByRole('button', { name: 'Approve' }).click();
      await chat.getByText('Alice was paid 20 EUR').first().waitFor();
      await ask('long markdown');
      await chat.locator('[part~="message-assistant"] h2').first().waitFor();
      await ask('code');
      await chat.locator('[class^="hl-"]').first().waitFor();
      await ask('math');
      await chat.locator('math').first().waitFor();
      await ask('image');
      await chat.locator('img').first().waitFor();
      await ask('think about it');
      await chat.getByText('42').first().waitFor();
      await chat.evaluate((element) => element.setAttribute('lang', 'de'));
      await chat.getByRole('button', { name: 'Senden' }).waitFor();
      await nothingRefused();
    });

    it(`${name}: voice listens and speaks`, async () => {
      await open(
        policy,
        html.replace(
          /endpoint="[^"]+"/,
          'voice="tap-to-talk" transport="adk-stream" endpoint="wss://example.com/live"',
        ),
      );
      let frames = 0;
      const spoken = new Promise<void>((resolve) => {
        page.on('websocket', (socket) =>
          socket.on('framesent', () => {
            if (++frames === 40) resolve();
          }),
        );
      });
      await page.getByRole('button', { name: 'Start voice' }).click();
      await page.waitForFunction(() => witness.states.includes('listening'));
      // A server answers only a turn in which something was said.
      await spoken;
      await page.getByRole('button', { name: 'Stop voice' }).click();
      await page.waitForFunction(() => witness.states.includes('speaking'));
      await nothingRefused();
    });
  }

  it('reports what a policy refuses, so that the tests above could fail', async () => {
    const { policy, html } = SETUPS[0]!;
    await open(policy, `${html}<style>body { color: red }</style><img src="https://evil.test/x">`);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    const violations = await page.evaluate(() => witness.violations);
    assert.equal(violations.length, 2, violations.join('\n'));
  });

  it('finds the worklets beside the script where blob: and data: are refused', async () => {
    const { policy, html } = SETUPS[2]!;
    await open(
      policy,
      html
        .replace(/worklet-path="[^"]+"/, '')
        .replace(
          /endpoint="[^"]+"/,
          'voice="tap-to-talk" transport="adk-stream" endpoint="wss://example.com/live"',
        ),
    );
    await page.getByRole('button', { name: 'Start voice' }).click();
    await page.waitForFunction(() => witness.states.includes('listening'));
    assert.ok(cdn.requests.some(({ path }) => path === '/worklets/pcm-recorder.js'));
  });
});
