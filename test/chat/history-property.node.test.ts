import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  convertToModelMessages,
  tool,
  validateUIMessages,
  type ModelMessage,
  type UIMessage,
} from 'ai';
import fc from 'fast-check';
import { z } from 'zod';
import { ChatStore } from '../../src/chat/chat-store.js';
import { MemoryStorage } from '../../src/chat/memory-storage.js';
import { continuedMessage, Normaliser } from '../../src/transport/normalise.js';
import type { TransportRequest } from '../../src/transport/transport.js';
import { idle, ScriptedTransport, Turn } from './scripted-transport.js';

/** What the server does next, as long as its answer is open. */
type ServerEvent =
  | { type: 'text'; open: boolean }
  | { type: 'reasoning' }
  | { type: 'call'; tool: ToolName; id: number; state: 'half' | 'ready' | 'asked' | 'automatic' }
  | { type: 'ask'; id: number }
  | { type: 'result'; id: number; how: 'output' | 'error' | 'denied' | 'preliminary' }
  | { type: 'step' }
  | { type: 'odd'; chunk: object };

type UserAction =
  | { type: 'send'; text: string }
  | { type: 'stop' }
  | { type: 'edit'; index: number }
  | { type: 'regenerate' }
  | { type: 'decide'; index: number; decision: 'yes' | 'no' | 'yes_always' }
  | { type: 'denyAndSend' }
  | { type: 'output'; index: number }
  | { type: 'retry' }
  | { type: 'clear' }
  | { type: 'reload' };

type Move =
  | { who: 'user'; action: UserAction }
  | { who: 'server'; events: ServerEvent[]; end: 'open' | 'close' | 'cut' | 'error' };

const TOOLS = ['server', 'browser', 'asking', 'host', 'unknown'] as const;
type ToolName = (typeof TOOLS)[number];

const id = fc.integer({ min: 0, max: 3 });
const serverEvent: fc.Arbitrary<ServerEvent> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), open: fc.boolean() }),
  fc.record({ type: fc.constant('reasoning' as const) }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('call' as const),
      tool: fc.constantFrom(...TOOLS),
      id,
      state: fc.constantFrom('half', 'ready', 'asked', 'automatic'),
    }),
  },
  fc.record({ type: fc.constant('ask' as const), id }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('result' as const),
      id,
      how: fc.constantFrom('output', 'error', 'denied', 'preliminary'),
    }),
  },
  fc.record({ type: fc.constant('step' as const) }),
  fc.record({
    type: fc.constant('odd' as const),
    chunk: fc.constantFrom<object>(
      { type: 'unheard-of', x: 1 },
      { type: 'file', url: 'not a url', mediaType: 'image/png' },
      { type: 'source-url', sourceId: 's', url: 'https://example.com', title: null },
      { type: 'data-progress', data: { done: 1 } },
      { type: 'finish', finishReason: 'strange' },
      { type: 'text-delta', id: 'never-opened', delta: 'x' },
      { type: 'tool-input-delta', toolCallId: 'nobody', inputTextDelta: '{' },
    ),
  }),
);
const index = fc.nat({ max: 5 });
const userAction: fc.Arbitrary<UserAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('send' as const),
      text: fc.constantFrom('hi', 'more'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('stop' as const) }) },
  fc.record({ type: fc.constant('edit' as const), index }),
  fc.record({ type: fc.constant('regenerate' as const) }),
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('decide' as const),
      index,
      decision: fc.constantFrom('yes', 'no', 'yes_always'),
    }),
  },
  fc.record({ type: fc.constant('denyAndSend' as const) }),
  fc.record({ type: fc.constant('output' as const), index }),
  fc.record({ type: fc.constant('retry' as const) }),
  fc.record({ type: fc.constant('clear' as const) }),
  fc.record({ type: fc.constant('reload' as const) }),
);
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ who: fc.constant('user' as const), action: userAction }),
  fc.record({
    who: fc.constant('server' as const),
    events: fc.array(serverEvent, { maxLength: 5 }),
    end: fc.constantFrom('open', 'close', 'close', 'cut', 'error'),
  }),
);

/** A server whose answers are written by the test; like ours, its transport normalises them. */
class RandomServer extends ScriptedTransport {
  turn: { turn: Turn; normaliser: Normaliser; turnNumber: number } | undefined;
  #turns = 0;

  override async sendMessages(options: TransportRequest) {
    this.sends.push(structuredClone(options.messages));
    const turn = new Turn(options.abortSignal);
    const message = continuedMessage(options);
    // A continuation reports on the calls of the message that it continues.
    if (!message) this.#turns += 1;
    this.turn = { turn, normaliser: new Normaliser({ message }), turnNumber: this.#turns };
    return turn.stream;
  }

  play(events: readonly ServerEvent[], end: 'open' | 'close' | 'cut' | 'error'): void {
    if (!this.turn) return;
    const { turn, normaliser, turnNumber } = this.turn;
    const emit = (chunk: object) => {
      try {
        turn.write(...normaliser.push(chunk));
      } catch {
        // The user has stopped it.
      }
    };
    for (const event of events) {
      for (const chunk of toChunks(event, turnNumber)) emit(chunk);
    }
    if (end === 'open') return;
    this.turn = undefined;
    if (end === 'error') emit({ type: 'error', errorText: 'overloaded' });
    try {
      if (end === 'cut') turn.fail(new TypeError('network error'));
      else turn.end();
    } catch {
      // The user has stopped it.
    }
  }
}

function toChunks(event: ServerEvent, turn: number): object[] {
  const callId = 'id' in event ? `${turn}-${event.id}` : '';
  switch (event.type) {
    case 'text':
      return [
        { type: 'text-start', id: `t${turn}` },
        { type: 'text-delta', id: `t${turn}`, delta: 'word ' },
        ...(event.open ? [] : [{ type: 'text-end', id: `t${turn}` }]),
      ];
    case 'reasoning':
      return [
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'hm' },
        { type: 'reasoning-end', id: 'r' },
      ];
    case 'call': {
      const call = { toolCallId: callId, toolName: event.tool };
      const half = { type: 'tool-input-start', ...call };
      const ready = { type: 'tool-input-available', ...call, input: {} };
      const question = {
        type: 'tool-approval-request',
        toolCallId: callId,
        approvalId: `q${callId}`,
      };
      if (event.state === 'half')
        return [half, { type: 'tool-input-delta', toolCallId: callId, inputTextDelta: '{"a":' }];
      if (event.state === 'ready') return [half, ready];
      return [
        half,
        ready,
        { ...question, ...(event.state === 'automatic' && { isAutomatic: true }) },
      ];
    }
    case 'ask':
      return [{ type: 'tool-approval-request', toolCallId: callId, approvalId: `q${callId}` }];
    case 'result':
      if (event.how === 'error')
        return [{ type: 'tool-output-error', toolCallId: callId, errorText: 'broken' }];
      if (event.how === 'denied') return [{ type: 'tool-output-denied', toolCallId: callId }];
      return [
        {
          type: 'tool-output-available',
          toolCallId: callId,
          output: { ok: true },
          ...(event.how === 'preliminary' && { preliminary: true }),
        },
      ];
    case 'step':
      return [{ type: 'start-step' }];
    case 'odd':
      return [event.chunk];
  }
}

async function assertValid(messages: UIMessage[]): Promise<void> {
  const checked = await validateUIMessages({ messages: structuredClone(messages) });
  const model = await convertToModelMessages(checked);
  const approved = new Set(
    (messages.at(-1)?.parts ?? []).flatMap((part) =>
      'toolCallId' in part && part.state === 'approval-responded' ? [part.toolCallId] : [],
    ),
  );
  const open = new Set<string>();
  for (const message of model) {
    for (const part of partsOf(message)) {
      if (part.type === 'tool-call') {
        assert.ok(!open.has(part.toolCallId), `two calls ${part.toolCallId}`);
        open.add(part.toolCallId);
      }
      if (part.type === 'tool-result') {
        assert.ok(open.delete(part.toolCallId), `result without its call: ${part.toolCallId}`);
      }
    }
    // Results follow their calls directly: nothing of the user comes in between.
    if (message.role === 'user') assert.deepEqual([...open], [], 'a call without its result');
  }
  for (const toolCallId of open) {
    assert.ok(approved.has(toolCallId), `a call without its result: ${toolCallId}`);
  }
}

function partsOf({ content }: ModelMessage): { type: string; toolCallId: string }[] {
  return typeof content === 'string' ? [] : (content as { type: string; toolCallId: string }[]);
}

class Session {
  readonly server = new RandomServer();
  readonly #storage = new MemoryStorage();
  readonly #historyLimit: number | undefined;
  store: ChatStore;

  constructor(historyLimit: number | undefined) {
    this.#historyLimit = historyLimit;
    this.store = this.#open();
  }

  #open(): ChatStore {
    const inputSchema = z.object({});
    const execute = () => ({ ran: true });
    return new ChatStore({
      id: 'chat',
      transport: this.server,
      storage: this.#storage,
      historyLimit: this.#historyLimit,
      tools: {
        browser: tool({ inputSchema, execute }),
        asking: tool({ inputSchema, execute, needsApproval: true }),
        host: tool({ inputSchema }),
      },
    });
  }

  async act(action: UserAction): Promise<void> {
    const { store } = this;
    const users = store.messages.filter(({ role }) => role === 'user');
    switch (action.type) {
      case 'send':
        return void store.sendMessage({ text: action.text });
      case 'stop':
        return store.stop();
      case 'edit': {
        const user = users[action.index % (users.length || 1)];
        return void (user && store.edit(user.id, 'edited'));
      }
      case 'regenerate':
        return void store.regenerate();
      case 'decide': {
        const open = store.pendingApprovals;
        const question = open[action.index % (open.length || 1)];
        const { decision } = action;
        if (question) void store.decide({ approvalId: question.approvalId, decision });
        return;
      }
      case 'denyAndSend':
        return void store.denyAndSend();
      case 'output': {
        const calls = store.messages
          .flatMap(({ parts }) => parts)
          .flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : []));
        const toolCallId = calls[action.index % (calls.length || 1)];
        if (toolCallId) void store.addToolOutput({ tool: 'host', toolCallId, output: 'mine' });
        return;
      }
      case 'retry':
        return void store.retry();
      case 'clear':
        return store.clear();
      case 'reload':
        this.server.turn = undefined;
        await store.dispose();
        this.store = this.#open();
    }
  }
}

describe('What leaves the browser', () => {
  it('is valid history, whatever the user and the server do', async () => {
    let requests = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { minLength: 4, maxLength: 24 }),
        fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        async (moves, historyLimit) => {
          const session = new Session(historyLimit);
          let checked = 0;
          const check = async () => {
            await idle();
            for (; checked < session.server.sends.length; checked += 1) {
              await assertValid(session.server.sends[checked]!);
            }
          };
          await session.act({ type: 'send', text: 'first' });
          for (const each of moves) {
            await idle();
            if (each.who === 'server') session.server.play(each.events, each.end);
            else await session.act(each.action);
            await check();
          }
          session.server.play([], 'close');
          await check();
          // However it went, the chat is never dead: one more message gets through.
          await session.act({ type: 'stop' });
          const before = session.server.sends.length;
          await session.act({ type: 'denyAndSend' });
          await session.act({ type: 'send', text: 'last' });
          for (let i = 0; i < 4; i += 1) {
            await check();
            session.server.play([], 'close');
          }
          await check();
          assert.ok(session.server.sends.length > before, 'the chat is dead');
          requests += session.server.sends.length;
          await session.store.dispose();
        },
      ),
      { numRuns: 300 },
    );
    assert.ok(requests > 500, `only ${requests} requests were checked`);
  });
});
