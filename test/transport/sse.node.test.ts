import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { AdkError } from '../../src/errors.js';
import { createTransport } from '../../src/transport/create-transport.js';
import type { TransportOptions } from '../../src/transport/transport.js';
import { collect, hello, requestOf, textIn } from '../support/chunks.js';
import {
  sendSse,
  sse,
  startHttpServer,
  type Handler,
  type TestServer,
} from '../support/http-server.js';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(handler: Handler, options: Partial<TransportOptions> = {}) {
  server = await startHttpServer(handler);
  return createTransport({ kind: 'sse', endpoint: server.url, ...options });
}

const answer = [
  { type: 'start', messageId: 'm' },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Hi' },
  { type: 'text-end', id: '1' },
  { type: 'finish', finishReason: 'stop' },
];

/** The error for the user, however it travelled. */
function adkError(error: unknown): AdkError {
  const found = error instanceof Error && !AdkError.isInstance(error) ? error.cause : error;
  assert.ok(AdkError.isInstance(found), String(error));
  return found;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('should have failed'),
    (error: unknown) => error,
  );
}

test('streams an answer and sends what the AI SDK sends', async () => {
  const transport = await serve((response) => sendSse(response, ...answer, '[DONE]'), {
    headers: { 'x-key': 'k' },
    body: { tenant: 't' },
  });
  const { chunks, error } = await collect(await transport.sendMessages(requestOf()));
  assert.equal(error, undefined);
  assert.deepEqual(chunks, answer);
  const { id, trigger, messages, tenant } = server!.bodies[0]!;
  assert.deepEqual(
    { id, trigger, messages, tenant },
    {
      id: 'chat-1',
      trigger: 'submit-message',
      messages: [hello],
      tenant: 't',
    },
  );
  assert.equal(server!.headers[0]!['x-key'], 'k');
});

test('asks for headers and body afresh at each request', async () => {
  let count = 0;
  const transport = await serve((response) => sendSse(response, ...answer), {
    headers: async () => ({ 'x-token': `t${++count}` }),
    body: async () => ({ n: count }),
  });
  await collect(await transport.sendMessages(requestOf()));
  await collect(await transport.sendMessages(requestOf()));
  assert.deepEqual(
    server!.headers.map((headers) => headers['x-token']),
    ['t1', 't2'],
  );
});

test('strips the message id when the answer continues a message', async () => {
  const transport = await serve((response) => sendSse(response, ...answer));
  const assistant = { id: 'a1', role: 'assistant' as const, parts: [] };
  const stream = await transport.sendMessages(requestOf([hello, assistant], { messageId: 'a1' }));
  assert.deepEqual((await collect(stream)).chunks[0], { type: 'start' });
});

const statuses: [status: number, headers: Record<string, string>, expected: object][] = [
  [401, {}, { code: 'auth', retryable: false }],
  [403, {}, { code: 'auth', retryable: false }],
  [404, {}, { code: 'http', retryable: false }],
  [413, {}, { code: 'http', retryable: false }],
  [418, {}, { code: 'http', retryable: false }],
  [429, { 'retry-after': '7' }, { code: 'rate-limit', retryable: true, retryAfter: 7000 }],
  [500, {}, { code: 'server', retryable: true }],
  [503, { 'retry-after': '2' }, { code: 'server', retryable: true, retryAfter: 2000 }],
];
for (const [status, headers, expected] of statuses) {
  test(`turns status ${status} into an error to act on, the raw body only in its details`, async () => {
    const transport = await serve((response) => {
      response.writeHead(status, headers);
      response.end('{"secret":"stack trace"}');
    });
    const error = adkError(await failure(transport.sendMessages(requestOf())));
    assert.deepEqual(
      { ...expected, code: error.code, retryable: error.retryable, status: error.status },
      { ...expected, status },
    );
    assert.equal(error.retryAfter, (expected as { retryAfter?: number }).retryAfter);
    assert.equal(error.details, '{"secret":"stack trace"}');
    assert.doesNotMatch(error.message, /secret/);
  });
}

test('reads Retry-After as a date', async () => {
  const transport = await serve((response) => {
    response.writeHead(429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
    response.end();
  });
  const { retryAfter } = adkError(await failure(transport.sendMessages(requestOf())));
  assert.ok(retryAfter! > 50_000 && retryAfter! <= 60_000);
});

test('follows a redirect to a page and says that it is one', async () => {
  const transport = await serve((response, request) => {
    if (request.url === '/login') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Log in</title>');
    } else {
      response.writeHead(302, { location: '/login' });
      response.end();
    }
  });
  const { error } = await collect(await transport.sendMessages(requestOf()));
  assert.equal(adkError(error).code, 'protocol');
  assert.match(adkError(error).message, /web page/);
});

test('says that a server cannot be reached', async () => {
  const transport = createTransport({ kind: 'sse', endpoint: 'http://127.0.0.1:1/chat' });
  const error = await failure(transport.sendMessages(requestOf()));
  assert.ok(error instanceof TypeError, 'the AI SDK knows a disconnect by its type');
  assert.equal(adkError(error).code, 'network');
  assert.equal(adkError(error).retryable, true);
});

test('reports an empty body of a new answer', async () => {
  const transport = await serve((response) => sendSse(response));
  const { error } = await collect(await transport.sendMessages(requestOf()));
  assert.match(adkError(error).message, /empty/);
});

test('takes an empty continuation for "nothing happened"', async () => {
  const transport = await serve((response) => sendSse(response));
  const assistant = { id: 'a1', role: 'assistant' as const, parts: [] };
  const result = await collect(await transport.sendMessages(requestOf([hello, assistant])));
  assert.deepEqual(result, { chunks: [], error: undefined });
});

test('takes a body that ends in mid-answer for a lost connection and keeps the text', async () => {
  const transport = await serve((response) => sendSse(response, ...answer.slice(0, 3)));
  const { chunks, error } = await collect(await transport.sendMessages(requestOf()));
  assert.equal(textIn(chunks), 'Hi');
  assert.ok(error instanceof TypeError && /network/.test(error.message));
  assert.equal(adkError(error).code, 'network');
});

test('takes a socket that dies in mid-answer for a lost connection', async () => {
  const transport = await serve((response) => {
    response.writeHead(200);
    response.write(sse(...answer.slice(0, 3)), () => response.destroy());
  });
  const { chunks, error } = await collect(await transport.sendMessages(requestOf()));
  assert.equal(textIn(chunks), 'Hi');
  assert.ok(error instanceof TypeError && /network/.test(error.message));
});

test('accepts a turn that ends with a question and no finish', async () => {
  const transport = await serve((response) =>
    sendSse(
      response,
      { type: 'start' },
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'pay', input: {} },
      { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'q' },
    ),
  );
  const { chunks, error } = await collect(await transport.sendMessages(requestOf()));
  assert.equal(error, undefined);
  assert.equal(chunks.at(-1)!.type, 'tool-approval-request');
});

test('ends with [DONE] although the server keeps the body open', async () => {
  const transport = await serve((response) => {
    response.writeHead(200);
    response.write(sse(...answer, '[DONE]'));
  });
  const { chunks, error } = await collect(await transport.sendMessages(requestOf()));
  assert.equal(error, undefined);
  assert.equal(chunks.length, answer.length);
});

test('goes on after a [DONE] that comes too early', async () => {
  const transport = await serve((response) => sendSse(response, '[DONE]', ...answer, '[DONE]'));
  const { chunks } = await collect(await transport.sendMessages(requestOf()));
  assert.equal(textIn(chunks), 'Hi');
});

test('survives malformed JSON, invalid UTF-8 and unknown types, and tells once', async () => {
  const transport = await serve((response) => {
    response.writeHead(200);
    response.write(sse(...answer.slice(0, 3), '{"type":', '{oops}', { type: 'sparkle' }));
    response.write(
      Buffer.from([...Buffer.from('data: {"type":"text-delta","id":"1","delta":"'), 0xff]),
    );
    response.write('"}\n\n');
    response.end(sse(...answer.slice(3)));
  });
  const notices: string[] = [];
  transport.on('notice', ({ code }) => notices.push(code));
  const { chunks, error } = await collect(await transport.sendMessages(requestOf()));
  assert.equal(error, undefined);
  assert.equal(textIn(chunks), 'Hi\ufffd');
  assert.deepEqual(notices, ['malformed-event']);
});

test('takes silence for a lost connection after the idle timeout', async () => {
  const transport = await serve(
    (response) => {
      response.writeHead(200);
      response.write(sse(...answer.slice(0, 3)));
    },
    { idleTimeout: 50 },
  );
  const { chunks, error } = await collect(await transport.sendMessages(requestOf()));
  assert.equal(textIn(chunks), 'Hi');
  assert.match(adkError(error).message, /silent/);
});

test('ends quietly when it is aborted', async () => {
  const controller = new AbortController();
  const transport = await serve((response) => {
    response.writeHead(200);
    response.write(sse(...answer.slice(0, 3)));
  });
  const stream = await transport.sendMessages(
    requestOf([hello], { abortSignal: controller.signal }),
  );
  const result = collect(stream);
  controller.abort();
  const { error } = await result;
  assert.equal((error as Error).name, 'AbortError');
});

test('resumes with GET …/stream and knows 204 as "nothing to resume"', async () => {
  const urls: string[] = [];
  const transport = await serve((response, request, index) => {
    urls.push(`${request.method} ${request.url}`);
    if (index === 0) sendSse(response, ...answer);
    else response.writeHead(204).end();
  });
  const stream = await transport.reconnectToStream({ chatId: 'a b' });
  assert.equal(textIn((await collect(stream!)).chunks), 'Hi');
  assert.equal(await transport.reconnectToStream({ chatId: 'a b' }), null);
  assert.deepEqual(urls, ['GET /a%20b/stream', 'GET /a%20b/stream']);
});
