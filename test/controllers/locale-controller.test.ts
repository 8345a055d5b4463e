import '../../src/define.js';
import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { AdkChatElement } from '../../src/elements/adk-chat-element.js';

const base = (chat: Element) => chat.shadowRoot!.querySelector<HTMLElement>('[part="base"]')!;
const sendButton = (chat: Element) => chat.shadowRoot!.querySelector('[part~="send-button"]')!;
const speaks = (chat: Element, label: string) =>
  waitUntil(() => sendButton(chat).getAttribute('aria-label') === label, `no "${label}"`);

describe('the language of the chat', () => {
  const page = document.documentElement;
  const { lang } = page;
  afterEach(() => {
    page.lang = lang;
    page.removeAttribute('dir');
  });

  const open = (template = html`<adk-chat endpoint="/x"></adk-chat>`) =>
    fixture<AdkChatElement>(template);

  it('is the one of the page, and follows when the page changes it', async () => {
    page.lang = 'ja';
    const chat = await open();
    await speaks(chat, '送信');
    page.lang = 'de-CH';
    await speaks(chat, 'Senden');
    page.lang = 'en';
    await speaks(chat, 'Send');
  });

  it('is the one of the nearest element around it', async () => {
    const around = await fixture<HTMLElement>(
      html`<section lang="ko"><adk-chat endpoint="/x"></adk-chat></section>`,
    );
    const chat = around.querySelector('adk-chat')!;
    await speaks(chat, '보내기');
    around.lang = 'fr';
    await speaks(chat, 'Envoyer');
  });

  it('can be set on the chat, as attribute and as property', async () => {
    const chat = await open(html`<adk-chat endpoint="/x" lang="es"></adk-chat>`);
    await speaks(chat, 'Enviar');
    chat.lang = 'zh-TW';
    await speaks(chat, '傳送');
  });

  it('is English where the page speaks a language that is not shipped', async () => {
    page.lang = 'tlh';
    const chat = await open();
    await speaks(chat, 'Send');
  });

  it('lets the host replace single texts of any language', async () => {
    const chat = await open(html`<adk-chat endpoint="/x" lang="de"></adk-chat>`);
    chat.strings = { send: 'Ab damit' };
    await speaks(chat, 'Ab damit');
    await waitUntil(() => chat.shadowRoot!.textContent!.includes('Wie kann ich helfen?'));
    chat.strings = undefined;
    await speaks(chat, 'Senden');
  });

  it('runs from right to left in Arabic, also on a page that runs from left to right', async () => {
    page.dir = 'ltr';
    const chat = await open(html`<adk-chat endpoint="/x" lang="ar"></adk-chat>`);
    await speaks(chat, 'إرسال');
    expect(base(chat).dir).to.equal('rtl');
    const button = sendButton(chat).getBoundingClientRect();
    const box = base(chat).getBoundingClientRect();
    expect(button.left - box.left).to.be.lessThan(box.right - button.right);
  });

  it('runs as the page says where the page names no language', async () => {
    const around = await fixture(html`<div dir="rtl"><adk-chat endpoint="/x"></adk-chat></div>`);
    const chat = around.querySelector('adk-chat')!;
    await chat.updateComplete;
    expect(base(chat).dir).to.equal('rtl');
  });
});
