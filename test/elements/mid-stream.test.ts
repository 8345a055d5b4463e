import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { url } from 'mock-backend:url';
import '../../src/define.js';
import { ReplayTransport } from '../../src/headless.js';
import type { AdkChatElement } from '../../src/index.js';

const long = { timeout: 20_000 };
let count = 0;

async function open(): Promise<AdkChatElement> {
  const id = `mid-stream-${Date.now()}-${++count}`;
  return fixture<AdkChatElement>(
    html`<adk-chat endpoint="${url}/api/chat" chat-id=${id}></adk-chat>`,
  );
}

const answer = (chat: AdkChatElement): string =>
  (chat.store?.messages.at(-1)?.parts ?? [])
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');

describe('<adk-chat> in the middle of an answer', () => {
  it('can be moved in the page without losing a word', async () => {
    const chat = await open();
    void chat.send('slow');
    await waitUntil(() => /word2/.test(answer(chat)), 'begins', long);
    const { store } = chat;
    const elsewhere = document.createElement('section');
    chat.parentElement!.append(elsewhere);
    elsewhere.append(chat);
    await waitUntil(() => /word5/.test(answer(chat)), 'goes on', long);
    expect(chat.store).to.equal(store);
    await chat.stop();
  });

  it('can be removed and attached again, and answers as before', async () => {
    const chat = await open();
    const errors: Event[] = [];
    chat.addEventListener('adk-error', (event) => errors.push(event));
    void chat.send('slow');
    await waitUntil(() => /word2/.test(answer(chat)), 'begins', long);
    const home = chat.parentElement!;
    chat.remove();
    await new Promise((resolve) => setTimeout(resolve, 20));
    home.append(chat);
    await waitUntil(() => chat.store !== undefined, 'has a store', long);
    await chat.stop();
    await chat.send('hello');
    await waitUntil(() => /what I can do\.$/.test(answer(chat)), 'answers', long);
    expect(errors).to.deep.equal([]);
  });

  it('can be pointed at another endpoint, and nothing of the old answer leaks in', async () => {
    const chat = await open();
    void chat.send('slow');
    await waitUntil(() => /word2/.test(answer(chat)), 'begins', long);
    const before = chat.store;
    chat.endpoint = `${url}/api/chat?other`;
    await waitUntil(() => chat.store !== undefined && chat.store !== before, 'changes', long);
    await chat.send('hello');
    await waitUntil(() => chat.store?.status === 'ready', 'is ready', long);
    expect(answer(chat)).to.match(/scripted agent/);
    expect(answer(chat)).not.to.match(/word\d/);
  });

  it('can be recorded, and the recording plays without a backend', async () => {
    const chat = await open();
    expect(() => chat.exportRecording()).to.throw(/startRecording/);
    await chat.startRecording();
    await chat.send('weather in Tokyo');
    await waitUntil(() => chat.store?.status === 'ready', 'is ready', long);
    const replay = await fixture<AdkChatElement>(html`
      <adk-chat .transport=${new ReplayTransport(chat.exportRecording(), { speed: 'fast' })}>
      </adk-chat>
    `);
    await replay.send('weather in Tokyo');
    await waitUntil(() => replay.store?.status === 'ready', 'is ready', long);
    expect(answer(replay)).to.equal(answer(chat));
    expect(answer(replay)).to.match(/18 °C in Tokyo/);
  });
});
