/** What a broken or hostile server can send, and what of the host's secrets may be seen where. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { startSite, type Site } from '../support/site.js';

const SECRET = 'sk-do-not-show-7Jq2';
const MB = 1024 * 1024;

const event = (chunk: object | string) =>
  `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`;
const say = (text: string) =>
  [
    { type: 'start', messageId: 'm' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: text },
    { type: 'text-end', id: 't' },
    { type: 'finish' },
  ]
    .map(event)
    .join('');
const output = (value: string) =>
  event({ type: 'start', messageId: 'm' }) +
  event({ type: 'tool-input-available', toolCallId: 'c', toolName: 'read', input: {} }) +
  event(`{"type":"tool-output-available","toolCallId":"c","output":${value}}`) +
  event({ type: 'finish' });
const nest = (open: string, close: string, depth: number) =>
  open.repeat(depth) + close.repeat(depth);

describe('a hostile server', () => {
  let browser: Browser;
  let site: Site;
  let page: Page;
  let answers: { status?: number; body: string }[];
  let urls: string[];

  before(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    site = await startSite();
    site.pages.set('/', {
      html: `<!doctype html><html lang="en"><title>Host</title><script src="/dist/adk-chat.min.js"></script>
        <adk-chat endpoint="/api" persist="local" chat-id="c1"></adk-chat></html>`,
    });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(() => page?.close());

  async function open(...given: (string | { status: number; body: string })[]): Promise<void> {
    answers = given.map((answer) => (typeof answer === 'string' ? { body: answer } : answer));
    urls = [];
    page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(30_000);
    page.on('request', (request) => urls.push(request.url()));
    await page.route('**/api', async (route) => {
      const { status = 200, body } = answers.shift() ?? { body: say('Still here.') };
      await route.fulfill({ status, contentType: 'text/event-stream', body });
    });
    await page.goto(site.url);
  }

  async function ask(text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  }

  /** Whatever came before, the next question is answered. */
  async function isAlive(): Promise<void> {
    await ask('Are you there?');
    await page.locator('adk-chat').getByText('Still here.').last().waitFor();
  }

  it('pollutes no prototype through keys, ids and names', async () => {
    const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
    const bad = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":{"\\u005f_proto__":{"polluted":1}}}`;
    const chunks = keys.flatMap((key) => [
      event({ type: 'text-start', id: key }),
      event({ type: 'text-delta', id: key, delta: `text of ${key} ` }),
      event({ type: 'text-end', id: key }),
      event({ type: 'reasoning-start', id: key }),
      event({ type: 'reasoning-delta', id: key, delta: key }),
      event(
        `{"type":"tool-input-available","toolCallId":"${key}","toolName":"${key}","input":${bad}}`,
      ),
      event(`{"type":"tool-output-available","toolCallId":"${key}","output":${bad}}`),
      event(`{"type":"data-${key}","id":"${key}","data":${bad}}`),
      event(`{"type":"message-metadata","messageMetadata":${bad},"__proto__":{"polluted":1}}`),
    ]);
    await open(
      event(`{"type":"start","messageId":"__proto__","messageMetadata":${bad}}`) +
        chunks.join('') +
        event({ type: 'finish' }),
    );
    const before = await page.evaluate(() => Object.getOwnPropertyNames(Object.prototype).length);
    await ask('go');
    await page.locator('adk-chat').getByText('text of hasOwnProperty').first().waitFor();
    for (const details of await page.locator('adk-chat details[part="tool"] > summary').all()) {
      await details.click();
    }
    await isAlive();
    // Stored, read again, shown again.
    await page.reload();
    await page.locator('adk-chat').getByText('text of constructor').first().waitFor();
    assert.deepEqual(
      await page.evaluate(() => ({
        plain: 'polluted' in {},
        list: 'polluted' in [],
        text: 'polluted' in Object(''),
        names: Object.getOwnPropertyNames(Object.prototype).length,
      })),
      { plain: false, list: false, text: false, names: before },
    );
  });

  it('may send ten megabytes in one piece', async () => {
    await open(output(JSON.stringify('x'.repeat(10 * MB))));
    await ask('go');
    await page.locator('adk-chat details[part="tool"] > summary').click();
    await page
      .locator('adk-chat')
      .getByText(/10,485,760 characters/)
      .first()
      .waitFor();
    await isAlive();
  });

  it('is told off for more, and the chat goes on', async () => {
    await open(output(JSON.stringify('x'.repeat(17 * MB))));
    await ask('go');
    await page.locator('adk-chat').getByText('more than 16 MB in one piece').first().waitFor();
    await isAlive();
  });

  it('cannot break the page with deep values', async () => {
    await open(
      output(nest('[', ']', 100_000)),
      output(nest('{"a":', '}', 100_000).replace('}', '1}')),
      output(nest('[', ']', 250)),
    );
    for (let i = 0; i < 3; i++) await ask(`go ${i}`);
    await isAlive();
  });

  it('cannot break the page with deep Markdown', async () => {
    const patterns = ['>', '> - ', '- ', '1. ', '[', '![', '**', '`'];
    await open(...patterns.map((pattern) => say(pattern.repeat(50_000 / pattern.length))));
    for (const pattern of patterns) {
      await ask(`repeat ${pattern}`);
      await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    }
    await isAlive();
    const depth = await page.evaluate(() => {
      let deepest = 0;
      const walker = document.createTreeWalker(document.querySelector('adk-chat')!.shadowRoot!);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        let level = 0;
        for (let parent = node.parentNode; parent; parent = parent.parentNode) level++;
        deepest = Math.max(deepest, level);
      }
      return deepest;
    });
    assert.ok(depth < 100, `${depth} levels`);
  });

  it('never sees a token in an address, and nobody sees it in errors, recordings or storage', async () => {
    await open(say('Hello.'), { status: 500, body: `{"error":"no"}` }, { status: 401, body: 'no' });
    await page.evaluate(async (secret) => {
      const chat = document.querySelector('adk-chat')!;
      chat.headers = { authorization: `Bearer ${secret}`, 'x-api-key': secret };
      chat.body = { accessToken: secret };
      await chat.startRecording();
      Object.assign(window, { errors: [] as string[] });
      chat.addEventListener('adk-error', ({ detail: { error } }) => {
        const { message, details, stack } = error;
        (window as unknown as { errors: string[] }).errors.push(
          JSON.stringify({ message, details, stack, cause: String(error.cause) }),
        );
      });
    }, SECRET);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await ask('go');
    assert.equal((await sent).headers()['authorization'], `Bearer ${SECRET}`);
    await page.locator('adk-chat').getByText('Hello.').first().waitFor();
    for (let i = 0; i < 2; i++) {
      await ask('go');
      await page.waitForFunction(
        (count) => (window as unknown as { errors: string[] }).errors.length > count,
        i,
      );
    }
    const seen = await page.evaluate(() => ({
      errors: (window as unknown as { errors: string[] }).errors,
      recording: document.querySelector('adk-chat')!.exportRecording(),
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      shown: document.querySelector('adk-chat')!.shadowRoot!.textContent,
      keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    }));
    assert.ok(seen.errors.length === 2 && seen.recording.includes('Hello.'));
    assert.ok(!JSON.stringify({ ...seen, urls }).includes(SECRET));
    assert.ok(seen.keys.length > 0);
    assert.deepEqual(
      seen.keys.filter((key) => !key.startsWith('adk-chat:')),
      [],
    );
  });
});
