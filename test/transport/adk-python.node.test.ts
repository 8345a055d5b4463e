import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { ChatDriver, type DriverOptions } from '../support/chat-driver.js';
import {
  startPythonAdk,
  urlSafe,
  type PythonAdk,
  type PythonAgent,
} from '../support/python-adk.js';

const event = (parts: object[], more: object = {}) => ({
  id: `e${Math.random()}`,
  invocationId: 'e-1',
  author: 'weather',
  timestamp: 1_700_000_000.25,
  content: { role: 'model', parts },
  ...more,
});

describe('an ADK server for Python', () => {
  let server: PythonAdk;
  let chat: ChatDriver;

  afterEach(async () => {
    await ChatDriver.closeAll();
    await server.close();
  });

  async function open(agent: PythonAgent, options: DriverOptions = {}): Promise<void> {
    server = await startPythonAdk(agent);
    chat = ChatDriver.open('adk', server.url, { appName: 'weather', userId: 'u', ...options });
  }

  it('streams text, times in seconds and pictures in URL-safe base64', async () => {
    const data = urlSafe(new Uint8Array([251, 255, 190]));
    await open({
      run: () => [
        event([{ text: 'Hel' }], { partial: true }),
        event([{ text: 'Hello' }, { inlineData: { mimeType: 'image/png', data } }]),
      ],
    });
    await chat.ask('hi');
    assert.equal(chat.answer, 'Hello');
    const { parts, metadata } = chat.store.lastMessage!;
    assert.deepEqual(
      parts.find(({ type }) => type === 'file'),
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,+/++' },
    );
    assert.equal((metadata as { createdAt: number }).createdAt, 1_700_000_000_250);
  });

  it('asks in its own order of events and takes the answer', async () => {
    const asked = { id: 'c1', name: 'adk_request_confirmation' };
    await open({
      run: (parts) =>
        'functionResponse' in parts[0]!
          ? [event([{ functionResponse: { id: 'f1', name: 'pay', response: { paid: 5 } } }])]
          : [
              event([{ functionCall: { id: 'f1', name: 'pay', args: { amount: 5 } } }]),
              event(
                [
                  {
                    functionCall: {
                      ...asked,
                      args: {
                        originalFunctionCall: { id: 'f1', name: 'pay', args: { amount: 5 } },
                        toolConfirmation: { hint: '', confirmed: false },
                      },
                    },
                  },
                ],
                { longRunningToolIds: ['c1'] },
              ),
              event(
                [
                  {
                    functionResponse: {
                      id: 'f1',
                      name: 'pay',
                      response: {
                        error: 'This tool call requires confirmation, please approve or reject.',
                      },
                    },
                  },
                ],
                { actions: { requestedToolConfirmations: { f1: {} }, skipSummarization: true } },
              ),
            ],
    });
    await chat.ask('pay');
    await chat.decide('yes');
    await chat.until(() => chat.states[0] === 'output-available' && !chat.store.isBusy);
    assert.deepEqual((server.posts[1]!.newMessage as { parts: object[] }).parts, [
      { functionResponse: { ...asked, response: { confirmed: true } } },
    ]);
  });

  it('sends decisions and text as two requests, decisions first', async () => {
    const question = {
      id: 'c1',
      name: 'adk_request_confirmation',
      args: {
        originalFunctionCall: { id: 'f1', name: 'pay', args: {} },
        toolConfirmation: { hint: '' },
      },
    };
    await open({
      run: (parts) =>
        JSON.stringify(parts).includes('pay now')
          ? [event([{ functionCall: question }], { longRunningToolIds: ['c1'] })]
          : [event([{ text: `Got ${Object.keys(parts[0]!).join()}` }])],
    });
    await chat.ask('pay now');
    const [user, assistant] = chat.store.messages;
    const [part] = chat.tools;
    const stream = await chat.transport.sendMessages({
      trigger: 'submit-message',
      chatId: 'chat',
      messageId: undefined,
      abortSignal: undefined,
      messages: [
        user!,
        {
          ...assistant!,
          parts: [
            {
              ...part!,
              state: 'approval-responded',
              approval: { id: 'c1', approved: false },
            } as never,
          ],
        },
        { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'and hello' }] },
      ],
    });
    for await (const chunk of stream) void chunk;
    assert.deepEqual(
      server.posts.slice(1).map(({ newMessage }) => (newMessage as { parts: object[] }).parts),
      [
        [
          {
            functionResponse: {
              id: 'c1',
              name: 'adk_request_confirmation',
              response: { confirmed: false },
            },
          },
        ],
        [{ text: 'and hello' }],
      ],
    );
  });

  it('ends a continuation without events quietly and keeps the decision', async () => {
    const call = { id: 'i1', name: 'get_user_choice', args: { options: ['a'] } };
    await open({
      run: (parts) =>
        'text' in parts[0]!
          ? [event([{ functionCall: call }], { longRunningToolIds: ['i1'] })]
          : [],
    });
    await chat.ask('choose');
    void chat.store.addToolOutput({ tool: 'x', toolCallId: 'i1', output: 'a' });
    await chat.until(() => server.posts.length === 2 && !chat.store.isBusy);
    assert.equal(chat.store.status, 'ready');
    assert.equal(server.posts.length, 2);
    assert.equal(chat.states[0], 'output-available');
  });

  it('keeps a credential out of every message, and sends it in its place', async () => {
    const authConfig = {
      authScheme: { type: 'apiKey', in: 'header', name: 'X-Key' },
      rawAuthCredential: { authType: 'apiKey', oauth2: { clientSecret: 'client-secret' } },
      credentialKey: 'k1',
    };
    await open(
      {
        run: (parts) =>
          'text' in parts[0]!
            ? [
                event(
                  [
                    {
                      functionCall: {
                        id: 'a1',
                        name: 'adk_request_credential',
                        args: { function_call_id: 'f1', auth_config: authConfig },
                      },
                    },
                  ],
                  { longRunningToolIds: ['a1'] },
                ),
              ]
            : [event([{ text: 'Signed in.' }])],
      },
      { sessionId: 'kept' },
    );
    await chat.ask('sign in');
    await chat.transport.holdAnswer!('a1', (asked) => ({
      ...asked,
      exchangedAuthCredential: { authType: 'apiKey', apiKey: 'top-secret' },
    }));
    void chat.store.addToolOutput({ tool: 'x', toolCallId: 'a1', output: { status: 'signed in' } });
    await chat.until(() => chat.answer === 'Signed in.' && !chat.store.isBusy);
    const { parts } = server.posts[1]!.newMessage as { parts: { functionResponse: object }[] };
    assert.deepEqual(parts[0]!.functionResponse, {
      id: 'a1',
      name: 'adk_request_credential',
      response: {
        ...authConfig,
        exchangedAuthCredential: { authType: 'apiKey', apiKey: 'top-secret' },
      },
    });
    const again = ChatDriver.open('adk', server.url, {
      appName: 'weather',
      userId: 'u',
      sessionId: 'kept',
    });
    await again.until(() => again.store.messages.length > 0);
    for (const { store } of [chat, again]) {
      assert.doesNotMatch(JSON.stringify(store.messages), /secret/);
    }
  });

  it('reports the details of a failed run', async () => {
    await open({
      run: () => [
        event([{ text: 'So f' }], { partial: true }),
        { error: 'ValueError: boom', error_details: { trace: 'x' } },
      ],
    });
    await chat.ask('hi');
    assert.equal(chat.store.error!.details, 'ValueError: boom');
    assert.equal(chat.answer, 'So f');
  });

  it('takes an answer that breaks off for lost, not for complete', async () => {
    await open({ run: () => [event([{ text: 'To be cont' }], { partial: true })] });
    await chat.ask('hi');
    assert.equal(chat.store.error!.code, 'network');
    assert.equal(chat.answer, 'To be cont');
  });

  it('is told to be too old when it can not stream', async () => {
    await open({
      http: (path) => (path === '/run_sse' ? [404, { detail: 'Not Found' }] : undefined),
    });
    await chat.ask('hi');
    assert.equal(chat.store.error!.code, 'unsupported');
    assert.match(chat.store.error!.message, /too old/);
  });

  it('names the apps when the name is wrong', async () => {
    await open(
      { http: (path) => (path === '/run_sse' ? [500, { detail: 'No root_agent' }] : undefined) },
      { appName: 'typo' },
    );
    await chat.ask('hi');
    assert.match(chat.store.error!.message, /"typo".*one of: weather/);
  });

  it('says which origin to allow when it refuses the page behind a proxy', async () => {
    await open({ http: () => [403, { detail: 'Forbidden: origin not allowed' }] });
    await chat.ask('hi');
    assert.match(chat.store.error!.message, /--allow_origins=/);
  });
});
