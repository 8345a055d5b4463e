import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import type * as Tools from '../../src/tools.js';
import { startStage, type ChatPage, type Stage } from '../support/approvals-page.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';

const KYOTO = { latitude: 35.01163, longitude: 135.76807, accuracy: 12 };

describe('the ready-made tools', () => {
  let browser: Browser;
  let stage: Stage;
  let chat: ChatPage;

  before(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    stage = await startStage(browser);
  });
  after(async () => {
    await browser.close();
    await stage.close();
  });
  afterEach(() => chat.close());

  async function open(options: string, context: BrowserContextOptions = {}): Promise<void> {
    chat = await stage.open({
      context,
      script: `
        import { clipboard, geolocation } from '/dist/tools.js';
        chat.tools = { get_location: geolocation(${options}), clipboard: clipboard(${options}) };`,
    });
  }
  const toolCalls = () =>
    chat.page.evaluate(() =>
      document
        .querySelector('adk-chat')!
        .store!.messages.flatMap(({ parts }) => parts)
        .filter((part) => part.type.startsWith('tool-'))
        .map((part) => ('output' in part ? part.output : undefined)),
    );

  describe('geolocation', () => {
    const granted = { geolocation: KYOTO, permissions: ['geolocation'] };

    it('tells the exact place when that was asked for and approved', async () => {
      await open('', granted);
      await chat.say('where exactly am I?');
      await chat.page.getByText('Tells the agent where you are.').waitFor();
      await chat.button('Approve').click();
      await chat.sees(/"latitude":35.01163/);
      assert.deepEqual(await toolCalls(), [KYOTO]);
    });

    it('tells only about where, unless the exact place is needed', async () => {
      await open('{ needsApproval: false }', granted);
      await chat.say('where am I?');
      await chat.sees(/"latitude":35.01,/);
      assert.deepEqual(await toolCalls(), [{ latitude: 35.01, longitude: 135.77, accuracy: 1000 }]);
    });

    it('says that the browser does not allow it', async () => {
      await open('{ needsApproval: false }');
      await chat.say('where am I?');
      await chat.sees(/I do not know where you are: The user or the browser does not allow/);
    });

    it('says that the device does not know', async () => {
      await open('{ needsApproval: false }', granted);
      await chat.page.context().setGeolocation(null);
      await chat.say('where am I?');
      await chat.sees(/I do not know where you are: The device can not find out/);
    });
  });

  describe('clipboard', () => {
    const granted = { permissions: ['clipboard-read', 'clipboard-write'] };

    it('writes and reads after approval', async () => {
      await open('', granted);
      await chat.say('copy a poem');
      await chat.button('Approve').click();
      await chat.sees('The poem is in your clipboard.');
      await chat.say('read my clipboard');
      await chat.button('Approve').click();
      await chat.sees(/It says: .*till you say yes/);
    });

    it('says that the browser does not allow it', async () => {
      await open('{ needsApproval: false }');
      const session = await chat.page.context().newCDPSession(chat.page);
      await session.send('Browser.setPermission', {
        permission: { name: 'clipboard-read' },
        setting: 'denied',
      });
      await chat.say('read my clipboard');
      await chat.sees(/No clipboard: The browser does not allow this page to read the clipboard/);
    });
  });

  it('explains that an insecure page can have neither', async () => {
    await open('{ needsApproval: false }');
    const port = new URL(stage.site.url).port;
    const insecure = await browser.newContext();
    const page = await insecure.newPage();
    await page.route('http://insecure.example/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({
        response: await route.fetch({ url: `http://127.0.0.1:${port}${pathname}` }),
      });
    });
    await page.goto('http://insecure.example/');
    const failures = await page.evaluate(async () => {
      const { clipboard, geolocation } = (await import('/dist/tools.js' as string)) as typeof Tools;
      const options = { toolCallId: 'x', messages: [], context: undefined };
      const attempts = [
        () => geolocation().execute!({}, options),
        () => clipboard().execute!({ action: 'read' }, options),
      ];
      return Promise.all(
        attempts.map(async (attempt) => {
          try {
            return await attempt();
          } catch (error) {
            return (error as Error).message;
          }
        }),
      );
    });
    assert.deepEqual(failures, [
      'The location is only available to pages served over https.',
      'The clipboard is only available to pages served over https.',
    ]);
    await insecure.close();
  });
});
