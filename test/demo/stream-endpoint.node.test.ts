import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEvents, userMessage, withBackend, type AnyChunk } from '../support/mock-backend.js';

async function post(url: string, message: object, { key = 'key', path = '/stream' } = {}) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ chatId: 'chat', messages: [message] }),
  });
  return { response, chunks: (await readEvents(response)) as AnyChunk[] };
}

const typesOf = (chunks: AnyChunk[]) =>
  chunks.map((chunk) => (chunk === '[DONE]' ? chunk : chunk.type));
const allOf = (chunks: AnyChunk[], type: string) => chunks.filter((chunk) => chunk.type === type);
const textOf = (chunks: AnyChunk[]) =>
  allOf(chunks, 'text-delta')
    .map(({ delta }) => delta)
    .join('');
const decision = (id: string, approved: boolean) => ({
  type: 'tool-adk_request_confirmation',
  toolCallId: id,
  toolName: 'adk_request_confirmation',
  state: 'approval-responded',
  approval: { id, approved },
});
const answerWith = (...parts: object[]) => ({ id: 'decisions', role: 'user', parts });

describe('POST /stream', () => {
  it(
    'sends a text as one triple and then [DONE]',
    withBackend({}, async ({ url }) => {
      const { chunks } = await post(url, userMessage('hello'));
      assert.deepEqual(typesOf(chunks), [
        'start',
        'text-start',
        'text-delta',
        'text-end',
        'finish',
        '[DONE]',
      ]);
    }),
  );

  it(
    'demands its API key when it has one',
    withBackend({ apiKey: 'secret' }, async ({ url }) => {
      const body = JSON.stringify({ messages: [userMessage('hello')] });
      assert.equal((await fetch(`${url}/stream`, { method: 'POST', body })).status, 401);
      const { response } = await post(url, userMessage('hello'), { key: 'secret' });
      assert.equal(response.status, 200);
    }),
  );

  it(
    'asks several questions at once and settles them in one further request with a new id',
    withBackend({}, async ({ url, journal }) => {
      const first = await post(url, userMessage('pay two people'));
      const [alice, bob] = allOf(first.chunks, 'tool-approval-request');
      assert.match(alice.approvalId, /^adk-/);
      const second = await post(
        url,
        answerWith(decision(alice.approvalId, true), decision(bob.approvalId, false)),
      );
      assert.notEqual(second.chunks[0].messageId, first.chunks[0].messageId);
      const [denied] = allOf(second.chunks, 'tool-output-error');
      assert.deepEqual(denied, {
        type: 'tool-output-error',
        toolCallId: bob.toolCallId,
        errorText: 'This tool call is rejected.',
      });
      assert.match(textOf(second.chunks), /Alice was paid 20 EUR\. Bob was not paid/);
      assert.deepEqual(
        journal.executions.map(({ count }) => count),
        [1],
      );
    }),
  );

  it(
    'runs nothing again when the same decision comes twice',
    withBackend({}, async ({ url, journal }) => {
      const first = await post(url, userMessage('pay Alice 20'));
      const [{ approvalId }] = allOf(first.chunks, 'tool-approval-request');
      await post(url, answerWith(decision(approvalId, true)));
      await post(url, answerWith(decision(approvalId, true)));
      assert.deepEqual(
        journal.executions.map(({ count }) => count),
        [1],
      );
      assert.equal(journal.decisions[0]?.count, 2);
    }),
  );

  it(
    'takes the result of a browser tool together with the decision',
    withBackend({}, async ({ url }) => {
      const first = await post(url, userMessage('where am I?'));
      const [{ approvalId, toolCallId }] = allOf(first.chunks, 'tool-approval-request');
      const result = { latitude: 35.6 };
      const second = await post(
        url,
        answerWith(decision(approvalId, true), { type: 'tool-result', toolCallId, result }),
      );
      assert.deepEqual(allOf(second.chunks, 'tool-output-available')[0].output, result);
    }),
  );

  it(
    'gives up a browser tool whose result did not come with the decision',
    withBackend({ toolTimeout: 10 }, async ({ url }) => {
      const first = await post(url, userMessage('where am I?'));
      const [{ approvalId }] = allOf(first.chunks, 'tool-approval-request');
      const second = await post(url, answerWith(decision(approvalId, true)));
      assert.match(allOf(second.chunks, 'tool-output-error')[0].errorText, /Timeout/);
    }),
  );

  it(
    'answers for a browser tool that is only a side effect',
    withBackend({}, async ({ url }) => {
      const { chunks } = await post(url, userMessage('change the music'));
      assert.equal(allOf(chunks, 'tool-output-available').length, 1);
      assert.match(textOf(chunks), /The music is playing/);
    }),
  );

  it(
    'returns an empty body for an assistant message without a decision',
    withBackend({}, async ({ url }) => {
      const message = { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'hello' }] };
      const { response, chunks } = await post(url, message);
      assert.equal(response.status, 200);
      assert.deepEqual(chunks, []);
    }),
  );

  it(
    'reports sources as grounding and data as data parts',
    withBackend({}, async ({ url }) => {
      const sources = await post(url, userMessage('sources'));
      const [finish] = allOf(sources.chunks, 'finish');
      assert.equal(finish.messageMetadata.grounding.sources[0].type, 'web');
      const data = await post(url, userMessage('data'));
      assert.equal(allOf(data.chunks, 'data-progress').length, 2);
    }),
  );

  it(
    'ends without [DONE] after an error, which has its own shape',
    withBackend({}, async ({ url }) => {
      const { chunks } = await post(url, userMessage('fail in the model'));
      assert.equal(typeof chunks.at(-1).error.message, 'string');
    }),
  );
});
