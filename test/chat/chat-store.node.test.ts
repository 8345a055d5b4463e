import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tool, type UIMessage } from 'ai';
import { z } from 'zod';
import { ChatStore } from '../../src/chat/chat-store.js';
import type { ChatChange } from '../../src/chat/chat-state.js';
import { AdkError } from '../../src/errors.js';
import {
  ask,
  call,
  idle,
  result,
  ScriptedTransport,
  step,
  text,
  toolStates,
  until,
} from './scripted-transport.js';

const inBrowser = (execute: () => unknown = () => ({ done: true }), needsApproval = false) =>
  tool({ inputSchema: z.object({}), execute, needsApproval });

describe('ChatStore state', () => {
  it('streams an answer into one message', async () => {
    const store = new ChatStore({ transport: new ScriptedTransport([...step, ...text('hello')]) });
    await store.sendMessage({ text: 'hi' });
    assert.equal(store.messages.length, 2);
    assert.equal(store.status, 'ready');
  });

  it('tells each change once and keeps the identity of what did not change', async () => {
    const transport = new ScriptedTransport([...step, ...text('one')], (turn) => turn);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'hi' });
    const before = store.messages;
    const changes: ChatChange[] = [];
    const end = store.subscribe((change) => changes.push(change));
    void store.sendMessage({ text: 'more' });
    await until(() => transport.turns.length === 2);
    transport.turns[1]!.write(...step, ...call('c', 'x', { a: 1 }), {
      type: 'text-start',
      id: '1',
    });
    await idle();
    const partial = store.messages.at(-1)!;
    transport.turns[1]!.write({ type: 'text-delta', id: '1', delta: 'a' });
    await idle();
    const next = store.messages.at(-1)!;
    assert.notEqual(partial, next);
    assert.equal(partial.parts[1], next.parts[1], 'the tool part is the same object');
    assert.equal(store.messages[0], before[0]);
    assert.equal(store.messages[1], before[1]);
    const statuses = changes.filter(({ type }) => type === 'status');
    assert.equal(statuses.length, 2, 'submitted, streaming');
    end();
    const count = changes.length;
    transport.turns[1]!.end();
    await until(() => store.status === 'ready');
    assert.equal(changes.length, count);
  });

  it('shows a foreign error as an AdkError, together with its status', async () => {
    const store = new ChatStore({
      transport: new ScriptedTransport(new TypeError('fetch failed')),
    });
    const seen: unknown[] = [];
    store.subscribe(
      ({ type }) => type === 'status' && seen.push([store.status, store.error?.code]),
    );
    await store.sendMessage({ text: 'hi' });
    assert.ok(AdkError.isInstance(store.error));
    assert.equal(store.error.retryable, true);
    assert.deepEqual(seen, [
      ['submitted', undefined],
      ['error', 'network'],
    ]);
  });

  it('lets nothing land after dispose', async () => {
    const transport = new ScriptedTransport((turn) => turn.write(...step, ...text('a')));
    const store = new ChatStore({ transport });
    void store.sendMessage({ text: 'hi' });
    await until(() => store.status === 'streaming');
    let changes = 0;
    store.subscribe(() => (changes += 1));
    await store.dispose();
    await store.sendMessage({ text: 'late' });
    await idle();
    assert.equal(changes, 0);
    assert.equal(transport.closed, 1);
    assert.equal(transport.sends.length, 1);
  });
});

describe('ChatStore decisions', () => {
  const question = [...step, ...call('a', 'pay', { to: 'Ann' }), ask('a', { reason: 'money' })];

  it('sends a decision once and continues the same message', async () => {
    const transport = new ScriptedTransport(question, [
      { type: 'start' },
      result('a'),
      { type: 'start-step' },
      ...text('done'),
    ]);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'pay' });
    assert.equal(store.pendingApprovals.length, 1);
    assert.equal(await store.decide({ approvalId: 'q-a', decision: 'yes' }), true);
    assert.equal(await store.decide({ approvalId: 'q-a', decision: 'no' }), false);
    await until(() => store.status === 'ready' && toolStates(store).a === 'output-available');
    assert.equal(transport.sends.length, 2);
    assert.equal(store.messages.length, 2);
    assert.deepEqual(store.pendingApprovals, []);
  });

  for (const decision of ['yes', 'no'] as const) {
    it(`0007: sends "${decision}" at the same moment with only "approved" differing`, async () => {
      const two = [...step, ...call('a', 'pay'), ...call('b', 'pay'), ask('a'), ask('b')];
      const transport = new ScriptedTransport(two, []);
      const store = new ChatStore({ transport });
      await store.sendMessage({ text: 'pay' });
      await store.decide({ approvalId: 'q-a', decision });
      await idle();
      assert.equal(transport.sends.length, 1, 'nothing while a question is open');
      await store.decide({ approvalId: 'q-b', decision: 'yes' });
      await until(() => transport.sends.length === 2);
      const part = transport.sends[1]!.at(-1)!.parts[1] as { approval: { approved: boolean } };
      assert.equal(part.approval.approved, decision === 'yes');
      await idle();
      assert.equal(transport.sends.length, 2, 'an empty response sends nothing again');
    });
  }

  it('returns the whole approval object untouched', async () => {
    const extra = {
      signature: 'sig',
      inputSchemaInput: { x: [1] },
      approvalDescriptor: { kind: 'k' },
      reason: 'because',
    };
    const transport = new ScriptedTransport([...step, ...call('a', 'pay'), ask('a', extra)], []);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'pay' });
    await store.decide({ approvalId: 'q-a', decision: 'yes', reason: 'fine' });
    await until(() => transport.sends.length === 2);
    const part = transport.sends[1]!.at(-1)!.parts[1] as { approval: object };
    assert.deepEqual(part.approval, {
      id: 'q-a',
      approved: true,
      reason: 'fine',
      requestReason: 'because',
      signature: 'sig',
      inputSchemaInput: { x: [1] },
      descriptor: { kind: 'k' },
    });
  });

  it('0004: sends a second question of the same message, after text and earlier outputs', async () => {
    const transport = new ScriptedTransport(
      question,
      [
        { type: 'start' },
        result('a'),
        { type: 'start-step' },
        ...text('next'),
        ...call('b', 'pay'),
        ask('b'),
      ],
      [{ type: 'start' }, result('b'), { type: 'start-step' }, ...text('end')],
    );
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'pay' });
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => store.pendingApprovals.length === 1);
    await store.decide({ approvalId: 'q-b', decision: 'yes' });
    await until(() => toolStates(store).b === 'output-available' && store.status === 'ready');
    assert.equal(transport.sends.length, 3);
    assert.equal(store.messages.length, 2);
  });

  it('sends after a step-start that follows the question', async () => {
    const transport = new ScriptedTransport([...question, { type: 'start-step' }], []);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'pay' });
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => transport.sends.length === 2);
  });

  it('accepts an answer while the message is still streaming', async () => {
    const transport = new ScriptedTransport((turn) => turn.write(...question), []);
    const store = new ChatStore({ transport });
    void store.sendMessage({ text: 'pay' });
    await until(() => store.pendingApprovals.length === 1);
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await idle();
    assert.equal(transport.sends.length, 1, 'not before the stream has closed');
    transport.turns[0]!.end(...text('more'));
    await until(() => transport.sends.length === 2);
  });

  it('0006: never sends because of an error that the server reported', async () => {
    const transport = new ScriptedTransport([
      ...step,
      ...call('a', 'pay'),
      { type: 'tool-output-error', toolCallId: 'a', errorText: 'no money' },
    ]);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'pay' });
    await idle();
    assert.equal(transport.sends.length, 1);
  });

  it('does not ask where the server decides automatically', async () => {
    const store = new ChatStore({
      transport: new ScriptedTransport([
        ...step,
        ...call('a', 'pay'),
        ask('a', { isAutomatic: true }),
      ]),
    });
    await store.sendMessage({ text: 'pay' });
    assert.deepEqual(store.pendingApprovals, []);
  });

  it('lets "always" answer the other open calls of the tool at once and later ones by itself', async () => {
    const transport = new ScriptedTransport(
      [
        ...step,
        ...call('a', 'pay'),
        ...call('b', 'pay'),
        ...call('c', 'mail'),
        ask('a'),
        ask('b'),
        ask('c'),
      ],
      [...step, ...call('d', 'pay'), ask('d')],
      [],
    );
    const store = new ChatStore({ transport, scope: 'here' });
    await store.sendMessage({ text: 'pay' });
    await store.decide({ approvalId: 'q-a', decision: 'yes_always' });
    assert.deepEqual(
      store.pendingApprovals.map(({ toolCallId }) => toolCallId),
      ['c'],
    );
    await store.decide({ approvalId: 'q-c', decision: 'no', reason: 'spam' });
    await until(() => transport.sends.length === 3);
    assert.deepEqual(
      store.auditLog.map(({ toolCallId, decision, origin }) => [toolCallId, decision, origin]),
      [
        ['a', 'yes_always', 'user'],
        ['b', 'yes', 'policy'],
        ['c', 'no', 'user'],
        ['d', 'yes', 'policy'],
      ],
    );
    assert.deepEqual(
      store.policies.map(({ toolName, scope }) => [toolName, scope]),
      [['pay', 'here']],
    );
    store.revokePolicy('pay');
    assert.deepEqual(store.policies, []);
    await idle();
    const lines = store
      .exportAuditLog()
      .split('\n')
      .map((line) => JSON.parse(line) as { inputHash: string });
    assert.equal(lines.length, 4);
    assert.match(lines[0]!.inputHash, /^[0-9a-f]{64}$/);
  });

  it('never applies "always" to signed requests or to requests for credentials and input', async () => {
    const transport = new ScriptedTransport(
      [...step, ...call('a', 'pay'), ask('a')],
      [
        ...step,
        ...call('b', 'pay'),
        ask('b', { signature: 's' }),
        ...call('c', 'adk_request_credential'),
        ask('c'),
      ],
    );
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'pay' });
    await store.decide({ approvalId: 'q-a', decision: 'yes_always' });
    await until(() => store.pendingApprovals.length === 2);
    assert.deepEqual(
      store.pendingApprovals.map(({ canAlways }) => canAlways),
      [false, false],
    );
  });
});

describe('ChatStore browser tools', () => {
  it('runs a tool without a question after the stream has closed and reports it once', async () => {
    let runs = 0;
    const transport = new ScriptedTransport(
      [...step, ...call('a', 'where')],
      [...step, ...text('there')],
    );
    const store = new ChatStore({
      transport,
      tools: { where: inBrowser(() => ({ at: (runs += 1) })) },
    });
    await store.sendMessage({ text: 'where' });
    await until(() => transport.sends.length === 2 && store.status === 'ready');
    assert.equal(runs, 1);
    const part = transport.sends[1]!.at(-1)!.parts[1] as { output: unknown };
    assert.deepEqual(part.output, { at: 1 });
  });

  it('0008: sends the decision and the result of a browser tool in one request, run before it', async () => {
    const order: string[] = [];
    const transport = new ScriptedTransport([...step, ...call('a', 'where'), ask('a')], () =>
      order.push('sent'),
    );
    const store = new ChatStore({
      transport,
      tools: { where: inBrowser(() => order.push('ran')) },
    });
    await store.sendMessage({ text: 'where' });
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => transport.sends.length === 2);
    assert.deepEqual(order, ['ran', 'sent']);
    const part = transport.sends[1]!.at(-1)!.parts[1] as { state: string; approval: object };
    assert.equal(part.state, 'output-available');
    assert.deepEqual(part.approval, { id: 'q-a', approved: true, reason: undefined });
  });

  it('asks for a browser tool by itself and keeps that question off the wire', async () => {
    const transport = new ScriptedTransport(
      [...step, ...call('a', 'where'), ...call('b', 'where')],
      [],
    );
    let runs = 0;
    const store = new ChatStore({
      transport,
      tools: { where: inBrowser(() => (runs += 1), true) },
    });
    await store.sendMessage({ text: 'where' });
    await until(() => store.pendingApprovals.length === 2);
    const [first, second] = store.pendingApprovals;
    await store.decide({ approvalId: first!.approvalId, decision: 'yes' });
    assert.equal(runs, 0, 'nothing before the gate opened');
    await store.decide({ approvalId: second!.approvalId, decision: 'no', reason: 'private' });
    await until(() => transport.sends.length === 2);
    assert.equal(runs, 1);
    assert.deepEqual(
      transport.sends[1]!.at(-1)!
        .parts.slice(1)
        .map((part) => {
          const { state, approval, errorText } = part as {
            state: string;
            approval?: object;
            errorText?: string;
          };
          return [state, approval, errorText];
        }),
      [
        ['output-available', undefined, undefined],
        ['output-error', undefined, 'Denied by the user: private'],
      ],
    );
  });

  it('fails a call of a tool that nobody has', async () => {
    const transport = new ScriptedTransport([...step, ...call('a', 'nope')], []);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'x' });
    await until(() => transport.sends.length === 2);
    assert.equal(toolStates(store).a, 'output-error');
  });

  it('lets the host take a call over and report it', async () => {
    const transport = new ScriptedTransport([...step, ...call('a', 'where')], []);
    let runs = 0;
    const store = new ChatStore({
      transport,
      tools: { where: inBrowser(() => (runs += 1)) },
      onBeforeToolCall: () => false,
    });
    await store.sendMessage({ text: 'x' });
    await idle();
    assert.equal(transport.sends.length, 1);
    await store.addToolOutput({ tool: 'where', toolCallId: 'a', output: 'mine' });
    await store.addToolOutput({ tool: 'where', toolCallId: 'a', output: 'again' });
    await until(() => transport.sends.length === 2);
    assert.equal(runs, 0);
    assert.equal((transport.sends[1]!.at(-1)!.parts[1] as { output: unknown }).output, 'mine');
  });

  it('aborts running tools on stop and sends nothing', async () => {
    const transport = new ScriptedTransport([...step, ...call('a', 'where')]);
    const store = new ChatStore({
      transport,
      tools: { where: inBrowser(() => new Promise(() => {})) },
    });
    await store.sendMessage({ text: 'x' });
    await until(() => store.runningToolCalls.size === 1);
    await store.stop();
    await until(() => toolStates(store).a === 'output-error');
    await idle();
    assert.equal(transport.sends.length, 1);
  });

  it('stops after too many automatic sends in a row', async () => {
    const replies = Array.from({ length: 10 }, (_, i) => [...step, ...call(`c${i}`, 'where')]);
    const transport = new ScriptedTransport(...replies);
    const notices: string[] = [];
    const store = new ChatStore({ transport, tools: { where: inBrowser() }, maxAutomaticSends: 3 });
    store.subscribe((change) => change.type === 'notice' && notices.push(change.code));
    await store.sendMessage({ text: 'x' });
    await until(() => notices.length > 0);
    await idle();
    assert.equal(transport.sends.length, 4);
    assert.deepEqual(notices, ['automatic-send-limit']);
  });

  for (const autoSubmit of ['approval-responses', 'tool-calls'] as const) {
    it(`does not loop on an empty response with "${autoSubmit}"`, async () => {
      const chunks =
        autoSubmit === 'tool-calls'
          ? [...step, ...call('a', 'x'), result('a')]
          : [...step, ...call('a', 'x'), ask('a')];
      const transport = new ScriptedTransport(chunks, [], [], []);
      const store = new ChatStore({ transport, autoSubmit });
      await store.sendMessage({ text: 'x' });
      await store.decideAll('yes');
      await idle();
      assert.equal(transport.sends.length, 2);
    });
  }
});

describe('ChatStore queue and history', () => {
  const question = [...step, ...call('a', 'pay'), ask('a')];
  const userTexts = (messages: UIMessage[]) =>
    messages
      .filter(({ role }) => role === 'user')
      .map(({ parts }) => (parts[0] as { text: string }).text);

  it('queues a message while a question is open and sends it after the answer', async () => {
    const transport = new ScriptedTransport(
      question,
      [{ type: 'start' }, result('a')],
      [...step, ...text('ok')],
    );
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'one' });
    await store.sendMessage({ text: 'two' });
    assert.deepEqual(userTexts(store.queuedMessages), ['two']);
    assert.equal(transport.sends.length, 1);
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => transport.sends.length === 3);
    assert.deepEqual(userTexts(transport.sends[1]!), ['one']);
    assert.deepEqual(userTexts(transport.sends[2]!), ['one', 'two']);
  });

  it('denies everything and then sends the queue', async () => {
    const transport = new ScriptedTransport(
      [...step, ...call('a', 'pay'), ...call('b', 'pay'), ask('a'), ask('b'), ...call('h', 'host')],
      [
        { type: 'start' },
        { type: 'tool-output-denied', toolCallId: 'a' },
        { type: 'tool-output-denied', toolCallId: 'b' },
      ],
      [...step, ...text('ok')],
    );
    const store = new ChatStore({
      transport,
      tools: { host: tool({ inputSchema: z.object({}) }) },
    });
    await store.sendMessage({ text: 'one' });
    await store.sendMessage({ text: 'two' });
    await store.denyAndSend();
    await until(() => transport.sends.length === 3);
    assert.deepEqual(toolStates(store), {
      a: 'output-denied',
      b: 'output-denied',
      h: 'output-error',
    });
    assert.deepEqual(userTexts(transport.sends[2]!), ['one', 'two']);
  });

  it('does not resend a delivered decision when the user goes on after a stop', async () => {
    const transport = new ScriptedTransport(
      question,
      (turn) => turn.write({ type: 'start' }, ...text('…')),
      [],
    );
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'one' });
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => store.status === 'streaming');
    await store.stop();
    await store.sendMessage({ text: 'two' });
    await idle();
    assert.equal(transport.sends.length, 3);
    assert.equal(toolStates(store).a, 'output-error');
  });

  it('can remove a queued message', async () => {
    const store = new ChatStore({ transport: new ScriptedTransport(question) });
    await store.sendMessage({ text: 'one' });
    await store.sendMessage({ text: 'two' });
    store.removeQueued(store.queuedMessages[0]!.id);
    assert.deepEqual(store.queuedMessages, []);
  });

  it('forgets a removed question, so that the server may use its ids again', async () => {
    const transport = new ScriptedTransport(question, question, [{ type: 'start' }, result('a')]);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'one' });
    await store.regenerate();
    assert.equal(store.pendingApprovals.length, 1);
    await store.edit(store.messages[0]!.id, 'other');
    transport.replies = [question, [{ type: 'start' }, result('a')]];
    await store.regenerate();
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => toolStates(store).a === 'output-available');
  });

  it('clears the conversation and keeps the permissions', async () => {
    const store = new ChatStore({ transport: new ScriptedTransport(question, []) });
    await store.sendMessage({ text: 'one' });
    await store.decide({ approvalId: 'q-a', decision: 'yes_always' });
    await store.clear();
    assert.deepEqual(store.messages, []);
    assert.equal(store.policies.length, 1);
  });

  it('sends a failed message again without a second copy', async () => {
    const transport = new ScriptedTransport(new TypeError('fetch failed'), [
      ...step,
      ...text('ok'),
    ]);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'one' });
    assert.equal(store.status, 'error');
    await store.retry();
    assert.deepEqual(userTexts(transport.sends[1]!), ['one']);
    assert.equal(store.messages.length, 2);
    assert.equal(store.error, undefined);
  });

  it('sends a decision again that did not reach the server', async () => {
    const transport = new ScriptedTransport(question, new TypeError('fetch failed'), [
      { type: 'start' },
      result('a'),
    ]);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'one' });
    await store.decide({ approvalId: 'q-a', decision: 'yes' });
    await until(() => store.status === 'error');
    await store.retry();
    assert.equal(toolStates(store).a, 'output-available');
    assert.equal(transport.sends.length, 3);
  });

  it('keeps the partial text when the connection is lost, and continues it on retry', async () => {
    const transport = new ScriptedTransport(
      (turn) =>
        turn.write(
          ...step,
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: 'half' },
        ),
      [{ type: 'start' }, ...text(' rest')],
    );
    const store = new ChatStore({ transport });
    void store.sendMessage({ text: 'one' });
    await until(() => store.status === 'streaming');
    transport.turns[0]!.fail(new TypeError('network error'));
    await until(() => store.status === 'error');
    await store.retry();
    assert.equal(store.messages.length, 2);
    assert.deepEqual(
      store.messages[1]!.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
      ['half', ' rest'],
    );
  });
});
