import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, afterEach, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import {
  startStage,
  type ChatPage,
  type OpenOptions,
  type Stage,
} from '../support/approvals-page.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe('approvals', () => {
  let browser: Browser;
  let stage: Stage;
  let chat: ChatPage;
  let page: Page;

  before(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    stage = await startStage(browser);
  });
  after(async () => {
    await browser.close();
    await stage.close();
  });
  afterEach(() => chat.close());

  async function open(options?: OpenOptions): Promise<void> {
    chat = await stage.open(options);
    page = chat.page;
  }

  const mine = <T extends { chatId: string }>(entries: T[]) =>
    entries.filter(({ chatId }) => chatId === chat.chatId);
  const paid = () =>
    mine(stage.backend.journal.executions)
      .filter(({ toolName }) => toolName === 'process_payment')
      .map(({ input, count }) => [(input as { recipient: string }).recipient, count]);
  const decisions = () =>
    mine(stage.backend.journal.decisions).map(({ approved, count }) => [approved, count]);
  /** How often the page sent something to the backend. */
  const sends = () => {
    const urls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') urls.push(request.url());
    });
    return urls;
  };
  const question = (text: string) =>
    page.getByRole('group', { name: 'Approval needed' }).filter({ hasText: text });
  const inQuestion = (text: string, name: string) =>
    question(text).getByRole('button', { name, exact: true, disabled: false });
  /** Presses again if the card has just moved, as a person would. */
  async function answer(text: string, name: string): Promise<void> {
    for (let i = 0; i < 5 && (i === 0 || (await question(text).count()) > 0); i += 1) {
      await inQuestion(text, name).click();
      await question(text)
        .waitFor({ state: 'detached', timeout: 1500 })
        .catch(() => {});
    }
  }
  const record = (text: RegExp) => page.locator('tool-approval').filter({ hasText: text });

  async function isAccessible(): Promise<void> {
    await page.addScriptTag({ path: AXE });
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const result = await axe.run();
      return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    assert.deepEqual(violations, []);
  }

  it('pays two people: one approved, one denied, one send, and the answer names both', async () => {
    await open();
    const posts = sends();
    await chat.say('pay two people');
    await answer('Alice', 'Approve');
    await record(/Approved by you/).waitFor();
    assert.deepEqual([posts.length, paid()], [1, []], 'nothing goes out before all is decided');
    await answer('Bob', 'Deny');
    await chat.sees('Alice was paid 20 EUR. Bob was not paid: denied.');
    assert.equal(posts.length, 2);
    assert.deepEqual(paid(), [['Alice', 1]]);
    assert.deepEqual(decisions(), [
      [true, 1],
      [false, 1],
    ]);
    await record(/Denied by you/).waitFor();
    await isAccessible();
  });

  for (const [name, where] of [
    ['a WebSocket', { transport: 'websocket' }],
    ['adk-stream over SSE', { transport: 'adk-stream', endpoint: '/stream' }],
    ['adk-stream over a live socket', { transport: 'adk-stream', endpoint: '/live' }],
  ] as const) {
    it(`pays one of two people over ${name} as well`, async () => {
      await open(where);
      await chat.say('pay two people');
      await answer('Alice', 'Approve');
      await answer('Bob', 'Deny');
      await chat.sees(/Alice was paid 20 EUR\. Bob was not paid/);
      assert.deepEqual(paid(), [['Alice', 1]]);
      assert.deepEqual(decisions(), [
        [true, 1],
        [false, 1],
      ]);
    });
  }

  it('approves a single question and shows how it went', async () => {
    await open();
    await chat.say('pay Alice 20');
    await chat.button('Approve').waitFor();
    await isAccessible();
    await chat.button('Approve').click();
    await chat.sees('Alice was paid 20 EUR.');
    await page.getByText('process_payment').click();
    await chat.sees('R-520');
    await isAccessible();
    assert.deepEqual(paid(), [['Alice', 1]]);
  });

  it('denies with a reason, which the agent learns', async () => {
    await open();
    await chat.say('pay Alice 20');
    await chat.button('Add a reason').click();
    await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('Not today');
    await chat.button('Deny').click();
    await chat.sees(/Alice was not paid: denied \(Not today\)/);
    assert.deepEqual(paid(), []);
  });

  it('asks no more after "Always allow", until that is revoked', async () => {
    await open();
    await chat.say('pay Alice 20');
    await chat.button('Always allow').click();
    await chat.sees('Alice was paid 20 EUR.');
    await chat.say('pay Bob 5');
    await chat.sees('Bob was paid 5 EUR.');
    await record(/Approved by your “Always allow”/).waitFor();
    await page.getByText('1 tool is always allowed').click();
    await isAccessible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chat.button('Export decisions').click(),
    ]);
    const log = await readFile((await download.path())!, 'utf8');
    assert.deepEqual(
      log.split('\n').map((line) => {
        const { toolName, decision, origin } = JSON.parse(line) as Record<string, string>;
        return [toolName, decision, origin];
      }),
      [
        ['process_payment', 'yes_always', 'user'],
        ['process_payment', 'yes', 'policy'],
      ],
    );
    await chat.button('Revoke the permission for process_payment').click();
    await chat.say('pay Carol 7');
    await answer('Carol', 'Deny');
    await chat.sees('Carol was not paid');
    assert.deepEqual(paid(), [
      ['Alice', 1],
      ['Bob', 1],
    ]);
  });

  for (const [name, text] of [
    ['Approve all', 'Alice was paid 20 EUR. Bob was paid 35 EUR.'],
    ['Deny all', 'Alice was not paid: denied. Bob was not paid: denied.'],
  ] as const) {
    it(`answers a batch with "${name}" in one send`, async () => {
      await open();
      const posts = sends();
      await chat.say('pay two people');
      await page.getByRole('group', { name: '2 questions are waiting for you' }).waitFor();
      await isAccessible();
      await chat.button(name).click();
      await chat.sees(text);
      assert.equal(posts.length, 2);
    });
  }

  it('asks a second question that depends on the first answer', async () => {
    await open();
    await chat.say('plan dinner');
    await answer('reserve_table', 'Approve');
    await answer('process_payment', 'Approve');
    await chat.sees('The table is reserved. Trattoria Blu was paid 30 EUR.');
    assert.deepEqual(decisions(), [
      [true, 1],
      [true, 1],
    ]);
  });

  it('can be used with the keyboard alone', async () => {
    await open();
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.type('pay Alice 20');
    await page.keyboard.press('Enter');
    await page.locator('button[data-decision="yes"][aria-disabled="false"]').waitFor();
    assert.equal(
      await page
        .getByRole('textbox', { name: 'Message' })
        .evaluate((input) => input.matches(':focus')),
      true,
      'the question leaves the focus where somebody types',
    );
    const focused = () =>
      page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return active?.textContent?.trim();
      });
    for (let i = 0; i < 12 && (await focused()) !== 'Approve'; i += 1) {
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    await chat.sees('Alice was paid 20 EUR.');
    assert.deepEqual(paid(), [['Alice', 1]]);
  });

  it('takes a double click for one answer, and ignores what was already under the pointer', async () => {
    await open();
    await chat.say('pay Alice 20');
    const deny = question('Alice').getByRole('button', { name: 'Deny' });
    const { x, y, width, height } = (await deny.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    assert.equal(await deny.count(), 1, 'a click in the first moments');
    await inQuestion('Alice', 'Approve').dblclick();
    await chat.sees('Alice was paid 20 EUR.');
    assert.deepEqual(decisions(), [[true, 1]]);
  });

  it('ignores scripts and clicks on buttons that have just moved', async () => {
    await open();
    await chat.say('pay Alice 20');
    const approve = inQuestion('Alice', 'Approve');
    await approve.click({ trial: true });
    await approve.evaluate((button: HTMLElement) => button.click());
    const { x, y, width } = (await approve.boundingBox())!;
    // More of the answer arrives above the question and pushes "Deny" to where "Approve" was or beyond.
    await page.evaluate(() => {
      const before = document.createElement('div');
      before.slot = 'before-messages';
      before.style.height = '12px';
      document.querySelector('adk-chat')!.append(before);
    });
    await page.mouse.click(x + width / 2, y + 14);
    assert.deepEqual(decisions(), []);
    await approve.click();
    await chat.sees('Alice was paid 20 EUR.');
  });

  it('says that a message waits behind a question, and lets the user deny and send', async () => {
    await open();
    await chat.say('pay Alice 20');
    await chat.button('Approve').waitFor();
    await chat.say('hello');
    await page.getByText('Your message waits until the open question is answered.').waitFor();
    await isAccessible();
    await chat.button('Deny and send now').click();
    await chat.sees('Hello!');
    assert.deepEqual(paid(), []);
  });

  it('can be asked with cards of the page: a template, a slot, and a step behind the event', async () => {
    // Wide enough for all three side by side: a question out of sight does not count.
    await open({ context: { viewport: { width: 1200, height: 1000 } } });
    await page.goto(`${stage.backend.url}/approval-cards`);
    await page.getByRole('button', { name: 'Pay Alice 20' }).click();
    const isPaid = (id: string) =>
      page.locator(`#${id}`).locator('.message').getByText('Alice was paid 20 EUR.').waitFor();

    const template = page.locator('#template tool-approval[slot^="tool-approval:"]');
    await template.getByText('Send money to Alice').waitFor();
    await template.getByRole('button', { name: 'Send it', disabled: false }).click();
    await isPaid('template');

    await page.getByRole('button', { name: 'Stamp the ticket' }).click();
    await isPaid('slot');

    await page.locator('#events').getByRole('button', { name: 'Approve', disabled: false }).click();
    const dialog = page.getByRole('dialog', { name: 'PIN' });
    await dialog.getByRole('textbox').fill('1234');
    assert.equal(await page.locator('#events').getByText('was paid').count(), 0);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await isPaid('events');
  });

  describe('over a live adk-stream socket', () => {
    const live = { endpoint: '/live', transport: 'adk-stream' } as const;

    it('counts down and goes on with the turn after the answer', async () => {
      await open(live);
      await chat.say('pay Alice 20');
      await page
        .getByRole('timer')
        .filter({ hasText: /\d+ sec left/ })
        .waitFor();
      await isAccessible();
      await chat.button('Approve').click();
      await chat.sees('Alice was paid 20 EUR.');
      assert.deepEqual(paid(), [['Alice', 1]]);
    });

    it('says that a question has expired, and that late answers are nothing', async () => {
      const impatient = await startStage(browser, { approvalTimeout: 1500 });
      try {
        chat = await impatient.open(live);
        page = chat.page;
        await chat.say('pay Alice 20');
        await chat.button('Approve').waitFor();
        await record(/Expired without an answer/).waitFor();
        await chat.sees(/Alice was not paid/);
        assert.equal(await chat.button('Approve').count(), 0);
        assert.deepEqual(mine(impatient.backend.journal.decisions), []);
        await isAccessible();
      } finally {
        await impatient.close();
      }
    });
  });
});
