import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatPage } from '../support/chat-page.js';

const hostile = `<style>
  html { font-size: 40px; line-height: 3; letter-spacing: 4px; text-transform: uppercase; direction: ltr; }
  * { all: unset; box-sizing: content-box !important; margin: 20px; color: red; font-family: cursive; }
  head, style, script, title { display: none; }
  *:focus { outline: none !important; }
  button, textarea, input, svg, img { background: lime !important; width: 9px !important; }
  adk-chat { display: block; height: 560px; margin: 0; }
</style>`;

describe('the look', () => {
  const chat = new ChatPage({ pace: 1 });

  /** Controls that lie outside the page, or that have less than 24 px. */
  const misplaced = () =>
    chat.page.evaluate(() => {
      const root = document.querySelector('adk-chat')!.shadowRoot!;
      return [...root.querySelectorAll('button, textarea')]
        .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(
          ({ box }) =>
            box.left < 0 || box.right > innerWidth + 1 || box.width < 24 || box.height < 24,
        )
        .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${JSON.stringify(box)}`);
    });
  const overflows = () =>
    chat.page.evaluate(() => {
      const messages = document.querySelector('adk-chat')!.shadowRoot!.querySelector('.messages')!;
      return messages.scrollWidth - messages.clientWidth;
    });
  const style = (selector: string, ...names: string[]) =>
    chat.page.evaluate(
      ([selector, names]) => {
        const root = document.querySelector('adk-chat')!.shadowRoot!;
        const computed = getComputedStyle(root.querySelector(selector)!);
        return Object.fromEntries(names.map((name) => [name, computed.getPropertyValue(name)]));
      },
      [selector, names] as const,
    );

  it('is not touched by hostile styles of the page', async () => {
    const names = [
      'font-size',
      'font-family',
      'line-height',
      'letter-spacing',
      'color',
      'text-transform',
      'box-sizing',
      'margin',
      'background-color',
    ];
    const looks = async () => [
      await style('.message.assistant', ...names),
      await style('textarea', ...names),
      await style('[part=send-button]', ...names, 'width', 'height'),
    ];
    await chat.open('style="height: 560px"');
    await chat.converse('long markdown');
    const usual = await looks();
    await chat.open('', { head: hostile });
    await chat.converse('long markdown');
    assert.deepEqual(await looks(), usual);
    assert.deepEqual(await misplaced(), []);
    await chat.input.focus();
    const { 'box-shadow': ring } = await style('.box', 'box-shadow');
    assert.notEqual(ring, 'none');
  });

  for (const [name, options] of Object.entries({
    'a sidebar of 280 px': { viewport: { width: 280, height: 640 } },
    'a phone': { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true },
    // Zoom halves the page in CSS pixels and doubles what each of them shows.
    'a zoom of 200 %': { viewport: { width: 400, height: 300 }, deviceScaleFactor: 2 },
    'a wide screen': { viewport: { width: 1600, height: 900 } },
  })) {
    it(`fits into ${name}`, async () => {
      await chat.open('heading="Support with a rather long name" suggestions="a | b"', options);
      await chat.converse('long markdown', 'sources');
      assert.equal(await overflows(), 0);
      assert.deepEqual(await misplaced(), []);
      const input = (await chat.input.boundingBox())!;
      assert.ok(input.width > 100 && input.y + input.height <= options.viewport.height);
      await chat.checkAccessibility();
    });
  }

  it('works inside an iframe', async () => {
    await chat.open();
    await chat.page.setContent(
      `<iframe src="${chat.site.url}/" style="width:320px;height:400px"></iframe>`,
    );
    const frame = chat.page.frameLocator('iframe');
    await frame.getByRole('textbox', { name: 'Message' }).fill('hello');
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByRole('article').getByText('I am a scripted agent').waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`follows the system when it is ${colorScheme}, with enough contrast`, async () => {
      await chat.open('heading="Support" suggestions="a | b"', { colorScheme });
      await chat.checkAccessibility();
      await chat.converse('think about it', 'sources', 'code');
      await chat.answers.locator('.hl-keyword').first().waitFor();
      await chat.page.getByText('Thought').click();
      await chat.checkAccessibility();
      const { 'background-color': surface } = await style('.inline', 'background-color');
      assert.equal(surface, colorScheme === 'dark' ? 'rgb(23, 24, 28)' : 'rgb(255, 255, 255)');
    });
  }

  it('can be light or dark whatever the system says', async () => {
    await chat.open('color-scheme="dark"', { colorScheme: 'light' });
    await chat.input.waitFor();
    assert.deepEqual(await style('.inline', 'background-color'), {
      'background-color': 'rgb(23, 24, 28)',
    });
    await chat.page.evaluate(() =>
      document.querySelector('adk-chat')!.setAttribute('color-scheme', 'light'),
    );
    await chat.page.waitForFunction(
      () =>
        getComputedStyle(document.querySelector('adk-chat')!.shadowRoot!.querySelector('.inline')!)
          .backgroundColor === 'rgb(255, 255, 255)',
    );
  });

  it('takes tokens from anywhere above it and parts from the page', async () => {
    await chat.open('', {
      reducedMotion: 'reduce',
      head: `<style>
        :root { --adk-accent: rgb(1, 120, 3); --adk-font-size: 18px; }
        adk-chat::part(message-user) { outline: 3px solid rgb(4, 5, 6); }
      </style>`,
    });
    await chat.converse('hello');
    await chat.input.fill('x');
    assert.deepEqual(await style('[part=send-button]', 'background-color'), {
      'background-color': 'rgb(1, 120, 3)',
    });
    assert.deepEqual(await style('.message.assistant', 'font-size'), { 'font-size': '18px' });
    assert.deepEqual(await style('.message.user', 'outline-color'), {
      'outline-color': 'rgb(4, 5, 6)',
    });
  });

  it('keeps its borders in forced colours', async () => {
    await chat.open('', { forcedColors: 'active' });
    await chat.converse('hello');
    const { 'border-top-width': border } = await style('.user .text', 'border-top-width');
    assert.equal(border, '1px');
    await chat.checkAccessibility();
  });

  it('mirrors for languages that run to the left', async () => {
    await chat.open('lang="ar"');
    const input = chat.page.locator('[part=input]');
    await input.fill('hello');
    await input.press('Enter');
    await chat.page.locator('[part~=message-assistant]').waitFor();
    await chat.idle();
    const box = (await chat.page.locator('[part=send-button]').boundingBox())!;
    assert.ok(box.x < 400);
    await chat.checkAccessibility();
  });

  it('prints the whole conversation and nothing that can be pressed', async () => {
    await chat.open();
    await chat.converse('long markdown', 'long markdown');
    await chat.page.emulateMedia({ media: 'print' });
    const { height, shown } = await chat.page.evaluate(() => {
      const root = document.querySelector('adk-chat')!.shadowRoot!;
      return {
        height: document.documentElement.scrollHeight,
        shown: [...root.querySelectorAll('adk-composer, .actions, .copy')].filter((element) =>
          element.checkVisibility(),
        ).length,
      };
    });
    assert.equal(shown, 0);
    assert.ok(height > 1500, `${height}`);
  });

  it('does not move for those who asked for less motion', async () => {
    await chat.open('', { reducedMotion: 'reduce', faults: '?delayStart=60000' });
    await chat.ask('hello');
    await chat.page.locator('.thinking').waitFor();
    const running = await chat.page.evaluate(
      () =>
        document
          .querySelector('adk-chat')!
          .shadowRoot!.getAnimations()
          .filter(({ playState }) => playState === 'running').length,
    );
    assert.equal(running, 0);
  });
});
