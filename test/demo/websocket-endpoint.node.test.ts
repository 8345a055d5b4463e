import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  WebSocketChatTransport,
  type UIMessage,
} from 'ai';
import WebSocket from 'ws';
import { LiveClient, PlainChat, userMessage, withBackend } from '../support/mock-backend.js';

function createTransport(url: string, path = '/api/chat') {
  return new WebSocketChatTransport<UIMessage>({
    url: `${url}${path}`,
    webSocket: WebSocket as never,
  });
}

const sendFrame = (requestId: string, text: string, more: object = {}) => ({
  type: 'send',
  requestId,
  id: 'chat',
  trigger: 'submit-message',
  messages: [userMessage(text)],
  headers: {},
  body: {},
  ...more,
});

describe('ws /api/chat', () => {
  it(
    'answers and continues after an approval in the same message',
    withBackend({}, async ({ url, journal }) => {
      const transport = createTransport(url);
      const chat = new PlainChat({
        transport,
        sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      });
      await chat.sendMessage({ text: 'pay two people' });
      for (const part of chat.lastMessage!.parts.filter(isToolUIPart)) {
        await chat.addToolApprovalResponse({ id: part.approval!.id!, approved: true });
      }
      while (chat.status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 2));
      assert.match(chat.answer, /Alice was paid 20 EUR\. Bob was paid 35 EUR/);
      assert.equal(chat.messages.length, 2);
      assert.deepEqual(
        journal.executions.map(({ count }) => count),
        [1, 1],
      );
      transport.close();
    }),
  );

  it(
    'numbers the chunks from 0 and ends with an end frame',
    withBackend({}, async ({ url }) => {
      const client = await LiveClient.open(url, '/api/chat');
      client.send(sendFrame('r', 'hello'));
      await client.next(({ type }) => type === 'end');
      const sequences = client.received
        .filter(({ type }) => type === 'chunk')
        .map(({ sequence }) => sequence);
      assert.deepEqual(sequences, [...sequences.keys()]);
    }),
  );

  it(
    'refuses a second send while an answer is being given',
    withBackend({}, async ({ url }) => {
      const client = await LiveClient.open(url, '/api/chat');
      client.send(sendFrame('one', 'slow'));
      await client.next(({ type }) => type === 'chunk');
      client.send(sendFrame('two', 'hello'));
      const { requestId, errorText } = await client.next(({ type }) => type === 'error');
      assert.equal(requestId, 'two');
      assert.match(errorText, /already active/);
    }),
  );

  it(
    'replays a running answer from its start on another socket, and says when there is none',
    withBackend({ pace: 2 }, async ({ url }) => {
      const first = await LiveClient.open(url, '/api/chat');
      const second = await LiveClient.open(url, '/api/chat');
      const resume = { type: 'resume', id: 'chat', headers: {}, body: {} };
      first.send(sendFrame('r', 'long markdown'));
      await first.next(({ type }) => type === 'chunk');
      second.send({ ...resume, requestId: 's' });
      await first.next(({ type }) => type === 'end');
      await second.next(({ type }) => type === 'end');
      const chunks = (client: LiveClient) =>
        client.received.filter(({ type }) => type === 'chunk').map(({ chunk }) => chunk);
      assert.deepEqual(chunks(second), chunks(first));
      second.send({ ...resume, requestId: 't' });
      assert.equal((await second.next(({ type }) => type === 'no-active')).requestId, 't');
    }),
  );

  it(
    'stops an answer at an abort frame',
    withBackend({}, async ({ url }) => {
      const client = await LiveClient.open(url, '/api/chat');
      client.send(sendFrame('one', 'slow'));
      await client.next(({ type }) => type === 'chunk');
      client.send({ type: 'abort', requestId: 'one' });
      await client.next(({ type }) => type === 'end');
      client.send(sendFrame('two', 'hello'));
      await client.next(({ type, requestId }) => type === 'end' && requestId === 'two');
    }),
  );

  it(
    'closes with 1008 at a frame that is none',
    withBackend({}, async ({ url }) => {
      const client = await LiveClient.open(url, '/api/chat');
      client.send({ type: 'ping' });
      assert.equal(await client.closed, 1008);
    }),
  );
});
