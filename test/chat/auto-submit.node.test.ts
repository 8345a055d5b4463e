/** PROTOCOLS 3.9 and 6 as the store lives them, on every wire, against the mock backend. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { tool } from 'ai';
import { z } from 'zod';
import type { ChatStoreOptions } from '../../src/chat/chat-store-options.js';
import type { Journal } from '../../demo/server/journal.js';
import { ChatDriver } from '../support/chat-driver.js';
import { withBackend } from '../support/mock-backend.js';

interface Wire {
  kind: 'sse' | 'websocket' | 'adk-stream';
  address: (url: string) => string;
  /** Decisions travel on the open socket, one question at a time. */
  isLive?: boolean;
}

const toSocket = (url: string) => url.replace('http', 'ws');
const WIRES: Record<string, Wire> = {
  'AI SDK over SSE': { kind: 'sse', address: (url) => `${url}/api/chat` },
  'AI SDK over WebSocket': { kind: 'websocket', address: (url) => `${toSocket(url)}/api/chat` },
  'adk-stream over SSE': { kind: 'adk-stream', address: (url) => `${url}/stream` },
  'adk-stream over BIDI': {
    kind: 'adk-stream',
    address: (url) => `${toSocket(url)}/live`,
    isLive: true,
  },
};

afterEach(() => ChatDriver.closeAll());

function open({ kind, address }: Wire, url: string, store: Partial<ChatStoreOptions> = {}) {
  const chat = ChatDriver.open(kind, address(url), { headers: { 'x-api-key': 'key' }, store });
  const sends = { requests: 0, reports: 0 };
  const { transport } = chat;
  const { sendMessages, sendDecisions } = transport;
  transport.sendMessages = (request) => {
    sends.requests += 1;
    return sendMessages.call(transport, request);
  };
  if (sendDecisions) {
    transport.sendDecisions = (reports) => {
      sends.reports += 1;
      return sendDecisions.call(transport, reports);
    };
  }
  return { chat, sends };
}

/** Answers every question that comes, in order, until the turn is over. */
async function answer(chat: ChatDriver, ...decisions: ('yes' | 'no' | 'yes_always')[]) {
  for (const decision of decisions) {
    await chat.until(() => chat.store.pendingApprovals.length > 0, `a question for "${decision}"`);
    await chat.decide(decision);
  }
  await chat.until(
    () => chat.store.status === 'ready' && chat.store.runningToolCalls.size === 0,
    'the turn is over',
  );
  await chat.settled();
}

const paidTo = (journal: Journal) =>
  journal.executions.map(({ input, count }) => [(input as { recipient: string }).recipient, count]);
const once = (entries: { count: number }[], length: number) =>
  assert.deepEqual(
    entries.map(({ count }) => count),
    Array.from({ length }, () => 1),
  );

for (const [name, wire] of Object.entries(WIRES)) {
  const { isLive = false } = wire;
  const expected = (requests: number, reports: number) =>
    isLive ? { requests: 1, reports } : { requests, reports: 0 };

  describe(`Auto-submit, ${name}`, () => {
    for (const decisions of [
      ['yes', 'no'],
      ['no', 'yes'],
      ['no', 'no'],
      ['yes', 'yes'],
    ] as const) {
      it(
        `0003, 0007: reports ${decisions.join(' and ')} alike: once, and both outcomes are named`,
        withBackend({}, async ({ url, journal }) => {
          const { chat, sends } = open(wire, url);
          await chat.ask('pay two people');
          await answer(chat, ...decisions);
          assert.deepEqual(
            paidTo(journal),
            ['Alice', 'Bob'].filter((_, i) => decisions[i] === 'yes').map((who) => [who, 1]),
          );
          once(journal.decisions, 2);
          once(journal.messages, 1);
          assert.deepEqual(sends, expected(2, 2));
          assert.match(
            chat.answer,
            decisions[0] === 'yes' ? /Alice was paid/ : /Alice was not paid/,
          );
          assert.match(chat.answer, decisions[1] === 'yes' ? /Bob was paid/ : /Bob was not paid/);
          assert.deepEqual(
            chat.states,
            decisions.map((decision) =>
              decision === 'yes' ? 'output-available' : 'output-denied',
            ),
          );
          assert.equal(chat.roles, 'ua', 'one message holds it all');
        }),
      );
    }

    it(
      '0004: sends the second question of a message, after text and an output of the first',
      withBackend({}, async ({ url, journal }) => {
        const { chat, sends } = open(wire, url);
        await chat.ask('plan dinner');
        await answer(chat, 'yes', 'yes');
        assert.deepEqual(
          journal.executions.map(({ toolName, count }) => [toolName, count]),
          [
            ['reserve_table', 1],
            ['process_payment', 1],
          ],
        );
        once(journal.decisions, 2);
        assert.deepEqual(sends, expected(3, 2));
        assert.match(chat.answer, /Trattoria Blu was paid/);
        assert.equal(chat.roles, 'ua');
      }),
    );

    for (const decision of ['yes', 'no'] as const) {
      it(
        `0005, 0008: sends "${decision}" for a browser tool together with what it returned`,
        withBackend({}, async ({ url, journal }) => {
          const order: string[] = [];
          const execute = () => {
            order.push('ran');
            return { latitude: 35.6, longitude: 139.7 };
          };
          const { chat, sends } = open(wire, url, {
            tools: {
              get_location: tool({
                inputSchema: z.object({ precise: z.boolean().optional() }),
                execute,
              }),
            },
          });
          await chat.ask('where exactly am I?');
          assert.deepEqual(order, [], 'nothing runs before the answer');
          await answer(chat, decision);
          assert.deepEqual(order, decision === 'yes' ? ['ran'] : []);
          once(journal.decisions, 1);
          once(journal.results, decision === 'yes' ? 1 : 0);
          assert.deepEqual(sends, expected(2, 1));
          assert.match(chat.answer, decision === 'yes' ? /35\.6/ : /I do not know where you are/);
        }),
      );
    }

    it(
      'answers by "always" from then on, and says so in the log',
      withBackend({}, async ({ url, journal }) => {
        const { chat } = open(wire, url);
        await chat.ask('pay Alice 20');
        await answer(chat, 'yes_always');
        await chat.ask('pay Bob 5');
        await answer(chat);
        assert.deepEqual(paidTo(journal), [
          ['Alice', 1],
          ['Bob', 1],
        ]);
        assert.deepEqual(
          chat.store.auditLog.map(({ decision, origin }) => [decision, origin]),
          [
            ['yes_always', 'user'],
            ['yes', 'policy'],
          ],
        );
      }),
    );
  });
}

for (const name of ['AI SDK over SSE', 'AI SDK over WebSocket']) {
  const wire = WIRES[name]!;
  describe(`The predicates of the AI SDK, ${name}`, () => {
    it(
      'send approvals once the last one is given',
      withBackend({}, async ({ url, journal }) => {
        const { chat, sends } = open(wire, url, { autoSubmit: 'approval-responses' });
        await chat.ask('pay two people');
        await answer(chat, 'yes', 'no');
        assert.deepEqual(paidTo(journal), [['Alice', 1]]);
        assert.deepEqual(sends, { requests: 2, reports: 0 });
      }),
    );

    it(
      'send the results of browser tools',
      withBackend({}, async ({ url, journal }) => {
        const execute = () => ({ latitude: 1 });
        const { chat, sends } = open(wire, url, {
          autoSubmit: 'tool-calls',
          tools: { get_location: tool({ inputSchema: z.object({}), execute }) },
        });
        await chat.ask('where am I?');
        await chat.until(() => /latitude/.test(chat.answer), 'the place is named');
        once(journal.results, 1);
        assert.deepEqual(sends, { requests: 2, reports: 0 });
      }),
    );

    it(
      'can be turned off: then nothing is sent until the host does it',
      withBackend({}, async ({ url, journal }) => {
        const { chat, sends } = open(wire, url, { autoSubmit: 'never' });
        await chat.ask('pay Alice 20');
        await chat.decide('yes');
        await chat.settled();
        assert.deepEqual(sends, { requests: 1, reports: 0 });
        await chat.store.sendMessage();
        await chat.settled();
        assert.deepEqual(paidTo(journal), [['Alice', 1]]);
      }),
    );
  });
}
