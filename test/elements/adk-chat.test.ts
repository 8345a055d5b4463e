import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import { ChatStore, type AdkChatElement } from '../../src/index.js';

describe('<adk-chat>', () => {
  it('says what to do when it has no endpoint', async () => {
    const chat = await fixture<AdkChatElement>(html`<adk-chat></adk-chat>`);
    const notice = chat.shadowRoot!.querySelector('[part~="notice"]')!;
    expect(notice.textContent).to.contain('endpoint');
    await expect(chat).to.be.accessible();
  });

  it('sends with the store that was set just before', async () => {
    const chat = await fixture<AdkChatElement>(html`<adk-chat></adk-chat>`);
    const transport = {
      sendMessages: async () => new ReadableStream(),
      reconnectToStream: async () => null,
    };
    const store = new ChatStore({ transport });
    chat.store = store;
    void chat.send('hello');
    await waitUntil(() => store.messages.length > 0);
  });
});
