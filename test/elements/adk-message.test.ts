import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { UIMessage } from 'ai';
import '../../src/define.js';
import { ChatStore, type AdkChatElement } from '../../src/index.js';
import { ScriptedTransport, type Turn } from '../chat/scripted-transport.js';

/** A chat with this history, drawn. */
async function show(parts: UIMessage['parts'], attributes: Partial<AdkChatElement> = {}) {
  const messages: UIMessage[] = [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Question' }] },
    { id: 'a', role: 'assistant', parts },
  ];
  const chat = await fixture<AdkChatElement>(html`<adk-chat style="height: 500px"></adk-chat>`);
  Object.assign(chat, attributes);
  chat.store = new ChatStore({ transport: new ScriptedTransport(), messages });
  await chat.updateComplete;
  const find = (selector: string) => chat.shadowRoot!.querySelector<HTMLElement>(selector);
  await waitUntil(() => find('.assistant .body'), 'not drawn');
  return { chat, find };
}

/** A chat whose answer is still open; `turn` writes on. */
async function ask() {
  let turn!: Turn;
  const chat = await fixture<AdkChatElement>(html`<adk-chat style="height: 500px"></adk-chat>`);
  chat.store = new ChatStore({ transport: new ScriptedTransport((open) => (turn = open)) });
  await chat.updateComplete;
  void chat.send('Question');
  await waitUntil(() => turn, 'nothing was sent');
  const find = (selector: string) => chat.shadowRoot!.querySelector<HTMLElement>(selector);
  return { chat, find, turn };
}

describe('<adk-message>', () => {
  describe('untrusted content', () => {
    const evil = 'gpj\u202eexe.txt';

    it('spells out what hides in file names, titles and sources', async () => {
      const { chat, find } = await show([
        { type: 'file', mediaType: 'text/plain', filename: evil, url: 'data:text/plain,x' },
        { type: 'source-url', sourceId: '1', url: 'https://a.example/x', title: `a${evil}` },
        {
          type: 'source-document',
          sourceId: '2',
          mediaType: 'text/plain',
          title: 't',
          filename: evil,
        },
      ]);
      const shown = find('.assistant')!.textContent + find('.file')!.title;
      expect(shown).to.contain('gpj[U+202E]exe.txt');
      expect(shown).not.to.contain('\u202e');
      await expect(chat).to.be.accessible();
    });

    it('makes links only of web addresses', async () => {
      const { find } = await show([
        { type: 'source-url', sourceId: '1', url: 'javascript:alert(1)', title: 'x' },
        { type: 'file', mediaType: 'text/html', filename: 'x', url: 'javascript:alert(1)' },
      ]);
      expect(find('.assistant a')).to.be.null;
    });

    it('loads a remote picture only after a click, or from an allowed origin', async () => {
      const file = (name: string) =>
        ({ type: 'file', mediaType: 'image/png', url: `https://img.example/${name}.png` }) as const;
      const { find } = await show([file('a')]);
      expect(find('.assistant img')).to.be.null;
      const load = find('.assistant .body button')!;
      expect(load.textContent).to.contain('Load image from img.example');
      load.click();
      await waitUntil(() => find('.assistant img'), 'not loaded');

      const allowed = await show([file('b')], { allowedOrigins: ['https://*.example'] });
      expect(allowed.find('.assistant img')).to.exist;
    });

    it('shows HTML of the model as text', async () => {
      const { find } = await show([
        { type: 'text', text: '<img src=x onerror="window.hacked=1">' },
      ]);
      await waitUntil(() => find('.assistant .markdown p'), 'no Markdown', { timeout: 5000 });
      expect(find('.assistant img')).to.be.null;
      expect(find('.assistant .markdown')!.textContent).to.contain('<img src=x');
    });
  });

  describe('while an answer is on its way', () => {
    it('says that it thinks: before the first word, and between two steps', async () => {
      const { find, turn } = await ask();
      await waitUntil(() => find('.waiting'), 'not thinking');
      turn.write({ type: 'start', messageId: 'a' }, { type: 'start-step' });
      turn.write(
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'Let me see' },
      );
      await waitUntil(() => find('.assistant .text'), 'no text');
      expect(find('.thinking')).to.be.null;
      turn.write(
        { type: 'text-end', id: 't' },
        {
          type: 'tool-input-available',
          toolCallId: 'c',
          toolName: 'look',
          input: {},
          dynamic: true,
        },
      );
      await waitUntil(() => find('adk-tool'), 'no card');
      expect(find('.body > .thinking')).to.be.null;
      turn.write(
        { type: 'tool-output-available', toolCallId: 'c', output: 1, dynamic: true },
        { type: 'finish-step' },
        { type: 'start-step' },
      );
      await waitUntil(() => find('.body > .thinking'), 'not thinking between steps');
      turn.end({ type: 'finish-step' }, { type: 'finish' });
      await waitUntil(() => !find('.thinking'), 'still thinking');
    });

    it('keeps the elements of finished blocks', async () => {
      const { find, turn } = await ask();
      turn.write({ type: 'start', messageId: 'a' }, { type: 'text-start', id: 't' });
      turn.write({ type: 'text-delta', id: 't', delta: '# Title\n\nFirst.\n\nSec' });
      await waitUntil(() => find('.assistant .markdown p'), 'no text', { timeout: 5000 });
      const title = find('.assistant h1');
      turn.write({ type: 'text-delta', id: 't', delta: 'ond.' });
      await waitUntil(() => find('.assistant p:last-child')?.textContent === 'Second.', 'no end');
      expect(find('.assistant h1')).to.equal(title);
    });

    it('hides the buttons of an answer until it is complete', async () => {
      const { chat, find, turn } = await ask();
      turn.write({ type: 'start', messageId: 'a' }, { type: 'text-start', id: 't' });
      turn.write({ type: 'text-delta', id: 't', delta: 'Hi' });
      await waitUntil(() => find('.assistant .text'), 'no text');
      expect(find('.assistant .actions')).to.be.null;
      await expect(chat).to.be.accessible();
      turn.end({ type: 'text-end', id: 't' }, { type: 'finish' });
      await waitUntil(() => find('.assistant .actions'), 'no buttons');
    });
  });

  it('shows the time that the server gives, with the date if it was not today', async () => {
    const chat = await fixture<AdkChatElement>(html`<adk-chat lang="en-GB"></adk-chat>`);
    const createdAt = '2020-02-03T04:05:00Z';
    chat.store = new ChatStore({
      transport: new ScriptedTransport(),
      messages: [
        {
          id: 'a',
          role: 'assistant',
          metadata: { createdAt },
          parts: [{ type: 'text', text: 'x' }],
        },
      ],
    });
    await waitUntil(() => chat.shadowRoot!.querySelector('time'), 'no time');
    const time = chat.shadowRoot!.querySelector('time')!;
    expect(time.dateTime).to.equal('2020-02-03T04:05:00.000Z');
    expect(time.textContent).to.match(/3 Feb 2020/);
  });

  it('survives a data renderer of the host that fails', async () => {
    // The failure is reported to the page, which here would fail the test.
    const { onerror } = window;
    window.onerror = null;
    const { find } = await show(
      [
        { type: 'data-card', data: 1 },
        { type: 'text', text: 'still here' },
      ],
      {
        dataRenderers: {
          card: () => {
            throw new Error('broken');
          },
        },
      },
    );
    window.onerror = onerror;
    expect(find('.assistant .text')!.textContent).to.contain('still here');
  });
});
