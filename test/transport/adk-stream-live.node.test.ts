import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import type { ConnectionState, LiveEvents } from '../../src/transport/transport.js';
import { ChatDriver, type DriverOptions, type nodeWebSocket } from '../support/chat-driver.js';
import { withBackend } from '../support/mock-backend.js';
import { closePeers, startPeer, type Peer } from '../support/socket-peer.js';

const open = (url: string, query = '', options: DriverOptions = {}) =>
  ChatDriver.open('adk-stream', `${url.replace('http', 'ws')}/live${query}`, options);

const speech = () => Int16Array.from({ length: 320 }, (_, index) => 8000 * Math.sin(index / 4));

/** A chat and a server that the test plays. */
async function pair(options: DriverOptions = {}): Promise<{ chat: ChatDriver; peer: Peer }> {
  const peer = await startPeer();
  return { chat: ChatDriver.open('adk-stream', peer.url, options), peer };
}

function say(peer: Peer, ...events: (object | string)[]): void {
  for (const event of events) {
    peer.send(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  }
}

function answerWith(peer: Peer, delta: string): void {
  const id = 'answer';
  say(
    peer,
    { type: 'text-start', id },
    { type: 'text-delta', id, delta },
    { type: 'text-end', id },
  );
  say(peer, { type: 'finish', finishReason: 'STOP' }, '[DONE]');
}

function listen<K extends keyof LiveEvents>(chat: ChatDriver, type: K): LiveEvents[K][] {
  const heard: LiveEvents[K][] = [];
  chat.transport.on(type, (detail) => heard.push(detail));
  return heard;
}

afterEach(async () => {
  await ChatDriver.closeAll();
  closePeers();
});

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

  it(
    'lets an interrupted answer pass before the next message goes out',
    withBackend({}, async ({ url, journal }) => {
      const chat = open(url, '?text=words&interrupt=stop');
      void chat.store.sendMessage({ text: 'slow' });
      await chat.until(() => /word1/.test(chat.answer));
      await chat.store.stop();
      assert.equal(chat.store.status, 'ready');
      await chat.ask('hello');
      assert.match(chat.answer, /^Hello! I am a scripted agent/);
      assert.equal(chat.roles, 'uaua');
      assert.equal(journal.messages.length, 2);
    }),
  );

  it('gives up a socket whose server goes on talking after a stop', async () => {
    const { chat, peer } = await pair();
    void chat.store.sendMessage({ text: 'one' });
    await chat.until(() => peer.frames.length === 1);
    say(peer, { type: 'text-start', id: '0' }, { type: 'text-delta', id: '0', delta: 'begun ' });
    await chat.until(() => chat.answer === 'begun ');
    await chat.store.stop();
    await chat.until(() => peer.frames.at(-1).type === 'interrupt');
    say(peer, { type: 'text-delta', id: '0', delta: 'and on ' });
    void chat.store.sendMessage({ text: 'two' });
    await chat.until(() => peer.sockets.length === 2);
    await chat.until(() => peer.frames.at(-1).type === 'message');
    const { messages } = peer.frames.at(-1);
    assert.deepEqual(
      messages.map(({ parts }: { parts: { text: string }[] }) => parts[0]!.text),
      ['one', 'begun ', 'two'],
    );
    answerWith(peer, 'done');
    await chat.until(() => chat.store.status === 'ready');
    assert.equal(chat.answer, 'done');
  });

  it('goes on with a stopped turn when the user answers its question after all', async () => {
    const { chat, peer } = await pair();
    void chat.store.sendMessage({ text: 'pay' });
    await chat.until(() => peer.frames.length === 1);
    say(
      peer,
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'pay', input: {} },
      { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'q' },
    );
    await chat.until(() => chat.store.pendingApprovals.length === 1);
    await chat.store.stop();
    await chat.decide('yes');
    await chat.until(() => peer.frames.length === 3);
    say(peer, { type: 'tool-output-available', toolCallId: 'c', output: { paid: true } });
    answerWith(peer, 'paid');
    await chat.until(() => chat.answer === 'paid' && chat.store.status === 'ready');
    assert.deepEqual(chat.states, ['output-available']);
    assert.equal(chat.roles, 'ua');
    assert.equal(peer.sockets.length, 1);
  });

  it('never lets an old [DONE] or a lone finish begin or end a turn', async () => {
    const { chat, peer } = await pair();
    const inbound = listen(chat, 'inbound');
    void chat.store.sendMessage({ text: 'one' });
    await chat.until(() => peer.frames.length === 1);
    answerWith(peer, 'first');
    say(peer, '[DONE]', { type: 'finish' }, '[DONE]');
    await chat.until(() => chat.store.status === 'ready');
    void chat.store.sendMessage({ text: 'two' });
    await chat.until(() => peer.frames.length === 2);
    answerWith(peer, 'second');
    await chat.until(() => chat.answer === 'second' && chat.store.status === 'ready');
    assert.equal(inbound.length, 0);
    assert.equal(chat.roles, 'uaua');
  });

  it('ends a turn whose server reports an error and never says [DONE]', async () => {
    const { chat, peer } = await pair();
    void chat.store.sendMessage({ text: 'one' });
    await chat.until(() => peer.frames.length === 1);
    say(peer, { type: 'error', error: { code: 'MODEL', message: 'The model is tired.' } });
    await chat.until(() => chat.store.status === 'error');
    void chat.store.retry();
    await chat.until(() => peer.frames.length === 2);
    answerWith(peer, 'better');
    await chat.until(() => chat.store.status === 'ready');
    assert.equal(chat.answer, 'better');
  });

  it('asks for the rest of an answer after the connection broke', async () => {
    const { chat, peer } = await pair();
    void chat.store.sendMessage({ text: 'one' });
    await chat.until(() => peer.frames.length === 1);
    say(peer, { type: 'text-start', id: '0' }, { type: 'text-delta', id: '0', delta: 'half ' });
    await chat.until(() => chat.answer === 'half ');
    peer.sockets[0]!.terminate();
    await chat.until(() => chat.store.status === 'error');
    assert.equal(chat.answer, 'half ');
    void chat.store.retry();
    await chat.until(() => peer.frames.length === 2);
    assert.deepEqual(
      peer.frames[1].messages.map(({ role }: { role: string }) => role),
      ['user', 'assistant', 'user'],
    );
    answerWith(peer, 'whole');
    await chat.until(() => chat.store.status === 'ready');
    assert.equal(chat.answer, 'half whole');
    assert.equal(chat.roles, 'ua');
  });

  it(
    'measures how long the way to the server takes',
    withBackend({}, async ({ url }) => {
      const chat = open(url, '', { idleTimeout: 2000 });
      const latencies = listen(chat, 'latency');
      await chat.ask('hello');
      await chat.until(() => latencies.length > 0);
      assert.ok(latencies.every((milliseconds) => milliseconds >= 0));
    }),
  );

  it('notices a server that is gone without a word, and keeps what had arrived', async () => {
    const { chat, peer } = await pair({ idleTimeout: 60 });
    void chat.store.sendMessage({ text: 'one' });
    await chat.until(() => peer.frames.length === 1);
    say(peer, { type: 'text-start', id: '0' }, { type: 'text-delta', id: '0', delta: 'half' });
    await chat.until(() => chat.store.status === 'error');
    assert.equal(chat.store.error!.code, 'network');
    assert.equal(chat.answer, 'half');
  });

  it('plays sound that comes as binary frames, in odd pieces or broken, without a part', async () => {
    const { chat, peer } = await pair();
    const sound = listen(chat, 'pcm');
    void chat.store.sendMessage({ text: 'one' });
    await chat.until(() => peer.frames.length === 1);
    peer.send(new Uint8Array([1, 0, 2]));
    peer.send(new Uint8Array([0, 3, 0]));
    say(
      peer,
      { type: 'data-pcm', data: { content: '!', sampleRate: 16000 } },
      { type: 'data-pcm', data: { content: 'BAA=', sampleRate: 16000 } },
    );
    answerWith(peer, 'spoken');
    await chat.until(() => chat.store.status === 'ready');
    assert.deepEqual(
      sound.map(({ samples, sampleRate }) => [[...samples], sampleRate]),
      [
        [[1], 24000],
        [[2, 3], 24000],
        [[4], 16000],
      ],
    );
    assert.ok(!chat.store.lastMessage!.parts.some(({ type }) => type.startsWith('data-')));
  });

  it('drops the oldest sound when the connection is too slow, and says so once', async () => {
    class SlowSocket extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        Object.defineProperty(this, 'bufferedAmount', { value: 1_000_000 });
      }
    }
    const { chat, peer } = await pair({ webSocket: SlowSocket as unknown as typeof nodeWebSocket });
    const notices = listen(chat, 'notice');
    await chat.transport.startVoice!();
    const taken = Array.from({ length: 55 }, (_, i) => chat.transport.sendAudio!(Int16Array.of(i)));
    assert.equal(taken.filter((isTaken) => !isTaken).length, 5);
    await chat.transport.stopVoice!();
    await chat.until(() => peer.frames.at(-1)?.action === 'stop');
    const chunks = peer.frames.filter(({ type }) => type === 'audio_chunk');
    assert.equal(chunks.length, 50);
    assert.equal(chunks[0].chunk, Buffer.from(Int16Array.of(5).buffer).toString('base64'));
    assert.deepEqual(
      notices.map(({ code }) => code),
      ['audio-dropped'],
    );
  });

  it('silences an answer that the user speaks over, and keeps its words', async () => {
    const { chat, peer } = await pair();
    const sound = listen(chat, 'pcm');
    const interrupted = listen(chat, 'interrupted');
    await chat.transport.startVoice!();
    await chat.until(() => peer.frames.length === 1);
    peer.send(new Uint8Array([1, 0]));
    await chat.until(() => sound.length === 1);
    chat.transport.interrupt!('barge_in');
    await chat.until(() => peer.frames.at(-1).type === 'interrupt');
    peer.send(new Uint8Array([2, 0]));
    answerWith(peer, 'all of it');
    await chat.until(() => chat.answer === 'all of it' && chat.store.status === 'ready');
    assert.equal(sound.length, 1);
    assert.equal(interrupted.length, 1);
  });

  it('connects again by itself while the user talks', async () => {
    const { chat, peer } = await pair();
    const states: ConnectionState[] = listen(chat, 'state');
    await chat.transport.startVoice!();
    peer.sockets[0]!.terminate();
    await chat.until(() => states.length === 6);
    assert.deepEqual(states, [
      'connecting',
      'open',
      'closed',
      'reconnecting',
      'connecting',
      'open',
    ]);
    assert.ok(chat.transport.sendAudio!(speech()));
    await chat.until(() => peer.frames.at(-1)?.type === 'audio_chunk');
  });

  it(
    'explains a handshake that is refused',
    withBackend({}, async ({ url, journal }) => {
      const chat = open(url, '?status=401');
      await chat.ask('hello');
      assert.equal(chat.store.error!.code, 'network');
      assert.match(chat.store.error!.message, /could not be reached/);
      assert.deepEqual(journal.messages, []);
    }),
  );

  it('asks for parameters and subprotocols afresh at each connect', async () => {
    let connects = 0;
    const { chat, peer } = await pair({
      params: async () => ({ token: `t${++connects}` }),
      protocols: async () => [`p${connects}`],
    });
    await chat.transport.startVoice!();
    peer.sockets[0]!.terminate();
    await chat.until(() => peer.sockets.length === 2);
    assert.deepEqual(peer.addresses, ['/?token=t1', '/?token=t2']);
    assert.equal(peer.protocols.length, 2);
  });
});
