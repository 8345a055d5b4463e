import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { textOf, toolPartsOf } from '../../src/chat/message-parts.js';
import type { LiveEvents } from '../../src/transport/transport.js';
import { ChatDriver } from '../support/chat-driver.js';
import {
  startPythonAdk,
  urlSafe,
  type PythonAdk,
  type PythonAgent,
} from '../support/python-adk.js';

const AUDIO = Int16Array.from({ length: 2400 }, (_, i) => Math.round(12_000 * Math.sin(i / 7)));
const sound = {
  content: {
    role: 'model',
    parts: [
      {
        inlineData: {
          mimeType: 'audio/pcm;rate=24000',
          data: urlSafe(new Uint8Array(AUDIO.buffer)),
        },
      },
    ],
  },
};

/** A model that answers each utterance and each typed text. */
const talkative: PythonAgent = {
  live(frame, reply) {
    const text = (frame.content as { parts: { text?: string }[] } | undefined)?.parts[0]?.text;
    if (text !== undefined) {
      reply({ outputTranscription: { text: `Typed: ${text}`, finished: true } });
      return reply({ turnComplete: true });
    }
    // A second of silence ends what the user says.
    const { data = '' } = (frame.blob ?? {}) as { data?: string };
    if (Buffer.from(data, 'base64').length < 32_000) return;
    reply({ author: 'user', partial: true, inputTranscription: { text: 'Good ' } });
    reply({ author: 'user', partial: true, inputTranscription: { text: 'day' } });
    reply({ author: 'user', inputTranscription: { text: 'Good day', finished: true } });
    reply({ usageMetadata: { totalTokenCount: 3 } });
    reply({ partial: true, outputTranscription: { text: 'And to ' } });
    reply(sound);
    reply({ partial: true, outputTranscription: { text: 'you' } });
    reply({ turnComplete: true });
    reply({ outputTranscription: { text: 'And to you', finished: true } });
  },
};

describe('voice with an ADK server for Python', () => {
  let server: PythonAdk;
  let chat: ChatDriver;
  let heard: { [K in keyof LiveEvents]?: LiveEvents[K][] };

  afterEach(async () => {
    await ChatDriver.closeAll();
    await server.close();
  });

  async function open(agent: PythonAgent = talkative): Promise<void> {
    server = await startPythonAdk({
      run: (parts) => [
        {
          id: 'e',
          author: 'weather',
          content: { parts: [{ text: `By text: ${JSON.stringify(parts)}` }] },
        },
      ],
      ...agent,
    });
    chat = ChatDriver.open('adk', server.url, { userId: 'u' });
    heard = {};
    for (const type of ['pcm', 'transcript', 'interrupted', 'state', 'notice'] as const) {
      chat.transport.on(type, (detail) => ((heard[type] ??= []) as unknown[]).push(detail));
    }
  }

  const talk = async () => {
    await chat.transport.startVoice!();
    chat.transport.sendAudio!(new Int16Array(640).fill(500));
    chat.transport.setActivity!('end');
  };

  it('hears and speaks: both sides become messages, and the sound a file', async () => {
    await open();
    await talk();
    await chat.until(() => chat.roles === 'ua' && !chat.store.isBusy);
    assert.deepEqual(chat.store.messages.map(textOf), ['Good day', 'And to you']);
    assert.deepEqual(
      heard.pcm!.map(({ sampleRate }) => sampleRate),
      [24_000],
    );
    assert.deepEqual([...heard.pcm![0]!.samples], [...AUDIO]);
    assert.ok(chat.store.messages[1]!.parts.some(({ type }) => type === 'file'));
    assert.deepEqual(
      heard.transcript!.filter(({ final }) => final),
      [
        { role: 'user', text: 'Good day', final: true },
        { role: 'assistant', text: 'And to you', final: true },
      ],
    );
    const { query } = server.connections[0]!;
    assert.deepEqual(Object.fromEntries(query), {
      app_name: 'weather',
      user_id: 'u',
      session_id: 's1',
      modalities: 'AUDIO',
    });
    const { blob } = server.frames[0] as { blob: { mimeType: string; data: string } };
    assert.equal(blob.mimeType, 'audio/pcm;rate=16000');
    assert.equal(Buffer.from(blob.data, 'base64').length, 1280);
  });

  it('sends typed text through the socket while voice is on, and by HTTP afterwards', async () => {
    await open();
    await chat.transport.startVoice!();
    await chat.ask('hello');
    assert.equal(chat.answer, 'Typed: hello');
    assert.deepEqual(server.frames, [{ content: { role: 'user', parts: [{ text: 'hello' }] } }]);
    await chat.transport.stopVoice!();
    await chat.ask('again');
    assert.match(chat.answer, /^By text/);
    assert.equal(server.posts[0]!.sessionId, server.connections[0]!.query.get('session_id'));
    assert.deepEqual(server.frames.at(-1), { close: true });
  });

  it('falls silent when it is interrupted and keeps what was said', async () => {
    await open({
      live: (_, reply) => {
        reply({ partial: true, outputTranscription: { text: 'I was say' } });
        reply({ interrupted: true });
        reply({ turnComplete: true });
      },
    });
    await chat.transport.startVoice!();
    chat.transport.sendAudio!(new Int16Array(640));
    await chat.until(
      () => heard.interrupted?.length === 1 && !chat.store.isBusy && chat.roles === 'a',
    );
    assert.equal(chat.answer, 'I was say');
  });

  it('connects again to the same session when the connection is lost', async () => {
    await open();
    await talk();
    await chat.until(() => chat.roles === 'ua' && !chat.store.isBusy);
    server.connections[0]!.socket.terminate();
    await chat.until(() => server.connections.length === 2);
    await chat.until(() => heard.state!.at(-1) === 'open');
    assert.deepEqual(heard.state, ['connecting', 'open', 'reconnecting', 'open']);
    assert.equal(server.connections[1]!.query.get('session_id'), 's1');
    await talk();
    await chat.until(() => chat.roles === 'uaua' && !chat.store.isBusy);
  });

  it('says that an approval is not possible by voice', async () => {
    await open({
      live: (_, reply) => {
        const call = { id: 'f1', name: 'pay', args: { amount: 5 } };
        reply({ content: { role: 'model', parts: [{ functionCall: call }] } });
        reply({
          content: {
            role: 'user',
            parts: [
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
          },
          actions: { requestedToolConfirmations: { f1: { hint: '' } } },
        });
        reply({ turnComplete: true });
      },
    });
    await chat.transport.startVoice!();
    chat.transport.sendAudio!(new Int16Array(640));
    await chat.until(() => chat.tools[0]?.state === 'output-error' && !chat.store.isBusy);
    assert.deepEqual(
      heard.notice!.map(({ code }) => code),
      ['live-confirmation'],
    );
    assert.match(heard.notice![0]!.message, /Ask again by text/);
    assert.deepEqual(chat.store.pendingApprovals, []);
  });

  it('answers a long-running tool through the socket', async () => {
    await open({
      live: (frame, reply) => {
        const { parts } = (frame.content ?? { parts: [] }) as {
          parts: { functionResponse?: object }[];
        };
        if (parts[0]?.functionResponse) {
          reply({ outputTranscription: { text: 'Thank you.', finished: true } });
        } else {
          const call = { id: 'i1', name: 'get_user_choice', args: { options: ['a'] } };
          reply({ content: { parts: [{ functionCall: call }] }, longRunningToolIds: ['i1'] });
        }
        reply({ turnComplete: true });
      },
    });
    await chat.transport.startVoice!();
    chat.transport.sendAudio!(new Int16Array(640));
    await chat.until(() => chat.tools.length === 1 && !chat.store.isBusy);
    void chat.store.addToolOutput({ tool: 'x', toolCallId: 'i1', output: 'a' });
    await chat.until(() => /Thank you/.test(chat.answer) && !chat.store.isBusy);
    assert.deepEqual(server.frames.at(-1), {
      content: {
        role: 'user',
        parts: [
          { functionResponse: { id: 'i1', name: 'get_user_choice', response: { result: 'a' } } },
        ],
      },
    });
    assert.equal(toolPartsOf(chat.store.messages[0]!)[0]!.state, 'output-available');
  });

  it('sends at most one camera frame a second', async () => {
    await open({});
    await chat.transport.startVoice!();
    for (let i = 0; i < 3; i++) chat.transport.sendFrame!(new Uint8Array([255, 216, i]));
    await chat.until(() => server.frames.length > 0);
    assert.deepEqual(server.frames, [{ blob: { mimeType: 'image/jpeg', data: '/9gA' } }]);
  });
});
