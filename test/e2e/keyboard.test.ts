import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatPage } from '../support/chat-page.js';

describe('the keyboard', () => {
  const chat = new ChatPage({ pace: 1 });

  /** The control that has the focus: its name, and whether one can see that it has it. */
  const focused = () =>
    chat.page.evaluate(() => {
      const element = document.activeElement?.shadowRoot?.activeElement;
      if (!element) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const ring = getComputedStyle(element.closest('.box') ?? element).boxShadow;
      return {
        name: element.getAttribute('aria-label') ?? element.textContent!.trim(),
        visible: (outlineStyle !== 'none' && outlineWidth !== '0px') || ring !== 'none',
      };
    });

  it('reaches everything in the order of the page, and one sees where it is', async () => {
    await chat.open('heading="Support"', { body: '<button>Before</button>%chat%' });
    await chat.converse('think about it', 'code');
    await chat.input.fill('x');
    await chat.button('Before').focus();
    const names: string[] = [];
    for (let i = 0; i < 25; i++) {
      await chat.page.keyboard.press('Tab');
      const stop = await focused();
      if (!stop) break;
      assert.equal(stop.visible, true, stop.name);
      // It is there for as long as moving through the conversation keeps the end out of sight.
      if (stop.name === 'Scroll to the latest message') continue;
      names.push(stop.name.replace(/ for .*/, ''));
    }
    assert.deepEqual(names, [
      'Conversation',
      ...['Copy', 'Edit', 'Thought', 'Copy', 'Good answer', 'Bad answer'],
      ...['Copy', 'Edit', 'Copy', 'Code', 'Copy', 'Regenerate', 'Good answer', 'Bad answer'],
      ...['Attach files', 'Message', 'Send'],
    ]);
  });

  it('unfolds, scrolls and presses without a mouse', async () => {
    await chat.open();
    await chat.converse('think about it', 'long markdown');
    const press = async (name: string, key: string) => {
      for (let i = 0; (await focused())?.name.startsWith(name) !== true; i++) {
        assert.ok(i < 40, `${name} was not reached`);
        await chat.page.keyboard.press('Shift+Tab');
      }
      await chat.page.keyboard.press(key);
    };
    await press('Good answer', 'Space');
    await chat.answers.last().locator('[aria-pressed=true]').waitFor();
    await press('Thought', 'Enter');
    await chat.answers.first().getByText('Seven times six').waitFor();
    await press('Conversation', 'Home');
    await chat.button('Scroll to the latest message').waitFor();
    await chat.page.keyboard.press('End');
    await chat.button('Scroll to the latest message').waitFor({ state: 'detached' });
  });
});
