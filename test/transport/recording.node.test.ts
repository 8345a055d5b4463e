import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, describe, it } from 'node:test';
import { tool } from 'ai';
import { z } from 'zod';
import { createTransport } from '../../src/transport/create-transport.js';
import { RecordingTransport } from '../../src/transport/recording.js';
import { ReplayTransport } from '../../src/transport/replay.js';
import type { TransportKind } from '../../src/transport/transport.js';
import { ChatDriver, nodeWebSocket } from '../support/chat-driver.js';
import { withBackend, type AnyChunk } from '../support/mock-backend.js';

afterEach(() => ChatDriver.closeAll());

const tools = {
  get_location: tool({
    inputSchema: z.object({ precise: z.boolean().optional() }),
    execute: () => ({ latitude: 35.6, longitude: 139.7 }),
  }),
};
const fixtures = new URL('../fixtures/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(`${name}.jsonl`, fixtures), 'utf8');
const linesOf = (recording: string): AnyChunk[] =>
  recording
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Says it, and agrees to everything. */
async function play(chat: ChatDriver, text: string): Promise<void> {
  await chat.ask(text);
  for (;;) {
    const [question] = chat.store.pendingApprovals;
    if (!question) break;
    await chat.decide('yes');
    await chat.until(() => chat.store.pendingApprovals[0] !== question);
    await chat.settled();
  }
  await chat.until(() => !chat.store.isBusy);
}

/** What the user sees: everything but the ids that each chat makes up. */
const shown = (chat: ChatDriver) => chat.store.messages.map(({ role, parts }) => ({ role, parts }));

const WIRES: [kind: TransportKind, path: string][] = [
  ['sse', '/api/chat'],
  ['websocket', '/api/chat'],
  ['adk-stream', '/stream'],
  ['adk-stream', '/live'],
];

describe('a recording', () => {
  for (const [kind, path] of WIRES) {
    it(
      `of ${kind} at ${path} plays without a backend and ends the same`,
      withBackend({}, async ({ url }) => {
        const isSocket = kind === 'websocket' || path === '/live';
        const recording = new RecordingTransport(
          createTransport({
            kind,
            endpoint: (isSocket ? url.replace('http', 'ws') : url) + path,
            webSocket: nodeWebSocket,
          }),
        );
        const original = new ChatDriver(recording, { tools });
        const replies = ['plan dinner', 'where exactly am I?', 'sources', 'image'];
        for (const text of replies) await play(original, text);
        const replay = new ChatDriver(new ReplayTransport(recording.export(), { speed: 'fast' }), {
          tools,
        });
        for (const text of replies) await play(replay, text);
        assert.deepEqual(shown(replay), shown(original));
        assert.equal(replay.store.status, 'ready');
      }),
    );
  }

  it(
    'contains no header, no token and no key, whatever the wire',
    withBackend({}, async ({ url }) => {
      const recording = new RecordingTransport(
        createTransport({
          kind: 'sse',
          endpoint: `${url}/api/chat?key=in-the-address`,
          headers: { authorization: 'Bearer from-the-options-1234' },
        }),
      );
      const chat = new ChatDriver(recording);
      await chat.store.sendMessage(
        { text: 'My header is "Bearer abcdefgh12345678", keep it.' },
        {
          headers: { authorization: 'Bearer from-the-request-1234', accept: 'text/event-stream' },
          body: {
            user: { apiKey: 'nested-api-key', password: 'hunter2', name: 'Ada', maxTokens: 5 },
            access_token: ['one-secret', 'two-secret'],
          },
        },
      );
      const text = recording.export();
      for (const secret of [
        ...['from-the-options', 'from-the-request', 'in-the-address', 'nested-api-key'],
        ...['hunter2', 'one-secret', 'two-secret', 'abcdefgh12345678'],
      ]) {
        assert.ok(!text.includes(secret), secret);
      }
      const { request } = linesOf(text).find(({ type }) => type === 'send');
      assert.deepEqual(request.headers, {
        authorization: '[redacted]',
        accept: 'text/event-stream',
      });
      assert.deepEqual(request.body, {
        user: { apiKey: '[redacted]', password: '[redacted]', name: 'Ada', maxTokens: 5 },
        access_token: ['[redacted]', '[redacted]'],
      });
    }),
  );

  it('keeps the pauses in real time and leaves them out when fast', async () => {
    const lines = linesOf(fixture('sse-weather'));
    const slow = lines.map((line, i) => JSON.stringify({ ...line, t: i * 20 })).join('\n');
    const took = async (speed: 'real' | 'fast') => {
      const chat = new ChatDriver(new ReplayTransport(slow, { speed }));
      const began = performance.now();
      await chat.ask('weather in Tokyo');
      assert.match(chat.answer, /18 °C in Tokyo/);
      return performance.now() - began;
    };
    assert.ok((await took('real')) >= (lines.length - 4) * 20);
    await took('fast');
  });

  it('shows what the server says at the decision of the one who watches', async () => {
    const chat = new ChatDriver(
      new ReplayTransport(fixture('adk-stream-live-pay-two'), { speed: 'fast' }),
    );
    await chat.ask('pay two people');
    assert.equal(chat.store.pendingApprovals.length, 1);
    assert.deepEqual(chat.states, ['approval-requested']);
    await chat.decide('no');
    await chat.until(() => chat.tools.length === 2);
    assert.equal(chat.states[0], 'output-denied');
  });

  it('plays a spoken turn that nobody asked for', async () => {
    const chat = new ChatDriver(
      new ReplayTransport(fixture('adk-stream-live-voice'), { speed: 'fast' }),
    );
    await chat.transport.startVoice!();
    await chat.until(() => chat.store.pendingApprovals.length === 1);
    await chat.decide('yes');
    await chat.until(() => /Alice was paid 20 EUR/.test(chat.answer) && !chat.store.isBusy);
    assert.equal(chat.roles, 'ua');
  });

  it('says where it ends, and what is no recording', async () => {
    const chat = new ChatDriver(new ReplayTransport(fixture('sse-weather'), { speed: 'fast' }));
    await chat.ask('weather in Tokyo');
    await chat.ask('and tomorrow?');
    assert.equal(chat.store.error?.code, 'unsupported');
    assert.throws(() => new ReplayTransport('{"hello":1}\n'), { code: 'configuration' });
  });

  const expected: Record<string, RegExp> = {
    'sse-pay-two': /Alice was paid 20 EUR\. Bob was paid 35 EUR/,
    'sse-weather': /18 °C in Tokyo/,
    'sse-error': /^$/,
    'websocket-dinner': /The table is reserved\. Trattoria Blu was paid 30 EUR|was paid 30 EUR/,
    'adk-stream-location': /35\.6/,
    'adk-stream-live-pay-two': /Alice was paid 20 EUR\. Bob was paid 35 EUR/,
  };
  for (const [name, answer] of Object.entries(expected)) {
    it(`kept as the fixture ${name} still plays`, async () => {
      const chat = new ChatDriver(new ReplayTransport(fixture(name), { speed: 'fast' }), { tools });
      await play(chat, 'anything');
      assert.match(chat.answer, answer);
      assert.equal(chat.store.status, name === 'sse-error' ? 'error' : 'ready');
    });
  }

  it('is small enough to be kept', () => {
    for (const file of readdirSync(fixtures)) {
      assert.ok(readFileSync(new URL(file, fixtures)).length < 50_000, file);
    }
  });
});
