import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { ChatDriver } from '../support/chat-driver.js';
import { sendSse, startHttpServer } from '../support/http-server.js';
import { withBackend, type MockBackend } from '../support/mock-backend.js';
import { closePeers, startPeer } from '../support/socket-peer.js';
import { decisionsIn, WireTap } from '../support/wire-tap.js';

/** Each row of the protocol's decision records, over both of its wires. */
const MODES = ['SSE', 'BIDI'] as const;
type Mode = (typeof MODES)[number];

afterEach(() => ChatDriver.closeAll());

function open(mode: Mode, { url }: Pick<MockBackend, 'url'>, tools: ToolSet = {}, id = 'chat') {
  const tap = new WireTap();
  const endpoint = mode === 'SSE' ? `${url}/stream` : `${url.replace('http', 'ws')}/live`;
  const chat = ChatDriver.open('adk-stream', endpoint, {
    fetch: tap.fetch,
    webSocket: tap.webSocket,
    store: { id, tools },
  });
  return { chat, tap };
}

function inEachMode(
  name: string,
  run: (mode: Mode, backend: MockBackend) => Promise<void>,
  options: Parameters<typeof withBackend>[0] = {},
): void {
  for (const mode of MODES) {
    it(
      `${name}, over ${mode}`,
      withBackend(options, (backend) => run(mode, backend)),
    );
  }
}

const locate = (execute: () => unknown) =>
  tool({ inputSchema: z.object({ precise: z.boolean().optional() }), execute });

/** Answers every question as it comes. */
async function answerAll(chat: ChatDriver, decision: 'yes' | 'no'): Promise<void> {
  while (chat.store.pendingApprovals.length > 0) {
    const { approvalId } = chat.store.pendingApprovals[0]!;
    await chat.decide(decision);
    await chat.until(() => chat.store.pendingApprovals[0]?.approvalId !== approvalId);
    await chat.settled();
  }
}

describe('0001: one socket for one chat', () => {
  it(
    'answers each question on the socket that asked it',
    withBackend({}, async (backend) => {
      const one = open('BIDI', backend, {}, 'one');
      const two = open('BIDI', backend, {}, 'two');
      await one.chat.ask('pay Alice 20');
      await two.chat.ask('pay Bob 35');
      await two.chat.decide('yes');
      await one.chat.decide('no');
      await one.chat.settled();
      await two.chat.settled();
      assert.deepEqual(one.chat.states, ['output-denied']);
      assert.deepEqual(two.chat.states, ['output-available']);
      assert.equal(one.tap.sockets.length, 1);
      assert.equal(two.tap.sockets.length, 1);
    }),
  );

  it(
    'sends the whole history after a reconnect, and nothing before',
    withBackend({}, async (backend) => {
      const { chat, tap } = open('BIDI', backend);
      await chat.ask('hello');
      tap.sockets[0]!.terminate();
      await chat.until(() => chat.store.connection === 'closed');
      assert.equal(tap.sent.length, 1);
      await chat.ask('weather in Cairo');
      assert.equal(tap.sockets.length, 2);
      assert.deepEqual(
        tap.sent[1].messages.map(({ role }: { role: string }) => role),
        ['user', 'assistant', 'user'],
      );
      assert.match(chat.answer, /27 °C in Cairo/);
      assert.deepEqual(
        backend.journal.messages.map(({ count }) => count),
        [1, 1],
      );
    }),
  );

  it(
    'takes a question for expired when its socket is gone',
    withBackend({}, async (backend) => {
      const { chat, tap } = open('BIDI', backend);
      await chat.ask('pay Alice 20');
      tap.sockets[0]!.terminate();
      await chat.until(() => chat.store.status === 'error');
      assert.deepEqual(chat.store.pendingApprovals, []);
      assert.equal(chat.store.error!.code, 'network');
      assert.deepEqual(backend.journal.decisions, []);
      assert.deepEqual(backend.journal.executions, []);
    }),
  );
});

describe('0002: the question of a tool', () => {
  inEachMode('reaches the message as it is, and runs no tool by itself', async (mode, backend) => {
    let runs = 0;
    const { chat } = open(mode, backend, { get_location: locate(() => ({ runs: ++runs })) });
    await chat.ask('where exactly am I?');
    const [part] = chat.tools;
    assert.equal(part!.type, 'tool-get_location');
    assert.equal(part!.state, 'approval-requested');
    assert.match(part!.approval!.id, mode === 'SSE' ? /^adk-/ : /^confirm-/);
    assert.equal(runs, 0);
    await answerAll(chat, 'yes');
    assert.equal(runs, 1);
    assert.deepEqual(
      chat.tools.map(({ type }) => type),
      ['tool-get_location'],
    );
  });
});

describe('0003: how an answer travels', () => {
  it(
    'asks all at once and posts all answers in one request, over SSE',
    withBackend({}, async (backend) => {
      const { chat, tap } = open('SSE', backend);
      await chat.ask('pay two people');
      assert.equal(chat.store.pendingApprovals.length, 2);
      await chat.decide('yes');
      assert.equal(tap.sent.length, 1, 'nothing is sent while a question is open');
      await chat.decide('no');
      await chat.until(() => chat.store.isBusy || tap.sent.length === 2);
      await chat.settled();
      assert.equal(tap.sent.length, 2);
      assert.deepEqual(
        decisionsIn(tap.sent[1].messages.at(-1)).map(({ approval }) => approval.approved),
        [true, false],
      );
      assert.match(chat.answer, /Alice was paid 20 EUR\. Bob was not paid/);
      assert.equal(chat.roles, 'ua');
    }),
  );

  it(
    'asks one after the other and answers on the same socket, over BIDI',
    withBackend({}, async (backend) => {
      const { chat, tap } = open('BIDI', backend);
      await chat.ask('pay two people');
      assert.equal(chat.store.pendingApprovals.length, 1);
      await answerAll(chat, 'yes');
      assert.equal(tap.sockets.length, 1);
      assert.equal(tap.decisions.length, 2);
      assert.match(chat.answer, /Alice was paid 20 EUR\. Bob was paid 35 EUR/);
      assert.equal(chat.roles, 'ua');
    }),
  );
});

describe('0004: a second question', () => {
  inEachMode('is answered although text and results stand before it', async (mode, backend) => {
    const { chat, tap } = open(mode, backend);
    await chat.ask('plan dinner');
    await answerAll(chat, 'yes');
    assert.match(chat.answer, /First the table\..*Now the deposit\..*was paid 30 EUR/s);
    assert.deepEqual(chat.states, ['output-available', 'output-available']);
    assert.equal(tap.decisions.length, 2);
    assert.deepEqual(
      backend.journal.executions.map(({ count }) => count),
      [1, 1],
    );
    assert.deepEqual(
      backend.journal.decisions.map(({ count }) => count),
      [1, 1],
    );
  });
});

describe('0005: a browser tool after its approval', () => {
  inEachMode('reports its result exactly once and waits without error', async (mode, backend) => {
    let seen: string | undefined;
    const { chat, tap } = open(mode, backend, {
      get_location: locate(() => {
        seen = chat.states[0];
        return { latitude: 35.6 };
      }),
    });
    await chat.ask('where exactly am I?');
    await answerAll(chat, 'yes');
    assert.equal(seen, 'approval-responded', 'the decision is stored before the tool runs');
    assert.equal(chat.store.status, 'ready');
    assert.match(chat.answer, /35\.6/);
    assert.deepEqual(
      backend.journal.results.map(({ output, count }) => [output, count]),
      [[{ latitude: 35.6 }, 1]],
    );
    assert.equal(tap.decisions.length, 1);
  });
});

describe('0006: what is sent by itself', () => {
  inEachMode(
    'is nothing after a result that the server reports as failed',
    async (mode, backend) => {
      const { chat, tap } = open(mode, backend);
      await chat.ask('pay Alice 20');
      await answerAll(chat, 'no');
      assert.deepEqual(chat.states, ['output-denied']);
      assert.equal(tap.sent.length, 2, 'the message and the decision');
      assert.equal(chat.roles, 'ua');
    },
  );

  inEachMode('is nothing while an approved browser tool still runs', async (mode, backend) => {
    let finish!: () => void;
    const { chat, tap } = open(mode, backend, {
      get_location: locate(() => new Promise((resolve) => (finish = () => resolve({ x: 1 })))),
    });
    await chat.ask('where exactly am I?');
    void chat.decide('yes');
    await chat.until(() => finish !== undefined);
    assert.equal(tap.sent.length, 1);
    finish();
    await chat.until(() => chat.states[0] === 'output-available' && !chat.store.isBusy);
    assert.equal(tap.sent.length, 2);
  });
});

describe('0007: approve and deny', () => {
  inEachMode('send alike; only the answer differs', async (mode, backend) => {
    const shapes = [];
    for (const decision of ['yes', 'no'] as const) {
      const { chat, tap } = open(mode, backend, {}, decision);
      await chat.ask('pay Alice 20');
      await answerAll(chat, decision);
      assert.equal(tap.sent.length, 2);
      const [part] = decisionsIn(tap.sent[1].messages.at(-1));
      assert.equal(part.approval.approved, decision === 'yes');
      shapes.push([Object.keys(tap.sent[1]).sort(), Object.keys(part)]);
    }
    assert.deepEqual(shapes[0], shapes[1]);
  });
});

describe('0008: decision and result of a browser tool', () => {
  inEachMode('travel together, after the tool has run', async (mode, backend) => {
    let sentBefore = 0;
    const { chat, tap } = open(mode, backend, {
      get_location: locate(() => {
        sentBefore = tap.sent.length;
        return { latitude: 1 };
      }),
    });
    await chat.ask('where exactly am I?');
    await answerAll(chat, 'yes');
    assert.equal(sentBefore, 1);
    const { parts } = tap.sent[1].messages.at(-1);
    assert.deepEqual(
      parts.map(({ type }: { type: string }) => type),
      ['tool-adk_request_confirmation', 'tool-result'],
    );
    assert.deepEqual(parts[1].result, { latitude: 1 });
  });

  it(
    'may also come one after the other, over BIDI',
    withBackend({}, async (backend) => {
      const { chat, tap } = open('BIDI', backend);
      await chat.ask('where exactly am I?');
      const { approvalId, toolCallId, toolName } = chat.store.pendingApprovals[0]!;
      const approval = { id: approvalId, approved: true };
      await chat.store.addToolApprovalResponse(approval);
      await chat.transport.sendDecisions!([{ toolCallId, toolName, approval, output: 'Tokyo' }]);
      await chat.until(() => chat.store.status === 'ready');
      assert.deepEqual(
        tap.sent.map(({ type }) => type),
        ['message', 'message', 'tool_result'],
      );
      assert.deepEqual(tap.sent[2].result, { result: 'Tokyo' });
      assert.match(chat.answer, /Tokyo/);
    }),
  );
});

describe('0009: a turn with a question', () => {
  it(
    'ends with exactly one [DONE], and its result belongs to the same part, over BIDI',
    withBackend({}, async (backend) => {
      const { chat, tap } = open('BIDI', backend);
      await chat.ask('pay two people');
      await answerAll(chat, 'yes');
      assert.equal(tap.received.filter((frame) => frame.includes('[DONE]')).length, 1);
      assert.deepEqual(chat.states, ['output-available', 'output-available']);
    }),
  );
});

describe('0010: the ids of a question', () => {
  inEachMode(
    'are the question’s own and the call’s, which is there first',
    async (mode, backend) => {
      const { chat } = open(mode, backend);
      const seen: string[] = [];
      chat.store.subscribe(() => {
        const state = chat.states[0];
        if (state && seen.at(-1) !== state) seen.push(state);
      });
      await chat.ask('pay Alice 20');
      const { approvalId, toolCallId } = chat.store.pendingApprovals[0]!;
      assert.notEqual(approvalId, toolCallId);
      assert.ok(seen.indexOf('input-available') < seen.indexOf('approval-requested'));
      assert.ok(seen.includes('input-available'));
    },
  );

  const legacy = [
    { type: 'start', messageId: 'm' },
    { type: 'tool-input-start', toolCallId: 'call', toolName: 'pay' },
    { type: 'tool-input-available', toolCallId: 'call', toolName: 'pay', input: { to: 'Al' } },
    { type: 'tool-input-start', toolCallId: 'ask', toolName: 'adk_request_confirmation' },
    {
      type: 'tool-input-available',
      toolCallId: 'ask',
      toolName: 'adk_request_confirmation',
      input: { originalFunctionCall: { id: 'call', name: 'pay', args: { to: 'Al' } } },
    },
  ];
  const isQuestion = (chat: ChatDriver) => {
    assert.deepEqual(
      chat.tools.map(({ type, state, approval }) => [type, state, approval?.id]),
      [['tool-pay', 'approval-requested', 'ask']],
    );
  };

  it('understand the form of older servers, over SSE', async () => {
    const server = await startHttpServer((response) =>
      sendSse(response, ...legacy, { type: 'finish' }, '[DONE]'),
    );
    const { chat } = open('SSE', server);
    await chat.ask('pay');
    isQuestion(chat);
    await server.close();
  });

  it('understand the form of older servers, over BIDI', async () => {
    const peer = await startPeer((send) => {
      for (const event of legacy) send(`data: ${JSON.stringify(event)}\n\n`);
    });
    const { chat } = open('BIDI', peer);
    await chat.ask('pay');
    isQuestion(chat);
    await chat.close();
    closePeers();
  });
});

describe('0011: an answer to a server that waits in silence', () => {
  it(
    'leaves at once, and the rest of the turn is shown, over BIDI',
    withBackend({ approvalTimeout: 600_000 }, async (backend) => {
      const { chat, tap } = open('BIDI', backend);
      await chat.ask('pay Alice 20');
      await chat.until(() => tap.received.at(-1)!.includes('finish-step'));
      assert.equal(chat.store.status, 'streaming');
      await chat.decide('yes');
      assert.equal(tap.decisions.length, 1, 'written before the click is even over');
      await chat.settled();
      assert.match(chat.answer, /Alice was paid/);
    }),
  );
});

describe('0012: the question in front of the user', () => {
  inEachMode(
    'comes with the request, and its end is told as what it was',
    async (mode, backend) => {
      const outcomes: string[] = [];
      for (const decision of ['yes', 'no'] as const) {
        const { chat } = open(mode, backend, {}, decision);
        chat.store.subscribe(() => {
          if (chat.states[0] === 'input-available') {
            assert.deepEqual(chat.store.pendingApprovals, []);
          }
        });
        await chat.ask('pay Alice 20');
        await answerAll(chat, decision);
        outcomes.push(chat.states[0]!);
      }
      assert.deepEqual(outcomes, ['output-available', 'output-denied']);
    },
  );

  it(
    'ends by itself when the server waits no longer, over BIDI',
    withBackend({ approvalTimeout: 30 }, async (backend) => {
      const { chat } = open('BIDI', backend);
      await chat.ask('pay Alice 20');
      await chat.until(() => chat.store.status === 'ready');
      assert.deepEqual(chat.store.pendingApprovals, []);
      assert.deepEqual(chat.states, ['output-denied']);
      assert.match(chat.answer, /Alice was not paid/);
    }),
  );
});
