import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { AdkChatElement } from '../../src/index.js';
import { startAdkServer, type AdkServer } from '../adk/server.mjs';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { startSite, type Site } from '../support/site.js';

/** The built file, on a page of another origin, and the real ADK server with a scripted model. */
describe('a page with a stock ADK server', () => {
  let browser: Browser;
  let context: BrowserContext;
  let server: AdkServer;
  let site: Site;
  let page: Page;
  let runs: { newMessage: { parts: object[] } }[];
  let problems: string[];
  let sessions = 0;

  before(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    [server, site] = await Promise.all([startAdkServer(), startSite()]);
  });
  after(async () => {
    await browser.close();
    await Promise.all([server.stop(), site.close()]);
  });
  afterEach(() => context.close());

  async function open(attributes = '', endpoint = server.url): Promise<void> {
    site.pages.set('/', {
      html: `<!doctype html><html lang="en"><head><title>Host</title><script src="/dist/adk-chat.min.js"></script></head>
        <body><adk-chat transport="adk" endpoint="${endpoint}" style="height: 900px" ${attributes}></adk-chat></body></html>`,
    });
    context = await browser.newContext({ viewport: { width: 800, height: 940 } });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    problems = [];
    runs = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (request.url().endsWith('/run_sse')) runs.push(request.postDataJSON());
    });
    await page.goto(site.url);
  }

  const newSession = () => `app-name="scripted" user-id="ann" session-id="e2e-${++sessions}"`;
  const answers = () => page.locator('adk-chat [part~="message-assistant"]');
  const says = (text: string | RegExp) => answers().last().getByText(text).last().waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  /** Answers the first question. Its buttons are deaf for a moment after the layout has changed. */
  async function decide(name: string): Promise<void> {
    const open = await button(name).count();
    await button(name).first().click();
    await page.waitForTimeout(200);
    if ((await button(name).count()) === open) await decide(name);
  }

  async function ask(text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await button('Send').click();
  }

  it('says hello with one tag', async () => {
    await open('app-name="scripted"');
    await ask('hello');
    await says('Hello! How can I help?');
    assert.equal(await answers().getByText('Hello! How can I help?').count(), 1);
    assert.deepEqual(problems, []);
  });

  it('shows Markdown, thoughts and a tool of the server', async () => {
    await open('app-name="scripted"');
    await ask('markdown');
    await answers().last().getByRole('heading', { name: 'Report' }).waitFor();
    await ask('think');
    await says('Forty-two.');
    await answers().last().locator('details[part~="reasoning"] summary').click();
    await says('Weighing both sides.');
    await ask('weather');
    await says(/^Done\. get_weather/);
    await answers().last().getByText('get_weather', { exact: true }).waitFor();
  });

  for (const [name, confirmed] of [
    ['Approve', true],
    ['Deny', false],
  ] as const) {
    it(`sends "${name}" once and shows what comes of it`, async () => {
      await open('app-name="scripted"');
      await ask('pay');
      await button(name).click();
      await says(confirmed ? /"paid":5/ : /This tool call is rejected/);
      assert.equal(runs.length, 2);
      const [part] = runs[1]!.newMessage.parts as { functionResponse: { response: unknown } }[];
      assert.deepEqual(part!.functionResponse.response, { confirmed });
      assert.equal(await answers().count(), 1);
    });
  }

  it('sends two mixed answers together', async () => {
    await open('app-name="scripted"');
    await ask('pay both');
    await button('Deny').nth(1).waitFor();
    await decide('Approve');
    await decide('Deny');
    await says(/^Done\. pay/);
    assert.equal(runs.length, 2);
    assert.equal(runs[1]!.newMessage.parts.length, 2);
    await answers().getByText('Approved').first().waitFor();
    await answers().getByText('Denied').first().waitFor();
  });

  it('asks again after a reload and still takes the answer', async () => {
    await open(newSession());
    await ask('pay');
    await button('Approve').waitFor();
    await page.reload();
    await button('Approve').click();
    await says(/"paid":5/);
    await page.reload();
    await says(/"paid":5/);
    assert.equal(await button('Approve').count(), 0);
    assert.equal(runs.length, 2);
  });

  it('lets the user fill in what a tool asks for with its approval', async () => {
    await open('app-name="scripted"');
    await ask('book');
    await page.getByRole('spinbutton', { name: 'Approved days' }).fill('3');
    assert.equal(await button('Always allow').count(), 0);
    await button('Approve').click();
    await says(/"granted":3/);
  });

  it('offers a choice as buttons', async () => {
    await open('app-name="scripted"');
    await ask('choose');
    await button('Coffee').click();
    await says('Done. get_user_choice: {"result":"Coffee"}');
    assert.equal(runs.length, 2);
    assert.equal(await button('Tea').count(), 0);
  });

  it('makes a form from a schema, checks it and sends it', async () => {
    await open('app-name="scripted"');
    await ask('form');
    await answers().getByText('Who comes?').first().waitFor();
    await button('Submit').click();
    assert.equal(runs.length, 1, 'required fields are empty');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
    await page.getByRole('spinbutton', { name: 'Guests' }).fill('2');
    await page.getByRole('combobox', { name: 'Size' }).selectOption('large');
    await page.getByRole('checkbox', { name: 'Vegetarian' }).check();
    await page.getByRole('spinbutton', { name: 'Guests' }).press('Enter');
    await says(/"vegetarian":true/);
    const [part] = runs[1]!.newMessage.parts as { functionResponse: { response: unknown } }[];
    assert.deepEqual(part!.functionResponse.response, {
      name: 'Ann',
      guests: 2,
      size: 'large',
      vegetarian: true,
    });
  });

  it('lets the host answer a long-running tool', async () => {
    await open('app-name="scripted"');
    await page.locator('adk-chat').evaluate((chat: AdkChatElement) => {
      chat.addEventListener('adk-tool-call', (event) => {
        event.preventDefault();
        const { toolName: tool, toolCallId } = event.detail;
        void chat.store!.addToolOutput({ tool, toolCallId, output: { city: 'Rome' } });
      });
    });
    await ask('where');
    await says('Done. get_location: {"city":"Rome"}');
  });

  it('shows a failure with what arrived before it, and a busy model as such', async () => {
    await open('app-name="scripted"');
    await ask('error');
    await page.getByRole('alert').getByText('The agent could not finish its answer.').waitFor();
    await says('I was about to');
    await ask('429');
    await page.getByRole('alert').getByText('The model is busy').waitFor();
    await ask('hello');
    await says('Hello! How can I help?');
  });

  it('shows an artifact as a picture', async () => {
    await open('app-name="scripted"');
    await ask('draw');
    const picture = page.getByRole('img', { name: 'red.png' });
    await picture.waitFor();
    assert.equal(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 1);
  });

  it('names the agent that takes over', async () => {
    await open('app-name="scripted"');
    await ask('transfer');
    await answers().getByText('specialist', { exact: true }).waitFor();
    await says('Hello! How can I help?');
  });

  it('stops, keeps what arrived and goes on', async () => {
    await open('app-name="scripted"');
    await ask('slow');
    await answers().getByText('word2').waitFor();
    await button('Stop').click();
    await ask('hello');
    await says('Hello! How can I help?');
    await answers().first().getByText('word2').waitFor();
  });

  it('goes on with a session after a reload', async () => {
    await open(newSession());
    await ask('remember the milk');
    await says('You said: remember the milk');
    await page.reload();
    await says('You said: remember the milk');
    await ask('hello');
    await says('Hello! How can I help?');
    assert.equal(await answers().count(), 2);
  });

  it('goes on, and says so, when the server has forgotten the session', async () => {
    await open(newSession());
    await ask('hello');
    await says('Hello! How can I help?');
    const session = { appName: 'scripted', userId: 'ann', sessionId: `e2e-${sessions}` };
    await server.sessionService.deleteSession(session);
    await ask('remember this');
    await says('You said: remember this');
    await page.locator('[part~="notice"]').getByText('It starts anew from here.').waitFor();
  });

  it('tells the host what changed in the state of the session', async () => {
    await open('app-name="scripted"');
    await page.locator('adk-chat').evaluate((chat: AdkChatElement) => {
      chat.addEventListener('adk-data', (event) => {
        chat.dataset.state = JSON.stringify(event.detail);
      });
    });
    await ask('weather');
    await page.locator('adk-chat[data-state]').waitFor();
    assert.deepEqual(JSON.parse((await page.locator('adk-chat').getAttribute('data-state'))!), {
      type: 'data-adk-state',
      data: { lastCity: 'Paris' },
    });
  });

  it('explains at the microphone that this server can not talk', async () => {
    await open('app-name="scripted" voice="hands-free"');
    await button('Start voice').click();
    await page.getByRole('alert').getByText('it has no /run_live').first().waitFor();
    await ask('hello');
    await says('Hello! How can I help?');
  });

  describe('says what to change when', () => {
    const alert = () => page.getByRole('alert');

    it('the app has another name', async () => {
      await open('app-name="typo"');
      await ask('hello');
      await alert().getByText('There is no agent "typo" on this server.').waitFor();
      await alert().getByText('scripted').waitFor();
    });

    it('the address is that of something else', async () => {
      await open('app-name="scripted"', `${site.url}/dist/nothing`);
      await ask('hello');
      await alert().getByText('There is no ADK server at').waitFor();
    });

    it('nothing runs at the address', async () => {
      await open('app-name="scripted"', 'http://127.0.0.1:9');
      await ask('hello');
      await alert().getByText('There is no answer from http://127.0.0.1:9.').waitFor();
    });

    it('the server does not know the page', async () => {
      const strict = await startAdkServer({ allowOrigins: 'https://elsewhere.test' });
      try {
        await open('app-name="scripted"', strict.url);
        await ask('hello');
        await alert().getByText(`--allow_origins=${site.url}`).waitFor();
      } finally {
        await strict.stop();
      }
    });
  });
});
