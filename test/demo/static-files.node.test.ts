import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { withBackend } from '../support/mock-backend.js';

/** `fetch` tidies up a path before it sends it; an attacker does not. */
function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('demo files', () => {
  it(
    'are served at / and at /demo',
    withBackend({}, async ({ url }) => {
      for (const path of ['/', '/demo', '/demo/', '/index.html']) {
        const response = await fetch(url + path);
        assert.equal(response.status, 200, path);
        assert.match(response.headers.get('content-type') ?? '', /text\/html/);
      }
    }),
  );

  it(
    'are the only ones that are served',
    withBackend({}, async ({ port }) => {
      for (const path of [
        '/../package.json',
        '/%2e%2e/package.json',
        '/..%2fpackage.json',
        '/..%5cpackage.json',
        '/dist/../../package.json',
        '/dist/%2e%2e/package.json',
        '/demo/../package.json',
        '/demo//../../package.json',
        '//etc/passwd',
        '/server/main.ts',
        '/demo/server/main.ts',
        '/x/../server/main.ts',
        '/%00',
        '/%',
        '/nothing.html',
      ]) {
        assert.notEqual(await statusOf(port, path), 200, path);
      }
    }),
  );
});

describe('CORS', () => {
  it(
    'is open to every origin, or to those that are allowed',
    withBackend({ allowOrigins: ['https://shop.example'] }, async ({ url }) => {
      const allowed = async (origin: string) =>
        (await fetch(`${url}/health`, { headers: { origin } })).headers.get(
          'access-control-allow-origin',
        );
      assert.equal(await allowed('https://shop.example'), 'https://shop.example');
      assert.equal(await allowed('https://other.example'), null);
    }),
  );
});

describe('GET /__journal', () => {
  it(
    'shows what happened and forgets one chat',
    withBackend({}, async ({ url, journal }) => {
      journal.message({ chatId: 'a', id: '1', text: 'hello' });
      journal.message({ chatId: 'b', id: '1', text: 'hello' });
      journal.message({ chatId: 'b', id: '1', text: 'hello' });
      const read = async (init?: RequestInit) =>
        ((await (await fetch(`${url}/__journal?chat=a`, init)).json()) as typeof journal).messages;
      assert.deepEqual(
        (await read()).map(({ chatId, count }) => [chatId, count]),
        [
          ['a', 1],
          ['b', 2],
        ],
      );
      assert.deepEqual(
        (await read({ method: 'DELETE' })).map(({ chatId }) => chatId),
        ['b'],
      );
    }),
  );
});
