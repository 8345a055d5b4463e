import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { UIMessage } from 'ai';
import { encodeBase64 } from '../../src/audio/base64.js';
import { encodeWav } from '../../src/audio/wav.js';
import '../../src/define.js';
import { ChatStore, type AdkChatElement } from '../../src/index.js';
import { FakeLiveTransport } from '../support/fake-live-transport.js';
import { clickOn } from '../support/trusted-input.js';

const SECONDS = 3;
/** Silence, then a loud tone. */
const wav = encodeWav(
  [
    Int16Array.from({ length: 24_000 * SECONDS }, (_, i) =>
      i < 36_000 ? 0 : 9_000 * Math.sin(i / 9),
    ),
  ],
  24_000,
);
const dataUrl = `data:audio/wav;base64,${encodeBase64(wav)}`;
const blobUrl = () => URL.createObjectURL(new Blob([wav], { type: 'audio/wav' }));

describe('<adk-audio>', () => {
  let chat: AdkChatElement;
  const find = <T extends Element>(selector: string) => chat.shadowRoot!.querySelector<T>(selector);
  const button = (name: string) => find<HTMLButtonElement>(`.clip [aria-label="${name}"]`);
  const until = (condition: () => boolean, what: string) =>
    waitUntil(condition, `waited for ${what}`, { timeout: 15_000 });

  async function show(...urls: string[]): Promise<void> {
    const messages: UIMessage[] = urls.map((url, i) => ({
      id: `${i}`,
      role: 'assistant',
      parts: [
        { type: 'text', text: 'Said' },
        { type: 'file', mediaType: 'audio/wav', url },
      ],
    }));
    const store = new ChatStore({ transport: new FakeLiveTransport(), messages });
    chat = await fixture<AdkChatElement>(html`<adk-chat .store=${store}></adk-chat>`);
    await until(() => find('.clip, .clip-gone') !== null, 'the player');
  }

  for (const [kind, url] of [
    ['data', () => dataUrl],
    ['blob', blobUrl],
  ] as const) {
    it(`draws the waveform of a ${kind}: URL and tells its length`, async () => {
      await show(url());
      await until(() => find('.clip-time')?.textContent === '0:03', 'the length');
      const heights = [...chat.shadowRoot!.querySelectorAll('.peaks:not(.played) rect')].map(
        (bar) => Number(bar.getAttribute('height')),
      );
      expect(heights[2]).to.equal(2);
      expect(heights.at(-2)).to.equal(24);
      await expect(chat).to.be.accessible();
    });
  }

  it('plays and pauses, one recording at a time', async () => {
    await show(blobUrl(), blobUrl());
    await until(() => chat.shadowRoot!.querySelectorAll('.clip').length === 2, 'both');
    const plays = () => chat.shadowRoot!.querySelectorAll<HTMLButtonElement>('.clip .solid');
    await clickOn(plays()[0]!);
    await until(() => button('Pause') === plays()[0], 'the first');
    await clickOn(plays()[1]!);
    await until(() => button('Pause') === plays()[1], 'the second alone');
    expect(plays()[0]!.getAttribute('aria-label')).to.equal('Play');
    await clickOn(plays()[1]!);
    await until(() => button('Pause') === null, 'silence');
  });

  it('seeks by keyboard or drag and says where it is', async () => {
    await show(dataUrl);
    await until(() => !find<HTMLInputElement>('.wave input')!.disabled, 'the length');
    const slider = find<HTMLInputElement>('.wave input')!;
    slider.value = '2';
    slider.dispatchEvent(new Event('input'));
    await until(() => slider.getAttribute('aria-valuetext') === '0:02 of 0:03', 'the position');
    expect(find('.clip-time')!.textContent).to.equal('0:02');
    expect(find<HTMLElement>('.wave')!.style.getPropertyValue('--_share')).to.equal('0.6667');
  });

  it('changes its speed and comes back to the first', async () => {
    await show(dataUrl);
    for (const speed of ['1×', '1.25×', '1.5×', '2×', '1×']) {
      await until(() => button(`Speed ${speed}`) !== null, speed);
      button(`Speed ${speed}`)!.click();
    }
  });

  it('can be downloaded', async () => {
    const url = blobUrl();
    await show(url);
    const link = find<HTMLAnchorElement>('.clip a')!;
    expect(link.href).to.equal(url);
    expect(link.download).to.equal('recording.wav');
  });

  it('says that a recording is gone', async () => {
    const url = blobUrl();
    URL.revokeObjectURL(url);
    await show(url);
    button('Play')!.click();
    await until(() => find('.clip-gone') !== null, 'the notice');
  });
});
