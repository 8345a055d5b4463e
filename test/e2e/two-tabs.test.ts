import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { startSite, type Site } from '../support/site.js';

describe('A conversation that is kept', () => {
  let browser: Browser;
  let backend: MockBackend;
  let site: Site;
  let context: BrowserContext;

  before(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    [backend, site] = await Promise.all([startMockBackend(), startSite()]);
  });
  after(async () => {
    await browser.close();
    await Promise.all([backend.close(), site.close()]);
  });
  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(20_000);
    backend.journal.reset();
  });
  afterEach(() => context.close());

  async function open(attributes: string): Promise<Page> {
    site.pages.set('/', {
      html: `<!doctype html><html lang="en"><head><title>Host</title>
        <script src="/dist/adk-chat.min.js"></script></head>
        <body><adk-chat endpoint="${backend.url}/api/chat" ${attributes}></adk-chat></body></html>`,
    });
    const page = await context.newPage();
    await page.goto(site.url);
    return page;
  }

  async function send(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  }

  const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });
  const answer = (page: Page, text: RegExp) =>
    page.locator('[part~="message-assistant"]').filter({ hasText: text });

  it('can be answered in one of two tabs only; the other sees the question settle', async () => {
    const attributes = 'chat-id="shared" persist="local"';
    const first = await open(attributes);
    await send(first, 'pay Alice 20');
    await approve(first).waitFor();
    const second = await open(attributes);
    await approve(second).waitFor();
    // Both answer at the same moment, past the buttons, which only a trusted click would move.
    const approvalId = await first.evaluate(
      () => document.querySelector('adk-chat')!.store!.pendingApprovals[0]!.approvalId,
    );
    const decide = (page: Page) =>
      page.evaluate(
        (id) => document.querySelector('adk-chat')!.decide({ approvalId: id, decision: 'yes' }),
        approvalId,
      );
    const answered = await Promise.all([decide(first), decide(second)]);
    assert.equal(answered.filter(Boolean).length, 1);
    await Promise.all([first, second].map((page) => answer(page, /Alice was paid/).waitFor()));
    assert.equal(await approve(second).count(), 0);
    assert.deepEqual(
      backend.journal.executions.map(({ count }) => count),
      [1],
    );
    assert.deepEqual(
      backend.journal.decisions.map(({ count }) => count),
      [1],
    );
  });

  for (const persist of ['session', 'local']) {
    it(`asks an open question again after a reload (${persist})`, async () => {
      const page = await open(`chat-id="reload" persist="${persist}"`);
      await send(page, 'pay Alice 20');
      await approve(page).waitFor();
      await page.reload();
      await approve(page).click({ delay: 50 });
      await answer(page, /Alice was paid/).waitFor();
      assert.deepEqual(
        backend.journal.executions.map(({ count }) => count),
        [1],
      );
    });
  }

  it('goes on with an answer that was streaming when the page was loaded again', async () => {
    const page = await open('chat-id="streaming" persist="local"');
    await send(page, 'slow');
    await answer(page, /word3/).waitFor();
    await page.reload();
    await answer(page, /word1 .*word8/).waitFor();
    assert.equal(await page.locator('[part~="message-assistant"]').count(), 1);
    assert.deepEqual(
      backend.journal.messages.map(({ count }) => count),
      [1],
    );
    await page.getByRole('button', { name: 'Stop' }).click();
  });

  for (const persist of ['none', 'local']) {
    it(`keeps threads apart, each with its open questions (persist="${persist}")`, async () => {
      const page = await open(`chat-id="one" persist="${persist}"`);
      const show = (id: string) =>
        page.evaluate((chatId) => (document.querySelector('adk-chat')!.chatId = chatId), id);
      await send(page, 'pay Alice 20');
      await approve(page).waitFor();
      await show('two');
      await send(page, 'hello');
      await answer(page, /scripted agent/).waitFor();
      assert.equal(await approve(page).count(), 0);
      await show('one');
      await approve(page).waitFor();
      assert.equal(await answer(page, /scripted agent/).count(), 0);
      await show('two');
      await answer(page, /scripted agent/).waitFor();
    });
  }

  it('is still there when its element comes back after a while, even if it is not kept', async () => {
    const page = await open('');
    await send(page, 'pay Alice 20');
    await approve(page).waitFor();
    await page.evaluate(async () => {
      const chat = document.querySelector('adk-chat')!;
      chat.remove();
      await new Promise((resolve) => setTimeout(resolve, 300));
      document.body.append(chat);
    });
    await approve(page).click({ delay: 50 });
    await answer(page, /Alice was paid/).waitFor();
    assert.deepEqual(
      backend.journal.executions.map(({ count }) => count),
      [1],
    );
  });
});
