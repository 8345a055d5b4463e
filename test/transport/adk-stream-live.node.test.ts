import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { ConnectionState, LiveEvents } from '../../src/transport/transport.js';
import { ChatDriver, type DriverOptions } from '../support/chat-driver.js';
import { withBackend } from '../support/mock-backend.js';

const open = (url: string, query = '', options: DriverOptions = {}) =>
  ChatDriver.open('adk-stream', `${url.replace('http', 'ws')}/live${query}`, options);

const speech = () => Int16Array.from({ length: 320 }, (_, index) => 8000 * Math.sin(index / 4));

function listen<K extends keyof LiveEvents>(chat: ChatDriver, type: K): LiveEvents[K][] {
  const heard: LiveEvents[K][] = [];
  chat.transport.on(type, (detail) => heard.push(detail));
  return heard;
}

afterEach(() => ChatDriver.closeAll());

describe('adk-stream over a socket', () => {
  it(
    'answers over one socket that stays open',
    withBackend({}, async ({ url, journal }) => {
      const chat = open(url);
      const states: ConnectionState[] = listen(chat, 'state');
      await chat.ask('hello');
      await chat.ask('weather in Paris');
      assert.equal(chat.roles, 'uaua');
      assert.match(chat.answer, /12 °C in Paris/);
      assert.deepEqual(states, ['connecting', 'open']);
      assert.deepEqual(
        journal.messages.map(({ count }) => count),
        [1, 1],
      );
    }),
  );

  it(
    'shows a spoken turn that no request asked for, the words of the user before the answer',
    withBackend({ audioPace: 0 }, async ({ url }) => {
      const chat = open(url, '?heard=hello');
      const sound = listen(chat, 'pcm');
      await chat.transport.startVoice!();
      for (let count = 0; count < 5; count++) assert.ok(chat.transport.sendAudio!(speech()));
      await chat.transport.stopVoice!();
      await chat.until(() => /what I can do\.$/.test(chat.answer) && chat.store.status === 'ready');
      assert.equal(chat.roles, 'ua');
      assert.deepEqual(chat.store.messages[0]!.parts, [{ type: 'text', text: 'hello' }]);
      assert.ok(sound.length > 5);
      assert.ok(sound.every(({ sampleRate, samples }) => sampleRate === 24000 && samples.length));
      assert.ok(!chat.store.messages[1]!.parts.some(({ type }) => type.startsWith('data-')));
    }),
  );
});
