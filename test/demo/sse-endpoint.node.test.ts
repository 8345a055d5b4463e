import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  DefaultChatTransport,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import { SCENARIOS } from '../../demo/server/scenarios.js';
import { PlainChat, readEvents, userMessage, withBackend } from '../support/mock-backend.js';

function createChat(url: string, path = '/api/chat', id = 'chat') {
  return new PlainChat({
    id,
    transport: new DefaultChatTransport({ api: `${url}${path}` }),
    sendAutomaticallyWhen: (options) =>
      lastAssistantMessageIsCompleteWithApprovalResponses(options) ||
      lastAssistantMessageIsCompleteWithToolCalls(options),
  });
}

const toolParts = (message: UIMessage | undefined) => (message?.parts ?? []).filter(isToolUIPart);

async function settled(chat: PlainChat): Promise<void> {
  while (chat.status === 'submitted' || chat.status === 'streaming') {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe('POST /api/chat', () => {
  it(
    'answers a greeting in plain text',
    withBackend({}, async ({ url, journal }) => {
      const chat = createChat(url);
      await chat.sendMessage({ text: 'hello' });
      assert.match(chat.answer, /scripted agent/);
      assert.deepEqual(
        journal.messages.map(({ text, count }) => ({ text, count })),
        [{ text: 'hello', count: 1 }],
      );
    }),
  );

  it(
    'lists every scenario in its help',
    withBackend({}, async ({ url }) => {
      const chat = createChat(url);
      await chat.sendMessage({ text: 'help' });
      for (const { example } of SCENARIOS) assert.ok(chat.answer.includes(`\`${example}\``));
    }),
  );

  it(
    'runs a payment once, after it was approved, in the same message',
    withBackend({}, async ({ url, journal }) => {
      const chat = createChat(url);
      await chat.sendMessage({ text: 'pay Alice 20' });
      const [part] = toolParts(chat.lastMessage);
      assert.equal(part?.state, 'approval-requested');
      assert.equal(journal.executions.length, 0);
      await chat.addToolApprovalResponse({ id: part.approval!.id!, approved: true });
      await settled(chat);
      assert.equal(chat.messages.length, 2);
      assert.match(chat.answer, /Alice was paid 20 EUR/);
      assert.deepEqual(
        journal.executions.map(({ toolCallId, count }) => ({ toolCallId, count })),
        [{ toolCallId: part.toolCallId, count: 1 }],
      );
    }),
  );

  it(
    'names both outcomes when two payments are decided differently',
    withBackend({}, async ({ url, journal }) => {
      const chat = createChat(url);
      await chat.sendMessage({ text: 'pay two people' });
      const [alice, bob] = toolParts(chat.lastMessage);
      await chat.addToolApprovalResponse({ id: alice!.approval!.id!, approved: true });
      await chat.addToolApprovalResponse({ id: bob!.approval!.id!, approved: false });
      await settled(chat);
      assert.match(chat.answer, /Alice was paid 20 EUR\. Bob was not paid: denied/);
      assert.equal(journal.executions.length, 1);
      assert.equal(toolParts(chat.lastMessage)[1]!.state, 'output-denied');
    }),
  );

  it(
    'asks a second question after the first was answered',
    withBackend({}, async ({ url }) => {
      const chat = createChat(url);
      await chat.sendMessage({ text: 'plan dinner' });
      for (const index of [0, 1]) {
        const part = toolParts(chat.lastMessage)[index]!;
        assert.equal(part.state, 'approval-requested');
        await chat.addToolApprovalResponse({ id: part.approval!.id!, approved: true });
        await settled(chat);
      }
      assert.match(chat.answer, /The table is reserved\. Trattoria Blu was paid 30 EUR/);
    }),
  );

  it(
    'waits for the browser to run get_location',
    withBackend({}, async ({ url, journal }) => {
      const chat = createChat(url);
      await chat.sendMessage({ text: 'where am I?' });
      const [part] = toolParts(chat.lastMessage);
      assert.equal(part?.state, 'input-available');
      await chat.addToolOutput({
        tool: 'get_location' as never,
        toolCallId: part.toolCallId,
        output: { latitude: 35.6 } as never,
      });
      await settled(chat);
      assert.match(chat.answer, /You are at \{"latitude":35.6\}/);
      assert.deepEqual(journal.results[0]?.output, { latitude: 35.6 });
    }),
  );

  it(
    'asks before get_location when the exact place is wanted',
    withBackend({}, async ({ url }) => {
      const chat = new PlainChat({
        id: 'chat',
        transport: new DefaultChatTransport({ api: `${url}/api/chat` }),
      });
      await chat.sendMessage({ text: 'where exactly am I?' });
      const [part] = toolParts(chat.lastMessage);
      assert.equal(part?.state, 'approval-requested');
      await chat.addToolApprovalResponse({ id: part.approval!.id!, approved: true });
      await chat.addToolOutput({
        tool: 'get_location' as never,
        toolCallId: part.toolCallId,
        output: { latitude: 1 } as never,
      });
      await chat.sendMessage();
      assert.match(chat.answer, /You are at/);
      assert.equal(chat.messages.length, 2);
    }),
  );

  for (const [text, type] of [
    ['think about it', 'reasoning'],
    ['weather in Tokyo', 'tool-get_weather'],
    ['sources', 'source-url'],
    ['sources', 'source-document'],
    ['image', 'file'],
    ['file', 'file'],
    ['data', 'data-progress'],
  ] as const) {
    it(
      `answers "${text}" with a part of type ${type}`,
      withBackend({}, async ({ url }) => {
        const chat = createChat(url);
        await chat.sendMessage({ text });
        assert.equal(chat.status, 'ready');
        assert.ok(chat.lastMessage!.parts.some((part) => part.type === type));
      }),
    );
  }

  for (const text of ['error', 'error in the middle', 'rate limit', 'drop the connection']) {
    it(
      `fails at "${text}" and succeeds at the second attempt`,
      withBackend({}, async ({ url }) => {
        const chat = createChat(url);
        await chat.sendMessage({ text });
        assert.equal(chat.status, 'error');
        await chat.regenerate();
        assert.equal(chat.status, 'ready');
        assert.notEqual(chat.answer, '');
      }),
    );
  }

  it(
    'says when to try again after too many requests',
    withBackend({}, async ({ url }) => {
      const response = await fetch(`${url}/api/chat`, {
        method: 'POST',
        body: JSON.stringify({ id: 'chat', messages: [userMessage('rate limit')] }),
      });
      assert.equal(response.status, 429);
      assert.equal(response.headers.get('retry-after'), '2');
    }),
  );

  it(
    'refuses a history that no AI SDK server accepts',
    withBackend({}, async ({ url }) => {
      const response = await fetch(`${url}/api/chat`, {
        method: 'POST',
        body: JSON.stringify({ id: 'chat', messages: [{ id: 'a', role: 'user', parts: 1 }] }),
      });
      assert.equal(response.status, 400);
    }),
  );
});

describe('GET /api/chat/:id/stream', () => {
  it(
    'has no content when nothing is being answered',
    withBackend({}, async ({ url }) => {
      assert.equal((await fetch(`${url}/api/chat/unknown/stream`)).status, 204);
    }),
  );

  it(
    'replays a running answer from its start',
    withBackend({ pace: 5 }, async ({ url }) => {
      const body = JSON.stringify({ id: 'a chat', messages: [userMessage('long markdown')] });
      const first = await fetch(`${url}/api/chat`, { method: 'POST', body });
      const second = await fetch(`${url}/api/chat/a%20chat/stream`);
      assert.equal(second.status, 200);
      assert.deepEqual(await readEvents(second), await readEvents(first));
    }),
  );

  it(
    'ends an answer through the stop endpoint',
    withBackend({}, async ({ url }) => {
      const body = JSON.stringify({ id: 'chat', messages: [userMessage('slow')] });
      const response = await fetch(`${url}/api/chat`, { method: 'POST', body });
      const stop = await fetch(`${url}/api/chat/chat/stop`, { method: 'POST' });
      assert.deepEqual(await stop.json(), { stopped: true });
      const events = await readEvents(response);
      assert.ok(events.some((event) => event !== '[DONE]' && event.type === 'abort'));
      assert.equal((await fetch(`${url}/api/chat/chat/stream`)).status, 204);
    }),
  );
});
