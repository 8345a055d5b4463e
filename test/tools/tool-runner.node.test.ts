import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonSchema, tool, type ToolSet } from 'ai';
import { z } from 'zod';
import type { AnyToolPart } from '../../src/chat/message-parts.js';
import { formatAuditLog, hashInput } from '../../src/tools/audit-log.js';
import type { Confirmation } from '../../src/tools/decision.js';
import { derivePolicies } from '../../src/tools/tool-policy.js';
import { ToolRunner, type ToolRunOptions } from '../../src/tools/tool-runner.js';

const part = (toolCallId: string, toolName: string, more: object = {}): AnyToolPart =>
  ({
    type: `tool-${toolName}`,
    toolCallId,
    state: 'input-available',
    input: { n: 1 },
    ...more,
  }) as AnyToolPart;
const asked = (id: string, name: string, approval: object = {}) =>
  part(id, name, { state: 'approval-requested', approval: { id: `q-${id}`, ...approval } });
const responded = (id: string, name: string, approved: boolean, reason?: string) =>
  part(id, name, {
    state: 'approval-responded',
    approval: { id: `q-${id}`, approved, ...(reason && { reason }) },
  });
const confirmation = (given: Partial<Confirmation>): Confirmation => ({
  toolCallId: 'a',
  toolName: 'work',
  decision: 'yes',
  origin: 'user',
  at: 1,
  scope: 'here',
  ...given,
});

const ran: string[] = [];
const inputSchema = z.object({ n: z.number() });
const circular: Record<string, unknown> = {};
circular.self = circular;
const execute =
  (result: (signal: AbortSignal) => unknown) =>
  (
    _input: unknown,
    { toolCallId, abortSignal }: { toolCallId: string; abortSignal?: AbortSignal },
  ) => {
    ran.push(toolCallId);
    return result(abortSignal!);
  };
let wasAborted = false;
const tools: ToolSet = {
  work: tool({ inputSchema, execute: execute(() => ({ ok: true })) }),
  nothing: tool({ inputSchema, execute: execute(() => undefined) }),
  steps: tool({
    inputSchema,
    execute: execute(async function* () {
      yield 'half';
      yield 'whole';
    }),
  }),
  asking: tool({ inputSchema, needsApproval: true, execute: execute(() => 'ran') }),
  sometimes: tool({ inputSchema, needsApproval: ({ n }) => n > 5, execute: execute(() => 'ran') }),
  unsure: tool({
    inputSchema,
    needsApproval: () => {
      throw new Error('no idea');
    },
    execute: execute(() => 'ran'),
  }),
  throws: tool({
    inputSchema,
    execute: execute(() => {
      throw new Error('broken');
    }),
  }),
  silent: tool({
    inputSchema,
    execute: execute(() => {
      throw new Error('');
    }),
  }),
  hangs: tool({
    inputSchema,
    execute: execute(
      (signal) => new Promise(() => signal.addEventListener('abort', () => (wasAborted = true))),
    ),
  }),
  circular: tool({ inputSchema, execute: execute(() => circular) }),
  callback: tool({ inputSchema, execute: execute(() => () => {}) }),
  json: tool({
    inputSchema: jsonSchema<{ n: number }>(
      { type: 'object' },
      {
        validate: (value) =>
          (value as { n?: unknown }).n === 1
            ? { success: true, value: { n: 1 } }
            : { success: false, error: new Error('n must be 1') },
      },
    ),
    execute: execute(() => 'json'),
  }),
  host: tool({ inputSchema }),
};

/** What became of each call, in short. */
async function play(
  parts: AnyToolPart[],
  options: ToolRunOptions = {},
  runner = new ToolRunner(tools),
) {
  ran.length = 0;
  const { executed, denied, failed, awaiting, external } = await runner.run(parts, {
    scope: 'here',
    ...options,
  });
  const ids = (calls: { toolCallId: string }[]) => calls.map(({ toolCallId }) => toolCallId);
  return {
    executed: ids(executed),
    denied: ids(denied),
    failed: failed.map((outcome) => [
      outcome.toolCallId,
      outcome.type === 'failed' ? outcome.errorText : '',
    ]),
    awaiting: ids(awaiting),
    external: ids(external),
    ran: [...ran],
  };
}
const nothing = { executed: [], denied: [], failed: [], awaiting: [], external: [], ran: [] };
const always = [{ toolName: 'work', scope: 'here', since: 1 }];

const cases: [name: string, parts: AnyToolPart[], options: ToolRunOptions, expected: object][] = [
  [
    '1: leaves alone what is settled, half written, run by the provider or decided by the server',
    [
      part('a', 'work', { state: 'output-available', output: 1 }),
      part('b', 'work', { state: 'output-error', errorText: 'x' }),
      part('c', 'work', { state: 'input-streaming' }),
      part('d', 'work', { providerExecuted: true }),
      asked('e', 'work', { isAutomatic: true }),
    ],
    {},
    nothing,
  ],
  [
    '2: an explicit answer to this call comes before everything else',
    [asked('a', 'work')],
    { confirmations: [confirmation({ approvalId: 'q-a', decision: 'no' })], policies: always },
    { ...nothing, denied: ['a'] },
  ],
  [
    '2: an answer in the part itself counts',
    [responded('a', 'work', true), responded('b', 'work', false, 'no money')],
    {},
    { ...nothing, executed: ['a'], denied: ['b'], ran: ['a'] },
  ],
  [
    '2: a standing permission answers the question',
    [asked('a', 'work')],
    { policies: always },
    { ...nothing, executed: ['a'], ran: ['a'] },
  ],
  [
    '2: a tool that asks by itself is asked about, one that is sure is not',
    [part('a', 'asking'), part('b', 'sometimes', { input: { n: 9 } })],
    {},
    { ...nothing, awaiting: ['a', 'b'] },
  ],
  [
    '2: the check of a tool sees the input',
    [part('a', 'sometimes', { input: { n: 2 } })],
    {},
    { ...nothing, executed: ['a'], ran: ['a'] },
  ],
  [
    '2: a check that throws counts as a question',
    [part('a', 'unsure')],
    {},
    { ...nothing, awaiting: ['a'] },
  ],
  [
    '2: an unknown tool fails without a question',
    [part('a', 'nobody'), part('b', 'constructor')],
    {},
    {
      ...nothing,
      failed: [
        ['a', 'The tool "nobody" is not available here.'],
        ['b', 'The tool "constructor" is not available here.'],
      ],
    },
  ],
  [
    '2: invalid input never reaches the tool nor the user (zod)',
    [part('a', 'asking', { input: { n: 'x' } })],
    {},
    {
      ...nothing,
      failed: [['a', 'Invalid input: n: Invalid input: expected number, received string']],
    },
  ],
  [
    '2: invalid input never reaches the tool (JSON schema)',
    [part('a', 'json', { input: { n: 7 } }), part('b', 'json')],
    {},
    { ...nothing, failed: [['a', 'Invalid input: n must be 1']], executed: ['b'], ran: ['b'] },
  ],
  [
    '3: nothing runs, not even failing calls end, while one call waits',
    [part('a', 'work'), asked('b', 'work'), part('c', 'nobody'), responded('d', 'work', false)],
    {},
    { ...nothing, awaiting: ['b'] },
  ],
  [
    '4: one failure does not touch the others',
    [part('a', 'work'), part('b', 'throws'), part('c', 'silent'), part('d', 'steps')],
    {},
    {
      ...nothing,
      executed: ['a', 'd'],
      failed: [
        ['b', 'broken'],
        ['c', 'The tool failed.'],
      ],
      ran: ['a', 'b', 'c', 'd'],
    },
  ],
  [
    '4: a decided call of the server is not run here',
    [
      part('a', 'remote', {
        type: 'dynamic-tool',
        toolName: 'remote',
        state: 'approval-responded',
        approval: { id: 'q', approved: true },
      }),
    ],
    {},
    nothing,
  ],
  [
    '5: a result that can not be sent is a failure',
    [part('a', 'callback')],
    {},
    {
      ...nothing,
      failed: [['a', 'The result can not be sent: it is not plain data.']],
      ran: ['a'],
    },
  ],
  [
    '6: a denial denies only its own call',
    [responded('a', 'work', false), responded('b', 'work', true)],
    {},
    { ...nothing, denied: ['a'], executed: ['b'], ran: ['b'] },
  ],
  [
    '7: a permission counts for its backend and its tool only',
    [asked('a', 'work'), asked('b', 'steps')],
    { policies: [{ toolName: 'work', scope: 'elsewhere', since: 1 }] },
    { ...nothing, awaiting: ['a', 'b'] },
  ],
  [
    '7: a permission never covers signed requests, nor credentials and input',
    [
      asked('a', 'work', { signature: 's' }),
      asked('b', 'work', { descriptor: {} }),
      asked('c', 'adk_request_credential'),
    ],
    { policies: [...always, { toolName: 'adk_request_credential', scope: 'here', since: 1 }] },
    { ...nothing, awaiting: ['a', 'b', 'c'] },
  ],
  [
    '8: a permission opens every question of its tool',
    [asked('a', 'work'), asked('b', 'work'), part('c', 'work')],
    { policies: always },
    { ...nothing, executed: ['a', 'b', 'c'], ran: ['a', 'b', 'c'] },
  ],
  [
    '10: a call that has begun does not begin again, and one that was lost is said to be',
    [part('a', 'work'), part('b', 'work')],
    { started: (id) => (id === 'a' ? 'running' : 'lost') },
    {
      ...nothing,
      external: ['a'],
      failed: [
        [
          'b',
          'The outcome is unknown: the page was closed while this tool was running. It was not run again.',
        ],
      ],
    },
  ],
  [
    '11: nothing begins after a stop',
    [part('a', 'work')],
    { signal: AbortSignal.abort() },
    nothing,
  ],
  [
    'a tool without `execute` is left to the host',
    [part('a', 'host')],
    {},
    { ...nothing, external: ['a'] },
  ],
  [
    'a call that somebody takes over is not run',
    [part('a', 'work')],
    { onStart: () => false },
    { ...nothing, external: ['a'] },
  ],
];

describe('ToolRunner', () => {
  for (const [name, parts, options, expected] of cases) {
    it(name, async () => assert.deepEqual(await play(parts, options), expected));
  }

  it('4: ends a tool that hangs, tells it so, and lets the others finish first', async () => {
    const outcomes: string[] = [];
    const options = {
      onOutcome: ({ toolCallId }: { toolCallId: string }) => outcomes.push(toolCallId),
    };
    wasAborted = false;
    const result = await play(
      [part('a', 'hangs'), part('b', 'work')],
      options,
      new ToolRunner(tools, { timeout: 20 }),
    );
    assert.deepEqual(result.failed, [['a', 'No result after 0.02 s.']]);
    assert.deepEqual(outcomes, ['b', 'a']);
    assert.equal(wasAborted, true);
  });

  it('5: reports a circular result as a failure and keeps what can be sent as plain data', async () => {
    const runner = new ToolRunner(tools);
    const { executed, failed } = await runner.run([
      part('a', 'circular'),
      part('b', 'nothing'),
      part('c', 'steps'),
    ]);
    assert.deepEqual(
      executed.map((outcome) => outcome.type === 'executed' && outcome.output),
      [null, 'whole'],
    );
    assert.match((failed[0] as { errorText: string }).errorText, /circular/i);
  });

  it('11: aborts what runs when the user stops, as a failure "aborted"', async () => {
    const controller = new AbortController();
    wasAborted = false;
    const running = play([part('a', 'hangs')], {
      signal: controller.signal,
      onStart: () => void setTimeout(() => controller.abort(), 5),
    });
    assert.deepEqual((await running).failed, [['a', 'aborted']]);
    assert.equal(wasAborted, true);
  });

  it('hands the tool its checked input, not the raw one', async () => {
    let seen: unknown;
    const trimmed = tool({
      inputSchema: z.object({ name: z.string().trim() }),
      execute: (input) => void (seen = input),
    });
    await new ToolRunner({ trimmed }).run([
      part('a', 'trimmed', { input: { name: ' Ann ', x: 1 } }),
    ]);
    assert.deepEqual(seen, { name: 'Ann' });
  });
});

describe('Standing permissions', () => {
  it('are the "always" answers that nobody took back, one per tool and backend', () => {
    const log = [
      confirmation({ decision: 'yes_always', at: 1 }),
      confirmation({ decision: 'yes_always', at: 2 }),
      confirmation({ decision: 'yes_always', scope: 'elsewhere', at: 3 }),
      confirmation({ decision: 'yes_always', toolName: 'mail', at: 4, revoked: 5 }),
      confirmation({ decision: 'yes', toolName: 'steps', at: 6 }),
    ];
    assert.deepEqual(derivePolicies(log), [
      { toolName: 'work', scope: 'here', since: 1 },
      { toolName: 'work', scope: 'elsewhere', since: 3 },
    ]);
  });
});

describe('The audit log', () => {
  it('tells who decided what, when and why, one line each', async () => {
    const inputHash = (await hashInput({ to: 'Ann', amount: 5 }))!;
    const [first, second] = formatAuditLog([
      confirmation({ reason: 'rent', inputHash, at: Date.UTC(2030, 0, 2, 3, 4, 5) }),
      confirmation({ origin: 'policy' }),
    ])
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(first, {
      toolCallId: 'a',
      toolName: 'work',
      decision: 'yes',
      origin: 'user',
      at: '2030-01-02T03:04:05.000Z',
      scope: 'here',
      reason: 'rent',
      inputHash,
    });
    assert.equal(second?.origin, 'policy');
  });

  it('knows an input again whatever the order of its keys, and tells different ones apart', async () => {
    const hash = await hashInput({ a: 1, b: { c: [1, 2], d: 3 } });
    assert.equal(await hashInput({ b: { d: 3, c: [1, 2] }, a: 1 }), hash);
    assert.notEqual(await hashInput({ b: { d: 3, c: [2, 1] }, a: 1 }), hash);
  });
});
