import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tool, type UIMessage } from 'ai';
import { z } from 'zod';
import { ChatStore } from '../../src/chat/chat-store.js';
import type { ChatStoreOptions } from '../../src/chat/chat-store-options.js';
import { MemoryStorage } from '../../src/chat/memory-storage.js';
import { LOST_OUTCOME } from '../../src/tools/tool-runner.js';
import {
  ask,
  call,
  idle,
  result,
  ScriptedLiveTransport,
  ScriptedTransport,
  step,
  text,
  toolStates,
  until,
} from './scripted-transport.js';

const textsOf = (messages: readonly UIMessage[]) =>
  messages.map(({ role, parts }) => [
    role,
    parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('|'),
  ]);

const open = (
  options: Partial<ChatStoreOptions> & Pick<ChatStoreOptions, 'transport' | 'storage'>,
) => new ChatStore({ id: 'chat', scope: 'here', ...options });

/** The storage as it is now: what a page that dies at this moment leaves behind. */
const crash = (storage: MemoryStorage) => new MemoryStorage(storage.entries);

const question = [...step, ...call('a', 'pay', { to: 'Ann' }), ask('a')];

describe('A stored conversation', () => {
  it('comes back with its messages, open questions, permissions, log and queue', async () => {
    const storage = new MemoryStorage();
    const before = open({
      storage,
      transport: new ScriptedTransport(
        [...step, ...call('m', 'mail'), ask('m')],
        [{ type: 'start' }, result('m'), ...question],
      ),
    });
    await before.sendMessage({ text: 'one' });
    await before.decide({ approvalId: 'q-m', decision: 'yes_always' });
    await until(() => before.pendingApprovals.length === 1);
    await before.sendMessage({ text: 'two' });
    await before.dispose();

    const transport = new ScriptedTransport(
      [{ type: 'start' }, result('a')],
      [...step, ...text('done')],
    );
    const after = open({ storage, transport });
    assert.deepEqual(after.messages, JSON.parse(JSON.stringify(before.messages)));
    assert.deepEqual(
      after.pendingApprovals.map(({ approvalId }) => approvalId),
      ['q-a'],
    );
    assert.deepEqual(after.policies, before.policies);
    assert.deepEqual(after.auditLog, before.auditLog);
    assert.deepEqual(textsOf(after.queuedMessages), [['user', 'two']]);
    assert.equal(after.status, 'ready');

    await after.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => transport.sends.length === 2 && after.status === 'ready');
    assert.deepEqual(textsOf(transport.sends[1]!).at(-1), ['user', 'two']);
    assert.equal(toolStates(after).a, 'output-available');
  });

  it('belongs to one chat id and one backend', async () => {
    const storage = new MemoryStorage();
    const store = open({ storage, transport: new ScriptedTransport(question) });
    await store.sendMessage({ text: 'one' });
    await store.dispose();
    const transport = new ScriptedTransport();
    assert.equal(open({ storage, transport, id: 'other' }).messages.length, 0);
    assert.equal(open({ storage, transport, scope: 'elsewhere' }).messages.length, 0);
    assert.equal(open({ storage, transport }).messages.length, 2);
    assert.ok(storage.entries.every(([key]) => key.startsWith('adk-chat:')));
  });

  it('brings its generated id back, so that the server knows it again', async () => {
    const storage = new MemoryStorage();
    const transport = new ScriptedTransport([...step, ...text('hi')]);
    const first = new ChatStore({ storage, transport });
    await first.sendMessage({ text: 'one' });
    await first.dispose();
    assert.equal(new ChatStore({ storage, transport }).id, first.id);
  });

  it('holds nothing that only requests carry', async () => {
    const storage = new MemoryStorage();
    const store = open({ storage, transport: new ScriptedTransport(question, []) });
    const options = { headers: { authorization: 'Bearer s3cret' }, body: { token: 's3cret' } };
    await store.sendMessage({ text: 'one' }, options);
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await store.dispose();
    assert.ok(storage.entries.length > 0);
    assert.doesNotMatch(JSON.stringify(storage.entries), /s3cret/);
  });

  it('is emptied together with the chat, but keeps the permissions', async () => {
    const storage = new MemoryStorage();
    const store = open({ storage, transport: new ScriptedTransport(question, []) });
    await store.sendMessage({ text: 'one' });
    await store.decide({ approvalId: 'q-a', decision: 'yes_always' });
    await store.clear();
    await store.dispose();
    assert.equal(storage.entries.length, 1);
    const after = open({ storage, transport: new ScriptedTransport() });
    assert.deepEqual(after.messages, []);
    assert.equal(after.policies.length, 1);
  });
});

describe('A page that dies', () => {
  const runs: string[] = [];
  const where = tool({ inputSchema: z.object({}), execute: () => new Promise(() => {}) });

  it('while a tool runs leaves an unknown outcome, and the tool is not run again', async () => {
    const storage = new MemoryStorage();
    const dying = open({
      storage,
      tools: { where },
      transport: new ScriptedTransport([...step, ...call('a', 'where')]),
    });
    await dying.sendMessage({ text: 'where' });
    await until(() => dying.runningToolCalls.size === 1);
    const left = crash(storage);
    await dying.dispose();

    const transport = new ScriptedTransport([...step, ...text('sorry')]);
    const execute = () => runs.push('again');
    const tools = { where: tool({ inputSchema: z.object({}), execute }) };
    const after = open({ storage: left, transport, tools });
    const part = after.messages[1]!.parts[1] as { state: string; errorText: string };
    assert.deepEqual([part.state, part.errorText], ['output-error', LOST_OUTCOME]);
    assert.deepEqual([after.status, after.error?.retryable], ['error', true]);
    await idle();
    assert.equal(transport.sends.length, 0, 'nothing happens behind the back of the user');
    await after.retry();
    assert.deepEqual(runs, []);
    assert.equal(transport.sends.length, 1);
  });

  it('has written down that a tool starts before the tool starts', async () => {
    const storage = new MemoryStorage();
    let seen = '';
    const execute = () => void (seen = JSON.stringify(storage.entries));
    const store = open({
      storage,
      tools: { where: tool({ inputSchema: z.object({}), execute }) },
      transport: new ScriptedTransport([...step, ...call('a', 'where'), ask('a')], []),
    });
    await store.sendMessage({ text: 'where' });
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => seen !== '');
    assert.match(seen, /s:a/);
    assert.match(seen, /approval-responded/);
  });

  it('after a decision that was not sent asks nothing again and sends it once', async () => {
    const storage = new MemoryStorage();
    const two = [...step, ...call('a', 'pay'), ...call('b', 'pay'), ask('a'), ask('b')];
    const dying = open({ storage, transport: new ScriptedTransport(two) });
    await dying.sendMessage({ text: 'pay' });
    void dying.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => JSON.stringify(storage.entries).includes('a:q-a'));
    const left = crash(storage);
    const transport = new ScriptedTransport([{ type: 'start' }, result('a'), result('b')]);
    const after = open({ storage: left, transport });
    assert.deepEqual(
      after.pendingApprovals.map(({ approvalId }) => approvalId),
      ['q-b'],
    );
    await after.decide({ approvalId: 'q-b', decision: 'yes' });
    await until(() => toolStates(after).a === 'output-available');
    assert.equal(transport.sends.length, 1);
    await dying.dispose();
  });

  it('while an answer streams in keeps what has arrived and offers Retry', async () => {
    const storage = new MemoryStorage();
    const transport = new ScriptedTransport((turn) => turn.write(...step, ...text('half', '1')));
    const dying = open({ storage, transport });
    void dying.sendMessage({ text: 'one' });
    await until(() => dying.status === 'streaming');
    dying.flush();
    const left = crash(storage);
    const next = new ScriptedTransport([{ type: 'start' }, ...text(' rest', '2')]);
    const after = open({ storage: left, transport: next });
    assert.deepEqual([after.status, after.error?.code], ['error', 'network']);
    assert.deepEqual(textsOf(after.messages)[1], ['assistant', 'half']);
    await after.retry();
    assert.deepEqual(textsOf(after.messages)[1], ['assistant', 'half| rest']);
    await dying.dispose();
  });

  it('right after sending has already stored the message', async () => {
    const storage = new MemoryStorage();
    let left = new MemoryStorage();
    const dying = open({
      storage,
      transport: new ScriptedTransport(() => (left = crash(storage))),
    });
    void dying.sendMessage({ text: 'one' });
    await until(() => left.entries.length > 0);
    const after = open({ storage: left, transport: new ScriptedTransport() });
    assert.deepEqual(textsOf(after.messages), [['user', 'one']]);
    assert.equal(after.status, 'error');
    await dying.dispose();
  });

  it('after a failure still offers Retry when it comes back', async () => {
    const storage = new MemoryStorage();
    const failing = open({
      storage,
      transport: new ScriptedTransport(new TypeError('fetch failed')),
    });
    await failing.sendMessage({ text: 'one' });
    await failing.dispose();
    const transport = new ScriptedTransport([...step, ...text('ok')]);
    const after = open({ storage, transport });
    assert.equal(after.status, 'error');
    await after.retry();
    assert.deepEqual(textsOf(after.messages), [
      ['user', 'one'],
      ['assistant', 'ok'],
    ]);
  });
});

describe('An answer that was still streaming', () => {
  const die = async (
    storage: MemoryStorage,
    ...replies: ConstructorParameters<typeof ScriptedTransport>
  ) => {
    const transport = new ScriptedLiveTransport({ resume: true }, ...replies);
    const store = open({ storage, transport });
    void store.sendMessage({ text: 'one' });
    return { store, transport };
  };

  it('is picked up where the server can replay it, even under another message id', async () => {
    const storage = new MemoryStorage();
    const { store } = await die(storage, (turn) =>
      turn.write({ type: 'start', messageId: 'm1' }, { type: 'start-step' }, ...text('half', '1')),
    );
    await until(() => store.status === 'streaming');
    store.flush();
    const transport = new ScriptedLiveTransport({ resume: true });
    transport.resumes = [
      [{ type: 'start', messageId: 'm2' }, { type: 'start-step' }, ...text('half and more', '1')],
    ];
    const after = open({ storage: crash(storage), transport });
    assert.equal(after.status, 'submitted', 'it looks busy, not broken');
    assert.equal(after.connection, 'reconnecting');
    await until(() => after.status === 'ready');
    assert.deepEqual(textsOf(after.messages), [
      ['user', 'one'],
      ['assistant', 'half and more'],
    ]);
    assert.equal(transport.sends.length, 0);
    await store.dispose();
  });

  it('keeps what its message held before it, when it continued one', async () => {
    const storage = new MemoryStorage();
    const { store } = await die(
      storage,
      [...step, ...text('I will pay'), ...question.slice(2)],
      (turn) =>
        turn.write({ type: 'start' }, result('a'), { type: 'start-step' }, ...text('pa', '2')),
    );
    await until(() => store.pendingApprovals.length === 1);
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => textsOf(store.messages)[1]![1]!.includes('pa'));
    store.flush();
    const transport = new ScriptedLiveTransport({ resume: true });
    transport.resumes = [
      [
        { type: 'start', messageId: 'x' },
        result('a'),
        { type: 'start-step' },
        ...text('paid', '2'),
      ],
    ];
    const after = open({ storage: crash(storage), transport });
    await until(() => after.status === 'ready');
    assert.deepEqual(textsOf(after.messages)[1], ['assistant', 'I will pay|paid']);
    assert.deepEqual(toolStates(after), { a: 'output-available' });
    await store.dispose();
  });

  it('is not asked about again what was answered before', async () => {
    const storage = new MemoryStorage();
    const { store } = await die(storage, (turn) => turn.write(...question));
    await until(() => store.pendingApprovals.length === 1);
    await store.decide({ approvalId: 'q-a', decision: 'no', reason: 'expensive' });
    const transport = new ScriptedLiveTransport({ resume: true }, [
      { type: 'start' },
      { type: 'tool-output-denied', toolCallId: 'a' },
    ]);
    transport.resumes = [question];
    const after = open({ storage: crash(storage), transport });
    const asked: number[] = [];
    after.subscribe(() => asked.push(after.pendingApprovals.length));
    await until(() => transport.sends.length === 1 && after.status === 'ready');
    assert.ok(asked.every((count) => count === 0));
    const part = transport.sends[0]!.at(-1)!.parts[1] as { approval: object };
    assert.deepEqual(part.approval, { id: 'q-a', approved: false, reason: 'expensive' });
    await store.dispose();
  });

  it('offers Retry if the server has nothing left to replay', async () => {
    const storage = new MemoryStorage();
    const { store } = await die(storage, (turn) => turn.write(...step, ...text('half', '1')));
    await until(() => store.status === 'streaming');
    store.flush();
    const transport = new ScriptedLiveTransport({ resume: true });
    const after = open({ storage: crash(storage), transport });
    await until(() => after.status === 'error');
    assert.deepEqual(textsOf(after.messages)[1], ['assistant', 'half']);
    await store.dispose();
  });

  it('closes questions that were asked on a socket which is gone', async () => {
    const storage = new MemoryStorage();
    const side = { approvalChannel: 'side' } as const;
    const store = open({
      storage,
      transport: new ScriptedLiveTransport(side, (turn) => turn.write(...question)),
    });
    void store.sendMessage({ text: 'pay' });
    await until(() => store.pendingApprovals.length === 1);
    store.flush();
    const after = open({ storage: crash(storage), transport: new ScriptedLiveTransport(side) });
    assert.deepEqual(after.pendingApprovals, []);
    assert.equal(toolStates(after).a, 'output-error');
    assert.equal(after.status, 'error');
    await store.dispose();
  });
});

describe('Storage', () => {
  it('that is full or forbidden is told once, and the chat goes on', async () => {
    const broken = {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    const transport = new ScriptedTransport(question, [{ type: 'start' }, result('a')]);
    const store = open({ storage: broken, transport });
    const notices: string[] = [];
    store.subscribe((change) => change.type === 'notice' && notices.push(change.code));
    await store.sendMessage({ text: 'one' });
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => toolStates(store).a === 'output-available');
    assert.deepEqual(notices, ['storage']);
  });

  it('that is too small for one message keeps the others', async () => {
    const storage = new MemoryStorage();
    const write = storage.setItem.bind(storage);
    storage.setItem = (key, value) => {
      if (value.length > 1000) throw new DOMException('full', 'QuotaExceededError');
      write(key, value);
    };
    const transport = new ScriptedTransport(
      [...step, ...text('x'.repeat(2000))],
      [...step, ...text('b')],
    );
    const store = open({ storage, transport });
    await store.sendMessage({ text: 'one' });
    await store.sendMessage({ text: 'two' });
    await store.dispose();
    const after = open({ storage, transport: new ScriptedTransport() });
    assert.deepEqual(textsOf(after.messages), [
      ['user', 'one'],
      ['user', 'two'],
      ['assistant', 'b'],
    ]);
  });

  it('is written seldom while words stream in, and only what changed', async () => {
    const storage = new MemoryStorage();
    const keys: string[] = [];
    const write = storage.setItem.bind(storage);
    storage.setItem = (key, value) => {
      keys.push(key.split(':').at(-1)!);
      write(key, value);
    };
    const replies = Array.from({ length: 20 }, (_, i) => [...step, ...text(`answer ${i}`)]);
    const transport = new ScriptedTransport(...replies, (turn) => {
      turn.write(...step, { type: 'text-start', id: '1' });
      for (let i = 0; i < 500; i += 1) turn.write({ type: 'text-delta', id: '1', delta: 'word ' });
      turn.end({ type: 'text-end', id: '1' });
    });
    const store = open({ storage, transport });
    for (let i = 0; i < 20; i += 1) await store.sendMessage({ text: `question ${i}` });
    keys.length = 0;
    await store.sendMessage({ text: 'the long one' });
    const messages = keys.filter((key) => key !== 'chat');
    assert.deepEqual([...new Set(messages)].sort(), ['40', '41'], 'the question and its answer');
    assert.ok(messages.length < 20, `${messages.length} writes for 500 words`);
    await store.dispose();
  });

  const head = (fields: object) =>
    JSON.stringify({
      version: 1,
      id: 'chat',
      length: 1,
      queue: [],
      confirmations: [],
      ledger: [],
      ...fields,
    });
  const KEY = 'adk-chat:chat:here:chat';
  const user = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'hi' }] };
  const assistant = (...parts: object[]) => ({ id: 'a', role: 'assistant', parts });
  const hostile: Record<string, [entries: [string, string][], texts: string[][]]> = {
    'no JSON': [[[KEY, '{"version":1']], []],
    'another version': [
      [
        [KEY, head({ version: 99 })],
        [`${KEY}:0`, JSON.stringify(user)],
      ],
      [],
    ],
    null: [[[KEY, 'null']], []],
    'a list': [[[KEY, '[1,2]']], []],
    'an endless length': [
      [
        [KEY, head({ length: 1e15 })],
        [`${KEY}:0`, JSON.stringify(user)],
      ],
      [['user', 'hi']],
    ],
    'messages that are none': [
      [
        [KEY, head({ length: 6 })],
        [`${KEY}:0`, JSON.stringify(user)],
        [`${KEY}:1`, '{'],
        [`${KEY}:2`, JSON.stringify({ id: 7, role: 'user', parts: [] })],
        [`${KEY}:3`, JSON.stringify({ id: 'r', role: 'root', parts: [] })],
        [`${KEY}:4`, JSON.stringify(user)],
        [`${KEY}:5`, JSON.stringify(assistant({ type: 'text', text: 'ok' }))],
      ],
      [
        ['user', 'hi'],
        ['assistant', 'ok'],
      ],
    ],
    'parts that are none': [
      [
        [KEY, head({ length: 2 })],
        [`${KEY}:0`, JSON.stringify(user)],
        [
          `${KEY}:1`,
          JSON.stringify(
            assistant(
              { type: 'text', text: 7 },
              null as never,
              { type: 'evil', html: '<img>' },
              { type: 'tool-pay', toolCallId: 'x', state: 'approval-requested' },
              { type: 'tool-pay', toolCallId: 'x', state: 'unheard-of' },
              { type: 'dynamic-tool', toolCallId: 'x', state: 'input-available' },
              { type: 'file', url: 5 },
              { type: 'text', text: 'ok' },
            ),
          ),
        ],
      ],
      [
        ['user', 'hi'],
        ['assistant', 'ok'],
      ],
    ],
    'decisions and queue entries that are none': [
      [
        [
          KEY,
          head({
            queue: [3, { id: 'q' }],
            confirmations: [{ decision: 'yes_always', toolName: 'pay' }, 'yes'],
            ledger: [['a:1'], 'x', ['a:1', 'maybe']],
          }),
        ],
        [`${KEY}:0`, JSON.stringify(user)],
      ],
      [['user', 'hi']],
    ],
    'a prototype': [
      [
        [KEY, head({})],
        [`${KEY}:0`, JSON.stringify(user).replace('{', '{"__proto__":{"evil":1},')],
      ],
      [['user', 'hi']],
    ],
  };
  for (const [name, [entries, expected]] of Object.entries(hostile)) {
    it(`with ${name} does not stop the chat`, async () => {
      const transport = new ScriptedTransport([...step, ...text('fine')]);
      const store = open({ storage: new MemoryStorage(entries), transport });
      assert.deepEqual(textsOf(store.messages), expected);
      assert.deepEqual(
        [store.pendingApprovals, store.policies, store.queuedMessages],
        [[], [], []],
      );
      assert.equal(({} as { evil?: number }).evil, undefined);
      await store.sendMessage({ text: 'still there?' });
      assert.equal(store.status, 'ready');
      assert.deepEqual(textsOf(store.messages).at(-1), ['assistant', 'fine']);
    });
  }
});
