import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatTransport, UIMessage } from 'ai';
import type * as AdkChat from '../../src/index.js';
import { ChatPage } from '../support/chat-page.js';

describe('scrolling', () => {
  const chat = new ChatPage({ pace: 1 }, ['--force-renderer-accessibility']);

  const list = () => chat.page.getByRole('region', { name: 'Conversation' });
  const position = () => list().evaluate((element) => element.scrollTop);
  const toEnd = () =>
    list().evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  const atEnd = () =>
    chat.page.waitForFunction(() => {
      const element = document.querySelector('adk-chat')!.shadowRoot!.querySelector('.messages')!;
      return element.scrollHeight - element.clientHeight - element.scrollTop < 2;
    });
  const scrollUp = async (by: number) => {
    await list().hover();
    await chat.page.mouse.wheel(0, -by);
  };

  /** What assistive technology gets from an element that is not on the screen. */
  const read = async (selector: string) => {
    const session = await chat.page.context().newCDPSession(chat.page);
    const { result } = await session.send('Runtime.evaluate', {
      expression: `document.querySelector('adk-chat').shadowRoot.querySelector('${selector}')`,
    });
    const { nodes } = await session.send('Accessibility.queryAXTree', {
      objectId: result.objectId!,
      role: 'StaticText',
    });
    return nodes.map(({ name }) => String(name?.value)).join(' ');
  };

  it('stays at the end while an answer grows', async () => {
    await chat.open();
    await chat.ask('long markdown');
    await chat.answers.getByText('Paragraph 3.').waitFor();
    await atEnd();
    await chat.answers.getByText('That was all of it.').waitFor();
    await chat.idle();
    await atEnd();
    assert.ok((await position()) > 0);
  });

  it('never pulls a reader down who scrolled up, and leads back with a button', async () => {
    await chat.open();
    await chat.converse('long markdown');
    await chat.ask('slow');
    await chat.answers.last().getByText('word3').waitFor();
    await scrollUp(300);
    await chat.button(/New messages|Scroll to the latest message/).waitFor();
    const before = await position();
    await chat.answers.last().getByText('word8').waitFor();
    assert.equal(await position(), before);
    await chat.checkAccessibility();
    await chat.button('New messages').click();
    await atEnd();
    await chat.button('New messages').waitFor({ state: 'detached' });
    const words = await chat.answers.last().innerText();
    await chat.page.waitForFunction(
      (length) =>
        (document.querySelector('adk-chat')!.shadowRoot!.querySelector('.last [part=text]')
          ?.textContent?.length ?? 0) > length,
      words.length,
    );
    await atEnd();
  });

  it('goes to the end when the reader sends something', async () => {
    await chat.open();
    await chat.converse('long markdown');
    await scrollUp(400);
    await chat.button('Scroll to the latest message').waitFor();
    await chat.converse('hello');
    await atEnd();
  });

  it('keeps its position when the element is moved', async () => {
    await chat.open('', {
      body: '<div id="a" style="height:100%">%chat%</div><div id="b" style="height:100%"></div>',
    });
    await chat.converse('long markdown');
    await scrollUp(250);
    await chat.button('Scroll to the latest message').waitFor();
    const before = await position();
    await chat.page.evaluate(() => {
      document.querySelector('#b')!.append(document.querySelector('adk-chat')!);
      document.querySelector('#a')!.remove();
    });
    await chat.page.waitForFunction(
      (wanted) =>
        document.querySelector('adk-chat')!.shadowRoot!.querySelector('.messages')!.scrollTop ===
        wanted,
      before,
    );
  });

  it('does not move what is being read when a picture above it arrives', async () => {
    await chat.open();
    await chat.converse('image', 'long markdown');
    const heading = chat.answers.last().getByRole('heading', { name: 'Code' });
    await scrollUp(500);
    await heading.scrollIntoViewIfNeeded();
    const before = (await heading.boundingBox())!.y;
    await chat.page.evaluate(async () => {
      const image = document.querySelector('adk-chat')!.shadowRoot!.querySelector('img')!;
      const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 300 });
      image.src = canvas.toDataURL();
      await image.decode();
    });
    await chat.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
    const after = (await heading.boundingBox())!.y;
    assert.ok(Math.abs(after - before) < 2, `${before} → ${after}`);
  });

  it('writes the position at most once per frame and never reads layout while streaming', async () => {
    await chat.open();
    await chat.input.waitFor();
    await chat.page.evaluate(() => {
      const counts = { reads: 0, writes: 0, most: 0, inFrame: 0 };
      Object.assign(window, { counts });
      const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')!;
      Object.defineProperty(Element.prototype, 'scrollTop', {
        get() {
          counts.reads++;
          return get!.call(this) as number;
        },
        set(value: number) {
          counts.writes++;
          counts.most = Math.max(counts.most, ++counts.inFrame);
          set!.call(this, value);
        },
      });
      for (const name of ['scrollHeight', 'clientHeight'] as const) {
        const { get } = Object.getOwnPropertyDescriptor(Element.prototype, name)!;
        Object.defineProperty(Element.prototype, name, {
          get() {
            counts.reads++;
            return get!.call(this) as number;
          },
        });
      }
      const measure = Element.prototype.getBoundingClientRect;
      Element.prototype.getBoundingClientRect = function () {
        counts.reads++;
        return measure.call(this);
      };
      const frame = () => {
        counts.inFrame = 0;
        requestAnimationFrame(frame);
      };
      frame();
    });
    await chat.ask('long markdown');
    await chat.page.waitForFunction(
      () =>
        (document.querySelector('adk-chat') as AdkChat.AdkChatElement).store?.status ===
        'streaming',
    );
    await chat.page.evaluate(() => {
      (window as unknown as { counts: { reads: number; most: number } }).counts.reads = 0;
      (window as unknown as { counts: { reads: number; most: number } }).counts.most = 0;
    });
    await chat.page.waitForFunction(
      () =>
        (document.querySelector('adk-chat') as AdkChat.AdkChatElement).store?.status === 'ready',
    );
    const counts = await chat.page.evaluate(
      () =>
        (window as unknown as { counts: { reads: number; most: number; writes: number } }).counts,
    );
    assert.equal(counts.reads, 0);
    assert.ok(counts.most <= 1, `${counts.most} writes in one frame`);
    assert.ok(counts.writes > 0);
  });

  it('opens 5,000 messages at the end, and search and screen readers find words in the first one', async () => {
    await chat.open();
    await chat.page.evaluate(() => {
      const { ChatStore } = (window as unknown as { AdkChat: typeof AdkChat }).AdkChat;
      const messages: UIMessage[] = Array.from({ length: 5000 }, (_, i) => ({
        id: `m${i}`,
        role: i % 2 ? 'assistant' : 'user',
        parts: [{ type: 'text', text: i === 1 ? 'a **needle** in a haystack' : `Message *${i}*` }],
      }));
      const transport: ChatTransport<UIMessage> = {
        sendMessages: () => Promise.reject(new Error('unused')),
        reconnectToStream: () => Promise.resolve(null),
      };
      document.querySelector('adk-chat')!.store = new ChatStore({ transport, messages });
    });
    // Not by role: names of thousands of elements take the test longer than the chat.
    await chat.page.locator('adk-message em', { hasText: '4999' }).waitFor();
    await atEnd();
    await chat.page.waitForFunction(
      () =>
        document.querySelector('adk-chat')!.shadowRoot!.querySelectorAll('adk-message').length ===
        5000,
    );
    await atEnd();
    const spoken = await read('adk-message:nth-of-type(2) [part=text]');
    assert.match(spoken, /a \*\*needle\*\* in a haystack/);
    // `find` searches what find-in-page searches; the last argument lets it start over at the top.
    const isFound = await chat.page.evaluate(() =>
      (window as unknown as { find(...options: unknown[]): boolean }).find('haystack', 0, 0, true),
    );
    assert.equal(isFound, true);
    const first = chat.page.locator('adk-message').nth(1);
    await first.scrollIntoViewIfNeeded();
    await first.getByText('needle', { exact: true }).waitFor();
    assert.ok((await toEnd()) > 10_000);
  });
});
