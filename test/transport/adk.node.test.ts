import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { ToolSet, UIMessage } from 'ai';
import { ChatStore } from '../../src/chat/chat-store.js';
import { textOf, toolPartsOf, type AnyToolPart } from '../../src/chat/message-parts.js';
import { AdkError } from '../../src/errors.js';
import { createTransport } from '../../src/transport/create-transport.js';
import type { TransportOptions } from '../../src/transport/transport.js';
import { startAdkServer, type AdkServer } from '../adk/server.mjs';
import { nodeWebSocket } from '../support/chat-driver.js';

/** What left the browser, as the server got it. */
interface Sent {
  path: string;
  method: string;
  body: { newMessage?: { parts: object[] }; [key: string]: unknown } | undefined;
}

describe('the adk transport and a real ADK server', () => {
  let server: AdkServer;
  let store: ChatStore;
  let sent: Sent[] = [];
  const stores: ChatStore[] = [];

  before(async () => {
    server = await startAdkServer();
  });
  after(() => server.stop());
  afterEach(async () => {
    for (const each of stores.splice(0)) await each.dispose();
    sent = [];
  });

  const recording: typeof fetch = async (input, init) => {
    sent.push({
      path: new URL(String(input)).pathname,
      method: init?.method ?? 'GET',
      body: init?.body ? JSON.parse(String(init.body)) : undefined,
    });
    return fetch(input, init);
  };

  function open(options: Partial<TransportOptions> = {}, tools: ToolSet = {}): ChatStore {
    const transport = createTransport({
      kind: 'adk',
      endpoint: server.url,
      appName: 'scripted',
      fetch: recording,
      ...options,
    });
    store = new ChatStore({ transport, tools });
    stores.push(store);
    return store;
  }

  /** Resolves when the chat says so. */
  async function until(condition: () => unknown, chat = store): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        const state = { status: chat.status, error: chat.error, messages: chat.messages };
        reject(new Error(`never happened: ${condition}\n${JSON.stringify(state)}`));
      }, 15_000);
      const unsubscribe = chat.subscribe(() => {
        if (!condition()) return;
        clearTimeout(timer);
        unsubscribe();
        resolve();
      });
    });
  }

  const say = async (text: string, chat = store) => {
    await chat.sendMessage({ text });
    await until(() => !chat.isBusy, chat);
  };
  const answer = (chat = store): string => (chat.lastMessage ? textOf(chat.lastMessage) : '');
  const tools = (chat = store): AnyToolPart[] => chat.messages.flatMap(toolPartsOf);
  const runs = () => sent.filter(({ path }) => path === '/run_sse');
  const partsOf = (run: Sent | undefined) => run?.body?.newMessage?.parts;

  it('makes a session and streams an answer without doubling it', async () => {
    open();
    await say('hi');
    assert.equal(answer(), 'Hello! How can I help?');
    assert.equal(store.status, 'ready');
    const { metadata } = store.lastMessage as UIMessage<Record<string, unknown>>;
    assert.equal(metadata!.author, 'assistant');
    assert.deepEqual(metadata!.usage, {
      promptTokenCount: 3,
      candidatesTokenCount: 6,
      totalTokenCount: 9,
    });
    assert.deepEqual(
      sent.map(({ method }) => method),
      ['POST', 'POST'],
    );
    await say('remember me');
    assert.equal(answer(), 'You said: remember me');
    assert.equal(runs()[0]!.body!.sessionId, runs()[1]!.body!.sessionId);
  });

  it('needs no app name where the server has a single app', async () => {
    open({ appName: undefined });
    await say('hi');
    assert.equal(answer(), 'Hello! How can I help?');
    assert.equal(runs()[0]!.body!.appName, 'scripted');
  });

  it('shows thoughts as reasoning', async () => {
    open();
    await say('think');
    assert.deepEqual(outline(store.messages)[1], [
      'assistant',
      [
        { type: 'reasoning', text: 'Weighing both sides.', state: 'done' },
        { type: 'text', text: 'Forty-two.', state: 'done' },
      ],
    ]);
  });

  it('shows a tool that the server runs and goes on in the same message', async () => {
    open();
    await say('weather');
    const [tool] = tools();
    assert.equal(tool!.state, 'output-available');
    assert.deepEqual(tool!.output, { city: 'Paris', sky: 'clear' });
    assert.match(answer(), /^Done\. get_weather/);
    assert.equal(runs().length, 1);
  });

  for (const [decision, state, response] of [
    ['yes', 'output-available', { paid: 5, to: 'Ann' }],
    ['no', 'output-denied', undefined],
  ] as const) {
    it(`sends the answer "${decision}" once, as a boolean, and continues`, async () => {
      open();
      await say('pay');
      const [question] = store.pendingApprovals;
      assert.equal(question!.toolName, 'pay');
      void store.decide({ approvalId: question!.approvalId, decision });
      void store.decide({ approvalId: question!.approvalId, decision: 'yes' });
      await until(() => /^Done/.test(answer()) && !store.isBusy);
      assert.equal(runs().length, 2);
      assert.deepEqual(partsOf(runs()[1]), [
        {
          functionResponse: {
            id: question!.approvalId,
            name: 'adk_request_confirmation',
            response: { confirmed: decision === 'yes' },
          },
        },
      ]);
      const [tool] = tools();
      assert.equal(tool!.state, state);
      assert.deepEqual(tool!.output, response);
      assert.equal(store.messages.length, 2);
    });
  }

  it('sends two answers in one message when both are given', async () => {
    open();
    await say('pay both');
    const [first, second] = store.pendingApprovals;
    await store.decide({ approvalId: first!.approvalId, decision: 'yes' });
    assert.equal(runs().length, 1);
    void store.decide({ approvalId: second!.approvalId, decision: 'no' });
    await until(() => /^Done/.test(answer()) && !store.isBusy);
    assert.equal(partsOf(runs()[1])!.length, 2);
    assert.deepEqual(
      tools().map(({ state }) => state),
      ['output-available', 'output-denied'],
    );
  });

  it('fills in what the tool asked for', async () => {
    open();
    await say('book');
    const [question] = store.pendingApprovals;
    assert.equal(question!.canAlways, false);
    assert.deepEqual(question!.part.approval!.descriptor, {
      payload: { approved_days: 10, note: '' },
    });
    void store.decide({
      approvalId: question!.approvalId,
      decision: 'yes',
      payload: { approved_days: 3 },
    });
    await until(() => tools()[0]!.state === 'output-available' && !store.isBusy);
    assert.deepEqual(tools()[0]!.output, { granted: 3 });
  });

  it('answers a long-running call with what the user chose', async () => {
    open();
    await say('choose');
    const [tool] = tools();
    assert.equal(tool!.state, 'input-available');
    void store.addToolOutput({ tool: 'x', toolCallId: tool!.toolCallId, output: 'Tea' });
    await until(() => /^Done/.test(answer()) && !store.isBusy);
    assert.equal(answer(), 'Done. get_user_choice: {"result":"Tea"}');
  });

  it('runs a browser tool for a long-running call', async () => {
    open(
      {},
      {
        get_location: {
          inputSchema: { validate: (value: unknown) => ({ success: true, value }) } as never,
          execute: async () => ({ city: 'Oslo' }),
        },
      },
    );
    await say('where');
    await until(() => /^Done/.test(answer()) && !store.isBusy);
    assert.equal(answer(), 'Done. get_location: {"city":"Oslo"}');
  });

  it('offers a call without a tool to the host, once', async () => {
    open();
    const offered: string[] = [];
    store.onBeforeToolCall = ({ toolName, toolCallId }) => {
      offered.push(toolName);
      void Promise.resolve().then(() =>
        store.addToolOutput({ tool: toolName, toolCallId, output: { city: 'Rome' } }),
      );
      return false;
    };
    await say('where');
    await until(() => /^Done/.test(answer()) && !store.isBusy);
    assert.equal(answer(), 'Done. get_location: {"city":"Rome"}');
    assert.deepEqual(offered, ['get_location']);
  });

  it('keeps what arrived before the agent failed, and can try again', async () => {
    open();
    await say('error');
    assert.equal(store.status, 'error');
    assert.equal(store.error!.code, 'server');
    assert.equal(store.error!.details, 'The scripted model broke down.');
    assert.equal(answer(), 'I was about to');
    await store.retry();
    assert.deepEqual(partsOf(runs()[1]), [{ text: 'error' }]);
  });

  it('tells a busy model from a broken one', async () => {
    open();
    await say('429');
    assert.equal(store.error!.code, 'rate-limit');
    assert.equal(store.error!.retryable, true);
  });

  it('names the agent that took over', async () => {
    open();
    await say('transfer');
    assert.deepEqual(
      store.lastMessage!.parts.find(({ type }) => type === 'data-adk-agent'),
      { type: 'data-adk-agent', data: { name: 'specialist' } },
    );
    assert.equal(answer(), 'Hello! How can I help?');
  });

  it('lists an artifact and fetches it when asked', async () => {
    open();
    await say('draw');
    assert.deepEqual(
      store.lastMessage!.parts.find(({ type }) => type === 'data-adk-artifact'),
      {
        type: 'data-adk-artifact',
        id: 'red.png',
        data: { name: 'red.png', version: 0 },
      },
    );
    assert.ok(sent.every(({ path }) => !path.includes('artifacts')));
    const file = (await store.liveTransport!.loadFile!('red.png', 0))!;
    assert.equal(file.mediaType, 'image/png');
    assert.match(file.url, /^data:image\/png;base64,iVBOR/);
  });

  it('stops the run on the server', async () => {
    open();
    const done = store.sendMessage({ text: 'slow' });
    await until(() => answer().includes('word1'));
    await store.stop();
    await done;
    assert.equal(store.status, 'ready');
    const text = answer();
    await say('hi');
    assert.match(text, /^word0 word1/);
    assert.equal(textOf(store.messages[1]!), text);
    assert.equal(answer(), 'Hello! How can I help?');
  });

  it('sends files as inline data and keeps their order', async () => {
    open();
    await store.sendMessage({
      parts: [
        { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAEC' },
        { type: 'file', mediaType: 'text/plain', url: 'data:text/plain,caf%C3%A9' },
        { type: 'file', mediaType: 'image/png', url: 'https://x.test/a.png' },
        { type: 'text', text: 'hi' },
      ],
    });
    assert.deepEqual(partsOf(runs()[0]), [
      { inlineData: { mimeType: 'image/png', data: 'AAEC' } },
      { inlineData: { mimeType: 'text/plain', data: 'Y2Fmw6k=' } },
      { fileData: { mimeType: 'image/png', fileUri: 'https://x.test/a.png' } },
      { text: 'hi' },
    ]);
  });

  it('explains that this server can not talk, and goes on by text', async () => {
    open({ webSocket: nodeWebSocket });
    await assert.rejects(
      () => store.liveTransport!.startVoice!(),
      (error) =>
        AdkError.isInstance(error) &&
        error.code === 'unsupported' &&
        /no \/run_live/.test(error.message),
    );
    await say('hi');
    assert.equal(answer(), 'Hello! How can I help?');
  });

  describe('a session that is known', () => {
    const same = { userId: 'ann', sessionId: '' };
    let count = 0;
    const resume = (toolSet?: ToolSet) => open({ ...same }, toolSet);
    const begin = () => {
      same.sessionId = `session-${++count}`;
      return resume();
    };
    const reopened = async (toolSet?: ToolSet) => {
      await store.dispose();
      resume(toolSet);
      await until(() => store.messages.length > 0);
    };

    it('is made under the name that the page gives it', async () => {
      begin();
      await say('hi');
      const response = await fetch(
        `${server.url}/apps/scripted/users/ann/sessions/${same.sessionId}`,
      );
      assert.equal(response.status, 200);
    });

    it('comes back with the same messages after a reload', async () => {
      begin();
      for (const text of ['hi', 'think', 'weather', 'draw', 'transfer']) await say(text);
      const shown = outline(store.messages);
      await reopened();
      assert.deepEqual(outline(store.messages), shown);
      assert.equal(runs().length, 5);
    });

    it('comes back with its open questions, which can still be answered', async () => {
      begin();
      await say('pay both');
      const [first] = store.pendingApprovals;
      assert.ok(first);
      await reopened();
      const [one, two] = store.pendingApprovals;
      assert.equal(one!.approvalId, first.approvalId);
      void store.decide({ approvalId: one!.approvalId, decision: 'yes' });
      void store.decide({ approvalId: two!.approvalId, decision: 'no' });
      await until(() => /^Done/.test(answer()) && !store.isBusy);
      assert.deepEqual(
        tools().map(({ state }) => state),
        ['output-available', 'output-denied'],
      );
      assert.equal(store.messages.length, 2);
      await reopened();
      assert.deepEqual(
        tools().map(({ state }) => state),
        ['output-available', 'output-denied'],
      );
    });

    it('asks before a browser tool runs that may have run before the reload', async () => {
      begin();
      await say('where');
      let count = 0;
      await reopened({
        get_location: {
          inputSchema: { validate: (value: unknown) => ({ success: true, value }) } as never,
          execute: async () => ({ city: `Oslo ${++count}` }),
        },
      });
      await until(() => store.pendingApprovals.length === 1);
      assert.equal(count, 0);
      void store.decide({ approvalId: store.pendingApprovals[0]!.approvalId, decision: 'yes' });
      await until(() => /^Done/.test(answer()) && !store.isBusy);
      assert.equal(answer(), 'Done. get_location: {"city":"Oslo 1"}');
    });

    it('settles a question that was answered in another window', async () => {
      const here = begin();
      await say('pay', here);
      const there = resume();
      await until(() => there.pendingApprovals.length === 1, there);
      const { approvalId } = there.pendingApprovals[0]!;
      void there.decide({ approvalId, decision: 'yes' });
      await until(() => /^Done/.test(answer(there)) && !there.isBusy, there);
      void here.decide({ approvalId, decision: 'no' });
      await until(() => /^Done/.test(answer(here)) && !here.isBusy, here);
      assert.equal(runs().length, 2, 'the second answer is never sent');
      assert.equal(tools(here)[0]!.state, 'output-available');
    });

    it('is made anew when the server has forgotten it', async () => {
      begin();
      await say('hi');
      await server.sessionService.deleteSession({ appName: 'scripted', ...same });
      const notices: string[] = [];
      store.subscribe((change) => change.type === 'notice' && notices.push(change.code));
      await say('remember this');
      assert.equal(answer(), 'You said: remember this');
      assert.equal(runs().length, 3);
      assert.deepEqual(notices, ['session-gone']);
    });

    it('says so when a question can not be answered because the server has forgotten it', async () => {
      begin();
      await say('pay');
      await server.sessionService.deleteSession({ appName: 'scripted', ...same });
      void store.decide({ approvalId: store.pendingApprovals[0]!.approvalId, decision: 'yes' });
      await until(() => store.status === 'error');
      assert.match(store.error!.message, /no longer knows this conversation/);
    });

    it('is found again through the storage, with the user that was made up', async () => {
      const values = new Map<string, string>();
      const storage = {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
      };
      open({ storage });
      await say('hi');
      await store.dispose();
      open({ storage });
      await until(() => store.messages.length > 0);
      assert.deepEqual(store.messages.map(textOf), ['hi', 'Hello! How can I help?']);
    });
  });
});

/** What a person would see of the messages. */
function outline(messages: readonly UIMessage[]): unknown[] {
  return messages.map(({ role, parts }) => [
    role,
    parts
      .filter(({ type }) => type !== 'step-start')
      .map((part) => JSON.parse(JSON.stringify({ ...part, id: undefined })) as unknown),
  ]);
}
