import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define.js';
import type { AdkChatElement } from '../../src/index.js';

describe('<adk-chat>', () => {
  it('says what to do when it has no endpoint', async () => {
    const chat = await fixture<AdkChatElement>(html`<adk-chat></adk-chat>`);
    const notice = chat.shadowRoot!.querySelector('[part~="notice"]')!;
    expect(notice.textContent).to.contain('endpoint');
    await expect(chat).to.be.accessible();
  });
});
