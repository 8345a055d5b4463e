import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { AdkEventMapper, type AdkCall } from '../../src/transport/adk-events.js';

type Json = Record<string, unknown>;

const event = (parts: Json[], rest: Json = {}): Json => ({
  id: 'e1',
  author: 'agent',
  content: { role: 'model', parts },
  ...rest,
});
const partial = (text: string, rest: Json = {}) => event([{ text, ...rest }], { partial: true });
const call = (id: string, name = 'tool', args: Json = {}) => ({ functionCall: { id, name, args } });
const response = (id: string, value: unknown, name = 'tool') => ({
  functionResponse: { id, name, response: value },
});
const confirmation = (id: string, callId: string, toolConfirmation: Json = {}) =>
  event(
    [
      call(id, 'adk_request_confirmation', {
        originalFunctionCall: { id: callId, name: 'pay', args: { amount: 5 } },
        toolConfirmation: { confirmed: false, ...toolConfirmation },
      }),
    ],
    { longRunningToolIds: [id] },
  );

/** The chunks of all events, checked by the AI SDK's own reader. */
async function run(events: unknown[], { calls, message }: Given = {}) {
  const present = message?.parts.flatMap((part) => ('toolCallId' in part ? part.toolCallId : []));
  const mapper = new AdkEventMapper(calls && new Map(calls), present);
  const chunks = [...events.flatMap((one) => mapper.map(one)), ...mapper.finish()];
  let built: UIMessage | undefined;
  const readable = chunks.filter(({ type }) => type !== 'error');
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of readable) controller.enqueue(chunk);
      controller.close();
    },
  });
  for await (const next of readUIMessageStream({ stream, message, terminateOnError: true })) {
    built = next;
  }
  return { chunks, message: built, failure: mapper.failure };
}

interface Given {
  calls?: [string, AdkCall][];
  message?: UIMessage;
}

/** Parts as short text, so that a row of the table stays a row. */
function outline(message: UIMessage | undefined): string[] {
  return (message?.parts ?? []).map((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return `${part.type}(${part.text})`;
    if (part.type === 'step-start') return '|';
    if (part.type === 'file') return `file(${part.mediaType} ${part.url})`;
    if (part.type === 'source-url') return `source(${part.url})`;
    if (part.type === 'dynamic-tool') {
      const result = part.errorText ?? JSON.stringify(part.output) ?? '';
      return `${part.toolName}#${part.toolCallId}:${part.state}${'preliminary' in part && part.preliminary ? '~' : ''}${result && `=${result}`}`;
    }
    return `${part.type}(${JSON.stringify('data' in part ? part.data : {})})`;
  });
}

const table: [behaviour: string, events: unknown[], parts: string[], given?: Given][] = [
  ['whole text without partials', [event([{ text: 'Hi' }])], ['|', 'text(Hi)']],
  [
    'partials and the whole once, not twice',
    [partial('Hel'), partial('lo'), event([{ text: 'Hello' }])],
    ['|', 'text(Hello)'],
  ],
  [
    'only the missing end of the whole',
    [partial('Hel'), event([{ text: 'Hello' }])],
    ['|', 'text(Hello)'],
  ],
  [
    'the whole instead of partials that it contradicts',
    [partial('Helo'), event([{ text: 'Hello' }])],
    ['|', 'text(Hello)'],
  ],
  ['partials that no whole follows', [partial('Hel'), partial('lo')], ['|', 'text(Hello)']],
  [
    'thoughts as reasoning',
    [
      partial('Hm', { thought: true }),
      partial('Yes'),
      event([{ text: 'Hm', thought: true }, { text: 'Yes' }]),
    ],
    ['|', 'reasoning(Hm)', 'text(Yes)'],
  ],
  [
    'thoughts and text that alternate, repeated sorted by kind',
    [
      partial('a', { thought: true }),
      partial('b'),
      partial('c', { thought: true }),
      event([{ text: 'ac', thought: true }, { text: 'b' }]),
    ],
    ['|', 'reasoning(a)', 'text(b)', 'reasoning(c)'],
  ],
  [
    'text before a call and the whole after it',
    [partial('Let me see'), event([call('f1')]), event([{ text: 'Let me see' }])],
    ['|', 'text(Let me see)', 'tool#f1:input-available'],
  ],
  [
    'the same sentence again in the next model turn',
    [
      partial('Again'),
      event([{ text: 'Again' }, call('f1')]),
      event([response('f1', { ok: 1 })]),
      partial('Again'),
      event([{ text: 'Again' }]),
    ],
    ['|', 'text(Again)', 'tool#f1:output-available={"ok":1}', '|', 'text(Again)'],
  ],
  [
    'agents that speak in parallel, each in a part of its own',
    [
      event([{ text: 'a1 ' }], { author: 'a', branch: 'r.a', partial: true }),
      event([{ text: 'b1 ' }], { author: 'b', branch: 'r.b', partial: true }),
      event([{ text: 'a2' }], { author: 'a', branch: 'r.a', partial: true }),
      event([{ text: 'a1 a2' }], { author: 'a', branch: 'r.a' }),
      event([{ text: 'b1 b2' }], { author: 'b', branch: 'r.b' }),
    ],
    ['|', 'text(a1 a2)', 'data-adk-agent({"name":"b"})', '|', 'text(b1 b2)'],
  ],
  [
    'parallel calls and their responses in one event',
    [event([call('f1'), call('f2')]), event([response('f2', { n: 2 }), response('f1', { n: 1 })])],
    ['|', 'tool#f1:output-available={"n":1}', 'tool#f2:output-available={"n":2}'],
  ],
  [
    'no call from a partial event',
    [event([call('f1')], { partial: true }), event([call('f1')])],
    ['|', 'tool#f1:input-available'],
  ],
  [
    'a response that is only an error as a failed tool',
    [event([call('f1')]), event([response('f1', { error: 'out of order' })])],
    ['|', 'tool#f1:output-error=out of order'],
  ],
  [
    'an error among other fields as a result',
    [event([call('f1')]), event([response('f1', { error: 'x', code: 1 })])],
    ['|', 'tool#f1:output-available={"error":"x","code":1}'],
  ],
  [
    'a response without its call',
    [event([response('f9', { ok: 1 })])],
    ['tool#f9:output-available={"ok":1}'],
  ],
  [
    'a response that is no object as a result',
    [event([call('f1')]), event([response('f1', 'plain')])],
    ['|', 'tool#f1:output-available={"result":"plain"}'],
  ],
  [
    'an interim response of a long-running tool as preliminary',
    [
      event([call('f1')], { longRunningToolIds: ['f1'] }),
      event([response('f1', { status: 'pending' })]),
    ],
    ['|', 'tool#f1:output-available~={"status":"pending"}'],
  ],
  [
    'a confirmation in the order of ADK for Python',
    [
      event([call('f1', 'pay')]),
      confirmation('c1', 'f1'),
      event([
        response('f1', {
          error: 'This tool call requires confirmation, please approve or reject.',
        }),
      ]),
    ],
    ['|', 'pay#f1:approval-requested'],
  ],
  [
    'a confirmation in the order of ADK for TypeScript',
    [event([call('f1', 'pay')]), confirmation('c1', 'f1')],
    ['|', 'pay#f1:approval-requested'],
  ],
  [
    'a confirmation whose placeholder comes first and says something of its own',
    [
      event([call('f1', 'pay')]),
      event([response('f1', { status: 'waiting' })], {
        actions: { requestedToolConfirmations: { f1: { hint: '' } } },
      }),
      confirmation('c1', 'f1'),
    ],
    ['|', 'pay#f1:approval-requested'],
  ],
  [
    'a confirmation whose call was never seen',
    [confirmation('c1', 'f1')],
    ['pay#f1:approval-requested'],
  ],
  [
    'two confirmations at once',
    [
      event([call('f1', 'pay'), call('f2', 'pay')]),
      confirmation('c1', 'f1'),
      confirmation('c2', 'f2'),
    ],
    ['|', 'pay#f1:approval-requested', 'pay#f2:approval-requested'],
  ],
  [
    'a stored answer and the result of the call',
    [
      confirmation('c1', 'f1'),
      {
        author: 'user',
        content: { parts: [response('c1', { confirmed: true }, 'adk_request_confirmation')] },
      },
      event([response('f1', { paid: 5 }, 'pay')]),
    ],
    ['pay#f1:output-available={"paid":5}'],
  ],
  [
    'a stored denial, whatever the tool says',
    [
      confirmation('c1', 'f1'),
      {
        author: 'user',
        content: {
          parts: [response('c1', { response: '{"confirmed":false}' }, 'adk_request_confirmation')],
        },
      },
      event([response('f1', { status: 'left alone' }, 'pay')]),
    ],
    ['pay#f1:output-denied'],
  ],
  [
    'a denial by the text of ADK',
    [event([call('f1')]), event([response('f1', { error: 'This tool call is rejected.' })])],
    ['|', 'tool#f1:output-denied'],
  ],
  [
    'a stored answer to a long-running tool as its final result',
    [
      event([call('i1', 'get_user_choice')], { longRunningToolIds: ['i1'] }),
      {
        author: 'user',
        content: { parts: [response('i1', { result: 'Tea' }, 'get_user_choice')] },
      },
    ],
    ['|', 'get_user_choice#i1:output-available={"result":"Tea"}'],
  ],
  [
    'a transfer as a change of author, without a tool',
    [
      event([call('t1', 'transfer_to_agent', { agentName: 'b' })]),
      event([response('t1', { result: null }, 'transfer_to_agent')], {
        actions: { transferToAgent: 'b' },
      }),
      event([{ text: 'Hi from b' }], { author: 'b' }),
    ],
    ['data-adk-agent({"name":"b"})', '|', 'text(Hi from b)'],
  ],
  [
    'URL-safe base64 as a proper data URL',
    [event([{ inlineData: { mimeType: 'image/png', data: '_-8' } }])],
    ['file(image/png data:image/png;base64,/+8=)'],
  ],
  [
    'a media type that is none as bytes',
    [event([{ inlineData: { mimeType: 'text/html,<script>', data: 'AA' } }])],
    ['file(application/octet-stream data:application/octet-stream;base64,AA==)'],
  ],
  [
    'no part for PCM',
    [event([{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: 'AA' } }])],
    [],
  ],
  [
    'files by address',
    [
      event([
        { fileData: { mimeType: 'image/png', fileUri: 'https://x.test/a.png' } },
        { fileData: { mimeType: 'image/png', fileUri: 'gs://bucket/a.png' } },
      ]),
    ],
    [
      'file(image/png https://x.test/a.png)',
      'data-adk-file({"uri":"gs://bucket/a.png","mediaType":"image/png"})',
    ],
  ],
  [
    'artifacts by name, the newest version of each',
    [
      event([], { actions: { artifactDelta: { 'a.png': 0 } } }),
      event([], { actions: { artifactDelta: { 'a.png': 1, bad: 'x' } } }),
    ],
    ['data-adk-artifact({"name":"a.png","version":1})'],
  ],
  [
    'grounding and citations as sources, each once and only web addresses',
    [
      event([], {
        groundingMetadata: {
          groundingChunks: [
            { web: { uri: 'https://a.test', title: 'A' } },
            { web: { uri: 'https://a.test' } },
            { web: { uri: 'javascript:alert(1)' } },
          ],
        },
        citationMetadata: { citations: [{ uri: 'https://b.test' }] },
      }),
    ],
    ['source(https://a.test)', 'source(https://b.test)'],
  ],
  [
    'code and what it printed as a tool',
    [
      event([{ executableCode: { code: 'print(1)', language: 'PYTHON' } }]),
      event([{ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }]),
    ],
    ['code_execution#code-e1-0:output-available={"output":"1"}'],
  ],
  [
    'code that failed as a failed tool',
    [
      event([
        { executableCode: { code: 'x', language: 'PYTHON' } },
        { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'NameError' } },
      ]),
    ],
    ['code_execution#code-e1-0:output-error=NameError'],
  ],
  [
    'a spoken answer as text, its whole once',
    [
      event([], { outputTranscription: { text: 'Good ' }, partial: true }),
      event([], { outputTranscription: { text: 'day' }, partial: true }),
      event([], { outputTranscription: { text: 'Good day', finished: true } }),
    ],
    ['|', 'text(Good day)'],
  ],
  [
    'what arrived before an interruption',
    [partial('I was say'), event([], { interrupted: true })],
    ['|', 'text(I was say)'],
  ],
  [
    'snake_case of older servers',
    [
      {
        id: 'e1',
        author: 'agent',
        long_running_tool_ids: ['i1'],
        content: { parts: [{ function_call: { id: 'i1', name: 'ask', args: { a_b: 1 } } }] },
      },
    ],
    ['|', 'ask#i1:input-available'],
  ],
  ['nothing from no events', [], []],
  ['nothing from lines that are no events', [null, 7, 'x', [], {}, { content: 5 }], []],
];

describe('AdkEventMapper', () => {
  for (const [behaviour, events, parts, given] of table) {
    it(`shows ${behaviour}`, async () => {
      assert.deepEqual(outline((await run(events, given)).message), parts);
    });
  }

  it('marks tools that the server runs and tools that it waits for', async () => {
    const { message } = await run([
      event([call('f1'), call('i1')], { longRunningToolIds: ['i1'] }),
    ]);
    const [, server, client] = message!.parts as Json[];
    assert.equal(server!.providerExecuted, true);
    assert.deepEqual(server!.toolMetadata, { author: 'agent', longRunning: false });
    assert.equal(client!.providerExecuted, undefined);
    assert.deepEqual(client!.toolMetadata, { author: 'agent', longRunning: true });
  });

  it('says of a credential request what a person has to know, and no secret', async () => {
    const authConfig = {
      authScheme: {
        type: 'oauth2',
        flows: { authorizationCode: { scopes: { mail: 'Read your mail' } } },
      },
      rawAuthCredential: { authType: 'oauth2', oauth2: { clientSecret: 'hush' } },
      exchangedAuthCredential: { oauth2: { authUri: 'https://a.test/auth', clientSecret: 'hush' } },
      credentialKey: 'k1',
    };
    const { message } = await run([
      event([call('a1', 'adk_request_credential', { functionCallId: 'f1', authConfig })], {
        longRunningToolIds: ['a1'],
      }),
      {
        author: 'user',
        content: { parts: [response('a1', { token: 'hush' }, 'adk_request_credential')] },
      },
    ]);
    const part = message!.parts.find(({ type }) => type === 'dynamic-tool') as Json;
    assert.deepEqual(part.input, {
      scheme: 'oauth2',
      authUri: 'https://a.test/auth',
      scopes: ['mail'],
      key: 'k1',
    });
    assert.deepEqual(part.output, { status: 'signed in' });
    assert.doesNotMatch(JSON.stringify(message), /hush/);
  });

  it('hands on the hint and the payload of a question', async () => {
    const { chunks } = await run([confirmation('c1', 'f1', { hint: 'Sure?', payload: { n: 1 } })]);
    assert.deepEqual(
      chunks.find(({ type }) => type === 'tool-approval-request'),
      {
        type: 'tool-approval-request',
        approvalId: 'c1',
        toolCallId: 'f1',
        reason: 'Sure?',
        approvalDescriptor: { payload: { n: 1 } },
      },
    );
  });

  it('drops the hint that ADK writes for programs', async () => {
    const hint =
      'Please approve or reject the tool call pay() by responding with a FunctionResponse with an expected ToolConfirmation payload.';
    const { chunks } = await run([confirmation('c1', 'f1', { hint })]);
    assert.equal('reason' in chunks.find(({ type }) => type === 'tool-approval-request')!, false);
  });

  it('updates the message that a continuation continues', async () => {
    const { message } = await run([confirmation('c1', 'f1')]);
    const answered: [string, AdkCall][] = [
      ['f1', { toolName: 'pay', longRunning: false, approvalId: 'c1', approved: true }],
    ];
    const after = await run(
      [event([response('f1', { paid: 5 }, 'pay')]), event([{ text: 'Paid.' }])],
      { calls: answered, message },
    );
    assert.deepEqual(outline(after.message), [
      'pay#f1:output-available={"paid":5}',
      '|',
      'text(Paid.)',
    ]);
  });

  it('ends a continuation without events quietly', async () => {
    const { chunks, failure } = await run([]);
    assert.deepEqual(chunks, [{ type: 'finish', finishReason: 'stop' }]);
    assert.equal(failure, undefined);
  });

  it('reports state changes without storing them', async () => {
    const { chunks, message } = await run([
      event([], { actions: { stateDelta: { city: 'Paris' }, state_delta: {} } }),
    ]);
    assert.deepEqual(chunks[0], {
      type: 'data-adk-state',
      data: { city: 'Paris' },
      transient: true,
    });
    assert.deepEqual(message?.parts ?? [], []);
  });

  for (const [unit, timestamp] of [
    ['seconds', 1_700_000_000.5],
    ['milliseconds', 1_700_000_000_500],
  ] as const) {
    it(`reads a time in ${unit}, usage, model and author into the metadata`, async () => {
      const { message } = await run([
        event([{ text: 'x' }], {
          timestamp,
          invocationId: 'inv',
          modelVersion: 'm-1',
          usageMetadata: { totalTokenCount: 9 },
        }),
      ]);
      assert.deepEqual(message!.metadata, {
        author: 'agent',
        usage: { totalTokenCount: 9 },
        modelVersion: 'm-1',
        invocationId: 'inv',
        createdAt: 1_700_000_000_500,
        eventId: 'e1',
      });
    });
  }

  for (const [errorCode, finishReason] of [
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['STOP', 'stop'],
  ]) {
    it(`finishes with ${finishReason} after ${errorCode} and keeps the text`, async () => {
      const { chunks, message, failure } = await run([event([{ text: 'Cut o' }], { errorCode })]);
      assert.deepEqual(chunks.at(-1), { type: 'finish', finishReason });
      assert.deepEqual(outline(message), ['|', 'text(Cut o)']);
      assert.equal(failure, undefined);
    });
  }

  const failures: [string, unknown, string, boolean, string | undefined][] = [
    ['error line of TypeScript', { error: 'boom' }, 'server', false, 'boom'],
    [
      'error line of Python',
      { error: 'ValueError: boom', error_details: { trace: 'x' } },
      'server',
      false,
      'ValueError: boom',
    ],
    ['error object', { error: { code: 400, message: 'boom' } }, 'server', false, 'boom'],
    ['detail', { detail: 'boom' }, 'server', false, 'boom'],
    ['validation details', { detail: [{ msg: 'a' }, { msg: 'b' }] }, 'server', false, 'a; b'],
    ['error event', event([], { errorCode: 'X', errorMessage: 'boom' }), 'server', false, 'boom'],
    ['error event without words', event([], { errorCode: 'OTHER' }), 'server', false, 'OTHER'],
    [
      'busy model',
      event([], { errorCode: '429', errorMessage: 'Quota' }),
      'rate-limit',
      true,
      'Quota',
    ],
    ['numeric code', event([], { errorCode: 429 }), 'rate-limit', true, undefined],
    ['overloaded model', { error: '503 UNAVAILABLE' }, 'server', true, '503 UNAVAILABLE'],
  ];
  for (const [shape, line, code, retryable, details] of failures) {
    it(`turns the ${shape} into one error at the end, keeping the text`, async () => {
      const { chunks, message, failure } = await run([partial('So f'), line]);
      assert.equal(failure?.code, code);
      assert.equal(failure.retryable, retryable);
      assert.equal(failure.details, details);
      assert.equal(chunks.filter(({ type }) => type === 'error').length, 1);
      assert.deepEqual(outline(message), ['|', 'text(So f)']);
    });
  }

  it('is not fooled by ids that objects treat specially', async () => {
    const { message } = await run([
      event([call('__proto__'), call('constructor')]),
      event([response('__proto__', { a: 1 }), response('constructor', { b: 2 })]),
    ]);
    assert.deepEqual(outline(message), [
      '|',
      'tool#__proto__:output-available={"a":1}',
      'tool#constructor:output-available={"b":2}',
    ]);
  });
});
