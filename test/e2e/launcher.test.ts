import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatPage } from '../support/chat-page.js';

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const shop = '<h1>Shop</h1><button>Buy</button>%chat%';

describe('the launcher', () => {
  const chat = new ChatPage({ pace: 1 });

  const panel = () => chat.page.getByRole('dialog', { name: 'Help' });
  const settled = () =>
    panel().evaluate((dialog) =>
      Promise.all(dialog.getAnimations().map(({ finished }) => finished)).then(() => true),
    );
  const focused = () =>
    chat.page.evaluate(() => {
      const active = document.activeElement;
      return (active?.shadowRoot?.activeElement ?? active)?.getAttribute('part');
    });

  it('opens with a click, focuses the input, closes with Escape and gives the focus back', async () => {
    await chat.open('launcher heading="Help"', { body: shop });
    await chat.checkAccessibility();
    await chat.button('Open chat').click();
    await panel().waitFor();
    assert.equal(await focused(), 'input');
    await chat.checkAccessibility();
    await chat.page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    assert.equal(await focused(), 'launcher');
    await chat.page.keyboard.press('Enter');
    await panel().waitFor();
    await panel().getByRole('button', { name: 'Close chat' }).click();
    await panel().waitFor({ state: 'hidden' });
  });

  it('leaves the page usable beside an open panel', async () => {
    await chat.open('launcher heading="Help" open', { body: shop });
    await panel().waitFor();
    assert.equal(await focused(), null);
    await chat.page.getByRole('button', { name: 'Buy' }).click();
    assert.equal(await panel().evaluate((dialog) => dialog.matches(':modal')), false);
  });

  it('is a modal sheet that fills a phone', async () => {
    await chat.open('launcher heading="Help"', { body: shop, ...phone });
    await chat.button('Open chat').tap();
    await panel().waitFor();
    assert.equal(await panel().evaluate((dialog) => dialog.matches(':modal')), true);
    await settled();
    assert.deepEqual(await panel().boundingBox(), { x: 0, y: 0, width: 390, height: 780 });
    const buy = chat.page.getByRole('button', { name: 'Buy' });
    const canFocus = () =>
      buy.evaluate((button) => {
        button.focus();
        return document.activeElement === button;
      });
    assert.equal(await canFocus(), false);
    await chat.checkAccessibility();
    await panel().getByRole('button', { name: 'Close chat' }).tap();
    await panel().waitFor({ state: 'hidden' });
    assert.equal(await canFocus(), true);
  });

  it('keeps the input above the on-screen keyboard', async () => {
    await chat.open('launcher heading="Help"', { body: shop, ...phone });
    await chat.button('Open chat').tap();
    await panel().waitFor();
    // What the browser reports while a keyboard covers the lower part of the page.
    await chat.page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { value: 420, configurable: true });
      visualViewport!.dispatchEvent(new Event('resize'));
    });
    const box = (await chat.input.boundingBox())!;
    assert.ok(box.y + box.height <= 420, JSON.stringify(box));
  });

  it('counts answers that come while it is closed', async () => {
    await chat.open('launcher heading="Help"', { body: shop });
    const send = () =>
      chat.page.evaluate(() =>
        document
          .querySelector('adk-chat')!
          .send('hello')
          .then(() => true),
      );
    const launcher = chat.page.locator('[part=launcher]');
    await send();
    await launcher.and(chat.page.locator('[aria-description="1 new message"]')).waitFor();
    await send();
    await launcher.and(chat.page.locator('[aria-description="2 new messages"]')).waitFor();
    const badge = await launcher.evaluate((button) => getComputedStyle(button, '::after').content);
    assert.equal(badge, '"2"');
    await chat.checkAccessibility();
    await launcher.click();
    await panel().waitFor();
    await launcher.and(chat.page.locator(':not([aria-description])')).waitFor();
  });

  for (const [corner, isThere] of [
    ['bottom-end', (x: number, y: number) => x > 400 && y > 300],
    ['bottom-start', (x: number, y: number) => x < 400 && y > 300],
    ['top-end', (x: number, y: number) => x > 400 && y < 300],
    ['top-start', (x: number, y: number) => x < 400 && y < 300],
  ] as const) {
    it(`sits in the corner ${corner} with its panel beside it, all of it on the screen`, async () => {
      await chat.open(`launcher="${corner}" heading="Help"`, { body: shop });
      const button = (await chat.button('Open chat').boundingBox())!;
      assert.ok(isThere(button.x, button.y), JSON.stringify(button));
      await chat.button('Open chat').click();
      await panel().waitFor();
      await settled();
      const box = (await panel().boundingBox())!;
      assert.ok(box.x >= 0 && box.y >= 0, JSON.stringify(box));
      assert.ok(box.x + box.width <= 800 && box.y + box.height <= 600, JSON.stringify(box));
      const overlap = box.y < button.y + button.height && button.y < box.y + box.height;
      assert.equal(overlap, false);
    });
  }

  it('takes its size from tokens', async () => {
    await chat.open('launcher heading="Help" open', {
      body: shop,
      head: '<style>adk-chat { --adk-panel-width: 300px; --adk-panel-height: 350px }</style>',
    });
    await panel().waitFor();
    await chat.page.waitForFunction(() => {
      const dialog = document.querySelector('adk-chat')!.shadowRoot!.querySelector('dialog')!;
      const { width, height } = dialog.getBoundingClientRect();
      return width === 300 && height === 350;
    });
  });
});
