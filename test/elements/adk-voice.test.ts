import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import '../../src/define.js';
import type { AdkChatElement } from '../../src/index.js';
import { FakeLiveTransport } from '../support/fake-live-transport.js';

describe('<adk-voice>', () => {
  let transport: FakeLiveTransport;
  let chat: AdkChatElement;
  let states: string[];

  async function open(voice: AdkChatElement['voice'], more: Partial<AdkChatElement> = {}) {
    transport = new FakeLiveTransport();
    chat = await fixture<AdkChatElement>(
      html`<adk-chat .transport=${transport} .voice=${voice}></adk-chat>`,
    );
    Object.assign(chat, more);
    states = [];
    chat.addEventListener('adk-voice-change', ({ detail }) => states.push(detail.state));
    await until(() => find('[part=mic-button]') !== null, 'the button');
  }

  afterEach(() => chat.stopVoice());

  const find = <T extends HTMLElement>(selector: string) =>
    chat.shadowRoot!.querySelector<T>(selector);
  const byName = (name: string) =>
    find<HTMLButtonElement>(`button[aria-label="${name}"]:not([hidden])`);
  const micButton = () => find<HTMLButtonElement>('[part=mic-button]')!;
  const until = (condition: () => boolean, what: string) =>
    waitUntil(condition, `waited for ${what}`, { timeout: 15_000 });
  const isOn = () => /listening|speech/.test(states.at(-1) ?? '');
  const panelText = () => find('.voice')?.textContent ?? '';
  /** The calls without those about what the fake microphone happens to say. */
  const calls = () => transport.calls.join(' ');

  async function press(button: Element): Promise<void> {
    const { x, y, width, height } = button.getBoundingClientRect();
    await sendMouse({
      type: 'move',
      position: [Math.round(x + width / 2), Math.round(y + height / 2)],
    });
    await sendMouse({ type: 'down' });
  }

  function speak(seconds: number): void {
    const samples = Int16Array.from({ length: 2_400 }, (_, i) => 9_000 * Math.sin(i / 9));
    for (let i = 0; i < seconds * 10; i++) transport.emit('pcm', { samples, sampleRate: 24_000 });
  }

  describe('push-to-talk', () => {
    it('sends what is said while the button is held, and tells where it begins and ends', async () => {
      await open('');
      expect(micButton().getAttribute('aria-label')).to.equal('Start voice');
      await press(micButton());
      await until(() => transport.samples > 8_000, 'half a second of sound');
      expect(micButton().getAttribute('aria-label')).to.equal('Stop voice');
      await sendMouse({ type: 'up' });
      await until(() => states.at(-1) === 'muted', 'the end');
      await until(() => transport.calls.at(-1) === 'end', 'the last word');
      expect(calls()).to.equal('startVoice start audio end');
      expect(panelText()).to.contain('Hold the button to talk');
      expect(micButton().getAttribute('aria-label')).to.equal('Start voice');
    });

    it('stays on after a short tap until the next one', async () => {
      await open('push-to-talk');
      await press(micButton());
      await sendMouse({ type: 'up' });
      await until(() => transport.samples > 0, 'sound');
      expect(isOn()).to.equal(true);
      await press(micButton());
      await sendMouse({ type: 'up' });
      await until(() => states.at(-1) === 'muted', 'the end');
    });

    it('talks while Space is held on the button', async () => {
      await open('push-to-talk');
      micButton().focus();
      await sendKeys({ down: 'Space' });
      await until(() => transport.samples > 6_000, 'sound');
      await sendKeys({ up: 'Space' });
      await until(() => transport.calls.at(-1) === 'end', 'the end');
      expect(chat.store!.messages).to.deep.equal([]);
    });

    it('talks with the key that the host chose, and toggles with Enter', async () => {
      await open('push-to-talk', { voiceKey: 't' });
      micButton().focus();
      await sendKeys({ down: 't' });
      await until(() => transport.samples > 6_000, 'sound');
      await sendKeys({ up: 't' });
      await until(() => transport.calls.at(-1) === 'end', 'the end');
      await sendKeys({ press: 'Enter' });
      await until(isOn, 'the second turn');
      await sendKeys({ press: 'Enter' });
      await until(() => states.at(-1) === 'muted', 'its end');
    });

    it('talks while the global key is held alone, and not in a shortcut', async () => {
      await open('push-to-talk', { voiceGlobalKey: 'Mod' });
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'b' });
      await new Promise((resolve) => setTimeout(resolve, 400));
      await sendKeys({ up: 'Control' });
      expect(states).to.deep.equal([]);
      await sendKeys({ down: 'Control' });
      await until(() => transport.samples > 0, 'sound');
      await sendKeys({ up: 'Control' });
      await until(() => transport.calls.at(-1) === 'end', 'the end');
    });
  });

  it('tap-to-talk begins and ends with a click', async () => {
    await open('tap-to-talk');
    micButton().click();
    await until(() => transport.samples > 0, 'sound');
    micButton().click();
    await until(() => transport.calls.at(-1) === 'end', 'the end');
    expect(panelText()).to.contain('Tap the button to talk');
  });

  describe('hands-free', () => {
    beforeEach(async () => {
      await open('hands-free');
      micButton().click();
      await until(isOn, 'the microphone');
    });

    it('lets nothing out while muted', async () => {
      byName('Mute')!.click();
      await until(() => states.at(-1) === 'muted', 'silence');
      await until(() => transport.calls.at(-1) === 'end', 'the last frame');
      const { samples } = transport;
      expect(panelText()).to.contain('Microphone muted');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(transport.samples).to.equal(samples);
      byName('Unmute')!.click();
      await until(isOn, 'the microphone');
    });

    it('ends with the button and leaves nothing in the panel', async () => {
      expect(micButton().getAttribute('aria-label')).to.equal('Stop voice');
      micButton().click();
      await until(() => states.at(-1) === 'off', 'the end');
      expect(transport.calls.at(-1)).to.equal('stopVoice');
      await until(() => find('.voice') === null, 'an empty panel');
    });

    it('ends when the chat gets another backend', async () => {
      chat.transport = new FakeLiveTransport();
      await until(() => states.at(-1) === 'off', 'the end');
    });

    it('says that sound is lost while the connection is too slow', async () => {
      transport.isCongested = true;
      await until(() => panelText().includes('some of what you said was lost'), 'the notice');
      expect(find('.voice-notice')!.getAttribute('role')).to.equal('status');
    });

    it('says that it reconnects', async () => {
      transport.emit('state', 'reconnecting');
      await until(() => panelText().includes('Reconnecting'), 'the notice');
      transport.emit('state', 'open');
      await until(() => !panelText().includes('Reconnecting'), 'its end');
    });

    it('shows who speaks and what is being heard of the answer', async () => {
      byName('Mute')!.click();
      transport.emit('transcript', { role: 'user', text: 'Good morning', final: true });
      speak(1);
      transport.emit('transcript', {
        role: 'assistant',
        text: 'Good morning to you',
        final: false,
      });
      speak(20);
      transport.emit('transcript', {
        role: 'assistant',
        text: 'Good morning to you too, and a very nice day',
        final: false,
      });
      await until(() => states.at(-1) === 'speaking', 'the voice');
      expect(panelText()).to.contain('Agent is speaking');
      await until(() => find('.caption.assistant') !== null, 'the caption');
      await until(() => panelText().includes('Good'), 'the first word');
      expect(panelText()).not.to.contain('nice day');
      await expect(chat).to.be.accessible();
    });

    it('is accessible while it listens', async () => {
      await expect(chat).to.be.accessible();
      expect(find('[role=timer]')!.getAttribute('aria-label')).to.match(/^\d:\d\d elapsed$/);
    });
  });

  it('falls silent before the server is told, and shortens the answer to what was heard', async () => {
    await open('tap-to-talk');
    micButton().click();
    await until(() => transport.samples > 0, 'sound');
    micButton().click();
    await until(() => states.at(-1) === 'muted', 'the end');
    transport.begin();
    await until(() => transport.isInTurn, 'the turn');
    transport.push({ type: 'text-start', id: 'x' });
    const text = 'One two three four five six seven eight nine ten';
    for (const [i, word] of text.split(/(?<= )/).entries()) {
      speak(1);
      transport.push({ type: 'text-delta', id: 'x', delta: word });
      const so = text.split(/(?<= )/).slice(0, i + 1);
      transport.emit('transcript', { role: 'assistant', text: so.join(''), final: i === 9 });
    }
    await until(() => states.at(-1) === 'speaking', 'the voice');
    await until(() => panelText().includes('One'), 'the first word');
    transport.calls.length = 0;
    micButton().click();
    await until(() => transport.calls.includes('audio'), 'the interruption');
    expect(transport.calls.slice(0, 3)).to.deep.equal(['interrupt barge_in', 'start', 'audio']);
    // What the server still says is neither heard nor shown.
    transport.push(
      { type: 'text-delta', id: 'x', delta: ' eleven' },
      { type: 'text-end', id: 'x' },
    );
    transport.finish();
    await until(() => chat.store!.status === 'ready', 'the end of the turn');
    const [answer] = chat.store!.messages;
    const shown = answer!.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(shown).to.match(/^One( \w+)*…$/);
    expect(shown).not.to.contain('ten');
  });

  it('turns the microphone off when the page is hidden, if the host wants that', async () => {
    await open('hands-free', { voicePauseHidden: true });
    micButton().click();
    await until(isOn, 'the microphone');
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
    await until(() => states.at(-1) === 'off', 'the end');
  });

  it('shows a failure accessibly and starts again', async () => {
    await open('hands-free');
    const { getUserMedia } = MediaDevices.prototype;
    MediaDevices.prototype.getUserMedia = () =>
      Promise.reject(new DOMException('', 'NotAllowedError'));
    micButton().click();
    await until(() => states.at(-1) === 'error', 'the failure');
    MediaDevices.prototype.getUserMedia = getUserMedia;
    await until(() => find('.voice [role=alert]') !== null, 'the message');
    await expect(chat).to.be.accessible();
    find<HTMLButtonElement>('.voice .button')!.click();
    await until(isOn, 'the second try');
  });

  it('rejects startVoice() of a chat without voice', async () => {
    chat = await fixture<AdkChatElement>(html`<adk-chat endpoint="/nowhere"></adk-chat>`);
    const error = await chat.startVoice().catch((reason: Error) => reason);
    expect(String(error)).to.contain('voice');
  });
});
