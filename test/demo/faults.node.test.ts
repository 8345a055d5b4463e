import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LiveClient, userMessage, withBackend } from '../support/mock-backend.js';

const request = (text = 'hello', more: object = {}) => ({
  method: 'POST',
  body: JSON.stringify({ id: 'chat', messages: [userMessage(text)], ...more }),
});
const ask = (url: string, query: string) => fetch(`${url}/api/chat?${query}`, request());
const events = (body: string) => body.split('\n\n').filter(Boolean);

describe('fault switches over HTTP', () => {
  for (const status of [401, 500, 503]) {
    it(
      `answers with ${status}`,
      withBackend({}, async ({ url }) => {
        assert.equal((await ask(url, `status=${status}`)).status, status);
      }),
    );
  }

  it(
    'answers with an HTML page and status 200',
    withBackend({}, async ({ url }) => {
      const response = await ask(url, 'html');
      assert.equal(response.status, 200);
      assert.match(await response.text(), /<h1>Bad Gateway/);
    }),
  );

  it(
    'answers with an empty body',
    withBackend({}, async ({ url }) => {
      assert.equal(await (await ask(url, 'empty')).text(), '');
    }),
  );

  it(
    'redirects to the endpoint without switches',
    withBackend({}, async ({ url }) => {
      const response = await ask(url, 'redirect');
      assert.ok(response.redirected);
      assert.match(await response.text(), /scripted/);
    }),
  );

  for (const how of ['fin', 'rst']) {
    it(
      `cuts the body after some chunks by ${how}`,
      withBackend({}, async ({ url }) => {
        const response = await ask(url, `cut=4&how=${how}`);
        await assert.rejects(response.text(), TypeError);
      }),
    );
  }

  it(
    'ends the body as if all had been said',
    withBackend({}, async ({ url }) => {
      const body = await (await ask(url, 'cut=4&how=end')).text();
      assert.equal(events(body).length, 4);
      assert.ok(!body.includes('[DONE]'));
    }),
  );

  it(
    'truncates the body in the middle of a chunk',
    withBackend({}, async ({ url }) => {
      const body = await (await ask(url, 'truncated=3')).text();
      assert.equal(events(body).length, 4);
      assert.ok(!body.endsWith('\n\n'));
    }),
  );

  it(
    'breaks, repeats and swaps chunks',
    withBackend({}, async ({ url }) => {
      const clean = events(await (await ask(url, '')).text()).map(withoutIds);
      const malformed = events(await (await ask(url, 'malformed=3')).text());
      assert.throws(() => JSON.parse(malformed[3]!.slice(6)));
      const duplicate = events(await (await ask(url, 'duplicate=3')).text()).map(withoutIds);
      assert.deepEqual(duplicate, clean.toSpliced(3, 0, clean[3]!));
      const reordered = events(await (await ask(url, 'reorder=3')).text()).map(withoutIds);
      assert.deepEqual(reordered, clean.toSpliced(3, 2, clean[4]!, clean[3]!));
      const alien = events(await (await ask(url, 'alien=3')).text());
      assert.match(alien[3]!, /alien-chunk/);
    }),
  );

  it(
    'sends bytes that are no UTF-8',
    withBackend({}, async ({ url }) => {
      const bytes = await (await ask(url, 'utf8=3')).arrayBuffer();
      assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    }),
  );

  it(
    'adds one huge delta or many tiny ones',
    withBackend({}, async ({ url }) => {
      assert.ok((await (await ask(url, 'huge=1200000')).text()).length > 1_200_000);
      const tiny = events(await (await ask(url, 'tiny=5000')).text());
      assert.ok(tiny.length > 5000);
    }),
  );

  it(
    'falls silent without closing',
    withBackend({}, async ({ url, close }) => {
      const response = await ask(url, 'halfOpen=3');
      const reader = response.body!.getReader();
      let body = '';
      while (events(body).length < 3) body += Buffer.from((await reader.read()).value!).toString();
      const next = reader.read();
      const state = await Promise.race([
        next.then(() => 'more'),
        fetch(`${url}/health`).then(() => 'silent'),
      ]);
      assert.equal(state, 'silent');
      next.catch(() => {});
      await close();
    }),
  );

  it(
    'spares the chat after the number of times it was told',
    withBackend({}, async ({ url }) => {
      const statuses = [];
      for (let count = 0; count < 3; count++) {
        statuses.push((await ask(url, 'status=500&times=2')).status);
      }
      assert.deepEqual(statuses, [500, 500, 200]);
    }),
  );

  it(
    'takes switches from the body too',
    withBackend({}, async ({ url }) => {
      const response = await fetch(
        `${url}/api/chat`,
        request('hello', { faults: { status: 418 } }),
      );
      assert.equal(response.status, 418);
    }),
  );
});

describe('fault switches on sockets', () => {
  const frame = (faults: object) => ({
    type: 'send',
    requestId: 'r',
    id: 'chat',
    trigger: 'submit-message',
    messages: [userMessage('hello')],
    headers: {},
    body: { faults },
  });

  for (const how of ['fin', 'rst']) {
    it(
      `breaks the connection by ${how} without a closing handshake`,
      withBackend({}, async ({ url }) => {
        const chat = await LiveClient.open(url, '/api/chat');
        chat.send(frame({ cut: 3, how }));
        assert.equal(await chat.closed, 1006);
        const live = await LiveClient.open(url, `/live?cut=3&how=${how}`);
        live.say('hello');
        assert.equal(await live.closed, 1006);
      }),
    );
  }

  it(
    'repeats a sequence and swaps two',
    withBackend({}, async ({ url }) => {
      const sequences = async (faults: object) => {
        const client = await LiveClient.open(url, '/api/chat');
        client.send(frame(faults));
        await client.next(({ type }) => type === 'end');
        return client.received
          .filter(({ type }) => type === 'chunk')
          .map(({ sequence }) => sequence)
          .slice(0, 5);
      };
      assert.deepEqual(await sequences({ duplicate: 2 }), [0, 1, 2, 2, 3]);
      assert.deepEqual(await sequences({ reorder: 2 }), [0, 1, 3, 2, 4]);
    }),
  );

  it(
    'refuses the handshake',
    withBackend({}, async ({ url }) => {
      await assert.rejects(LiveClient.open(url, '/live?status=401'), /401/);
    }),
  );
});

/** Two answers to one question differ in their ids only. */
function withoutIds(event: string): string {
  return event.replace(/"(id|messageId)":"[^"]*"/g, '"$1":""');
}
