import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { UIMessage } from 'ai';
import '../../src/define.js';
import { ChatStore } from '../../src/chat/chat-store.js';
import type { AdkChatElement } from '../../src/elements/adk-chat-element.js';
import { ScriptedTransport } from '../chat/scripted-transport.js';

const COUNT = 1200;

function history(): UIMessage[] {
  return Array.from({ length: COUNT }, (_, i) => ({
    id: `m${i}`,
    role: i % 2 ? 'assistant' : 'user',
    parts: [{ type: 'text', text: i % 2 ? `Answer **${i}**` : `Question ${i}` }],
  }));
}

describe('a long history', () => {
  let chat: AdkChatElement;
  const drawn = () => [...chat.shadowRoot!.querySelectorAll('adk-message')];

  beforeEach(async () => {
    const store = new ChatStore({ transport: new ScriptedTransport(), messages: history() });
    chat = await fixture(html`<adk-chat .store=${store}></adk-chat>`);
    chat.style.blockSize = '500px';
  });

  it('shows its end at once and the rest soon after, in order', async () => {
    expect(drawn().length).to.be.lessThan(100);
    expect(drawn().at(-1)!.textContent).to.include(`${COUNT - 1}`);
    await waitUntil(() => drawn().length === COUNT, 'all messages are drawn', { timeout: 15_000 });
    expect(drawn()[0]!.textContent).to.include('Question 0');
    expect(drawn()[1]!.textContent).to.include('Answer **1**');
  });

  it('stays at its end while older messages are added above', async () => {
    await waitUntil(() => drawn().length === COUNT, 'all messages are drawn', { timeout: 15_000 });
    const scroller = chat.shadowRoot!.querySelector('[part~="messages"]')!;
    await waitUntil(
      () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2,
      'the end is in sight',
    );
  });

  it('draws an old message in full when it comes into sight', async () => {
    await waitUntil(() => drawn().length === COUNT, 'all messages are drawn', { timeout: 15_000 });
    chat.shadowRoot!.querySelector('[part~="messages"]')!.scrollTop = 0;
    await waitUntil(() => drawn()[1]!.querySelector('strong'), 'it is drawn in full', {
      timeout: 8000,
    });
    expect(drawn()[1]!.querySelector('[aria-label="Copy"]')).to.exist;
    expect(drawn()[COUNT / 2 + 1]!.querySelector('[aria-label="Copy"]')).not.to.exist;
  });
});
