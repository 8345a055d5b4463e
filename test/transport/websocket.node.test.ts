import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { createTransport } from '../../src/transport/create-transport.js';
import type {
  ConnectionState,
  LiveTransport,
  TransportOptions,
} from '../../src/transport/transport.js';
import { ChatDriver, nodeWebSocket, type DriverOptions } from '../support/chat-driver.js';
import { collect, requestOf, textIn } from '../support/chunks.js';
import { withBackend } from '../support/mock-backend.js';
import { closePeers, startPeer, type Peer } from '../support/socket-peer.js';

const open = (url: string, query = '', options: DriverOptions = {}) =>
  ChatDriver.open('websocket', `${url.replace('http', 'ws')}/api/chat${query}`, options);

const transports: LiveTransport[] = [];
afterEach(async () => {
  await ChatDriver.closeAll();
  for (const transport of transports.splice(0)) transport.close?.();
  closePeers();
});

function connect(peer: Peer, options: Partial<TransportOptions> = {}): LiveTransport {
  const transport = createTransport({
    kind: 'websocket',
    endpoint: peer.url,
    webSocket: nodeWebSocket,
    ...options,
  });
  transports.push(transport);
  return transport;
}

const answer = [
  { type: 'start', messageId: 'm' },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'one ' },
  { type: 'text-delta', id: '1', delta: 'two ' },
  { type: 'text-delta', id: '1', delta: 'three' },
  { type: 'text-end', id: '1' },
  { type: 'finish' },
];
const frames = (requestId: string | undefined, chunks: unknown[] = answer): unknown[] => [
  ...chunks.map((chunk, sequence) => ({ type: 'chunk', requestId, sequence, chunk })),
  { type: 'end', requestId },
];

/** Gets an answer in which the frames were changed on their way. */
async function receive(change: (all: unknown[]) => unknown[]) {
  const peer = await startPeer((send, { requestId }) => {
    for (const frame of change(frames(requestId))) send(frame);
  });
  const transport = connect(peer);
  const notices: string[] = [];
  transport.on('notice', ({ code }) => notices.push(code));
  const { chunks, error } = await collect(await transport.sendMessages(requestOf()));
  return { text: textIn(chunks), error, notices };
}

describe('the AI SDK over a socket', () => {
  it(
    'answers, asks and goes on over one socket',
    withBackend({}, async ({ url, journal }) => {
      const chat = open(url);
      const states: ConnectionState[] = [];
      chat.transport.on('state', (state) => states.push(state));
      await chat.ask('pay Alice 20');
      await chat.decide('yes');
      await chat.settled();
      assert.match(chat.answer, /Alice was paid 20 EUR/);
      assert.equal(chat.roles, 'ua');
      assert.deepEqual(states, ['connecting', 'open']);
      assert.deepEqual(
        journal.executions.map(({ count }) => count),
        [1],
      );
    }),
  );

  it(
    'picks an answer up again after the connection broke',
    withBackend({ pace: 80 }, async ({ url, journal }) => {
      const chat = open(url, '?cut=5&how=rst&times=1');
      await chat.ask('hello');
      assert.match(chat.answer, /what I can do\.$/);
      assert.equal(chat.store.status, 'ready');
      assert.deepEqual(
        journal.messages.map(({ count }) => count),
        [1],
      );
    }),
  );

  it(
    'tells the server when the user stops, and keeps what had arrived',
    withBackend({}, async ({ url }) => {
      const chat = open(url);
      void chat.store.sendMessage({ text: 'slow' });
      await chat.until(() => /word1/.test(chat.answer));
      await chat.store.stop();
      assert.equal(chat.store.status, 'ready');
      const partial = chat.answer;
      // The server is free again only because it was told to stop.
      await chat.ask('hello');
      assert.match(chat.answer, /scripted agent/);
      assert.ok(partial.length > 0);
    }),
  );

  it('survives frames that would be fatal to the plain transport', async () => {
    const result = await receive((all) => [
      { type: 'ping' },
      '{ this is no JSON',
      'null',
      ...all.slice(0, 3),
      { ...(all[0] as object), type: 'something-new' },
      ...all.slice(3),
    ]);
    assert.deepEqual(result, {
      text: 'one two three',
      error: undefined,
      notices: ['malformed-event'],
    });
  });

  it('leaves out a chunk that it does not know and clamps what is out of range', async () => {
    const odd = [
      { type: 'start', messageId: null },
      { type: 'hologram', id: 1 },
      { type: 'text-start', id: '1', providerMetadata: null },
      { type: 'text-delta', id: '1', delta: 'fine' },
      { type: 'finish', finishReason: 'SAFETY' },
    ];
    const result = await receive((all) => frames((all[0] as { requestId: string }).requestId, odd));
    assert.deepEqual(result, { text: 'fine', error: undefined, notices: [] });
  });

  it('puts chunks back in order and takes each only once', async () => {
    const result = await receive((all) => {
      const [a, b, c, d, e, ...rest] = all;
      return [b, a, a, e, d, d, c, ...rest, ...rest];
    });
    assert.deepEqual(result, { text: 'one two three', error: undefined, notices: [] });
  });

  it('goes on without a chunk that never arrives', async () => {
    const result = await receive((all) => all.toSpliced(3, 1));
    assert.deepEqual(result, {
      text: 'one three',
      error: undefined,
      notices: ['malformed-event'],
    });
  });

  it('does not wait for a chunk that arrived broken', async () => {
    const result = await receive((all) => all.toSpliced(3, 1, '{"type":"chunk",'));
    assert.equal(result.text, 'one three');
  });

  it('asks for parameters, subprotocols, headers and body afresh', async () => {
    let connects = 0;
    let asked = 0;
    const peer = await startPeer((send, { requestId }, { frames: all, sockets }) => {
      for (const frame of frames(requestId)) send(frame);
      if (all.length === 2) sockets[0]!.terminate();
    });
    const transport = connect(peer, {
      params: async () => ({ token: `t${++connects}` }),
      protocols: () => `p${++asked}`,
      headers: () => ({ 'x-token': `h${peer.frames.length}` }),
      body: async () => ({ n: peer.frames.length }),
    });
    const closed = new Promise<void>((resolve) => {
      transport.on('state', (state) => state === 'closed' && resolve());
    });
    await collect(await transport.sendMessages(requestOf()));
    await collect(await transport.sendMessages(requestOf()));
    await closed;
    await collect(await transport.sendMessages(requestOf()));
    assert.deepEqual(peer.addresses, ['/?token=t1', '/?token=t2']);
    assert.deepEqual(peer.protocols, ['p1', 'p2']);
    assert.deepEqual(
      peer.frames.map(({ headers, body }) => [headers, body]),
      [0, 1, 2].map((n) => [{ 'x-token': `h${n}` }, { n }]),
    );
  });

  it('notices a connection that died without a word', async () => {
    const peer = await startPeer((send, { requestId }) => {
      for (const frame of frames(requestId).slice(0, 3)) send(frame);
    });
    const transport = connect(peer, { idleTimeout: 50 });
    const { chunks, error } = await collect(await transport.sendMessages(requestOf()));
    assert.equal(textIn(chunks), 'one ');
    assert.ok(error instanceof TypeError);
    assert.match(error.message, /network/);
  });

  it('explains a server that reports an error, refuses or cannot be reached', async () => {
    const failing = await startPeer((send, { requestId }) =>
      send({ type: 'error', requestId, errorText: 'Traceback: secret' }),
    );
    const closing = await startPeer((_, __, { sockets }) => sockets[0]!.close(1008, 'no'));
    const gone = await startPeer(() => {});
    gone.close();
    const codes = [];
    for (const peer of [failing, closing, gone]) {
      const chat = new ChatDriver(connect(peer));
      await chat.ask('hello');
      await chat.until(() => chat.store.status === 'error');
      const { code, message, details } = chat.store.error!;
      codes.push(code);
      assert.doesNotMatch(message, /Traceback/);
      if (peer === failing) assert.match(details!, /Traceback/);
    }
    assert.deepEqual(codes, ['server', 'auth', 'network']);
  });

  it(
    'says so when the server ends without an answer',
    withBackend({}, async ({ url }) => {
      const chat = open(url, '?empty');
      await chat.ask('hello');
      assert.equal(chat.store.error?.code, 'protocol');
    }),
  );
});
