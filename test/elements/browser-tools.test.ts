import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { resetMouse } from '@web/test-runner-commands';
import { tool, type ToolSet } from 'ai';
import { url } from 'mock-backend:url';
import { z } from 'zod';
import '../../src/define.js';
import type { AdkChatElement, TransportKind } from '../../src/index.js';
import { textOf } from '../support/chat-with-tools.js';
import { armed, clickOn } from '../support/trusted-input.js';

const transports: [name: string, kind: TransportKind, endpoint: string][] = [
  ['SSE', 'sse', `${url}/api/chat`],
  ['WebSocket', 'websocket', `${url.replace('http', 'ws')}/api/chat`],
  ['adk-stream over SSE', 'adk-stream', `${url}/stream`],
  ['adk-stream over a live socket', 'adk-stream', `${url.replace('http', 'ws')}/live`],
];

async function open(kind: TransportKind, endpoint: string, needsApproval = false) {
  const calls: unknown[] = [];
  const tracks: number[] = [];
  const tools: ToolSet = {
    get_location: tool({
      description: 'Where the user is',
      inputSchema: z.object({ precise: z.boolean().optional() }),
      needsApproval,
      execute: (input) => {
        calls.push(input);
        return { city: 'Kyoto' };
      },
    }),
    change_bgm: tool({
      inputSchema: z.object({ track: z.number() }),
      execute: ({ track }) => {
        tracks.push(track);
        return { success: true };
      },
    }),
  };
  const chat = await fixture<AdkChatElement>(
    html`<adk-chat
      style="height: 600px"
      chat-id=${crypto.randomUUID()}
      .transport=${kind}
      .endpoint=${endpoint}
      .tools=${tools}
    ></adk-chat>`,
  );
  await waitUntil(() => chat.store);
  const root = chat.shadowRoot!;
  const says = (text: string) =>
    waitUntil(
      () => textOf(root.querySelector('adk-message:last-child'))?.includes(text),
      `never said "${text}"`,
      { timeout: 15_000 },
    );
  const button = (name: string) =>
    root
      .querySelector('tool-approval')
      ?.shadowRoot!.querySelector<HTMLElement>(`[part~="${name}-button"]`);
  return { chat, root, calls, tracks, says, button };
}

for (const [name, kind, endpoint] of transports) {
  describe(`browser tools over ${name}`, () => {
    afterEach(() => resetMouse());

    // Over SSE an adk-stream server can't wait for a browser: it asks about each call.
    if (!endpoint.endsWith('/stream')) {
      it('runs a tool() and tells the agent its result', async () => {
        const { chat, root, calls, says } = await open(kind, endpoint);
        await chat.send('where am I?');
        await says('Kyoto');
        expect(calls).to.deep.equal([{}]);
        expect(root.querySelector('tool-approval')).to.equal(null);
        expect(textOf(root.querySelector('.tool > summary'))).to.match(/^get_location Done · /);
      });

      it('leaves the call to a host that cancels adk-tool-call', async () => {
        const { chat, calls, says } = await open(kind, endpoint);
        chat.addEventListener('adk-tool-call', (event) => {
          event.preventDefault();
          const { toolName, toolCallId } = event.detail;
          void chat.store!.addToolOutput({ tool: toolName, toolCallId, output: { city: 'Nara' } });
        });
        await chat.send('where am I?');
        await says('Nara');
        expect(calls).to.deep.equal([]);
      });
    }

    it('performs a side effect exactly once, whoever tells the agent that it is done', async () => {
      const { chat, tracks, says } = await open(kind, endpoint);
      await chat.send('change the music');
      await says('The music is playing.');
      await waitUntil(() => tracks.length > 0);
      await chat.send('hello');
      await says('Hello!');
      expect(tracks).to.deep.equal([2]);
    });

    it('asks before it runs a tool that the server asks about', async () => {
      const { chat, root, calls, says, button } = await open(kind, endpoint);
      void chat.send('where exactly am I?');
      await armed(() => button('approve'));
      expect(calls).to.deep.equal([]);
      expect(textOf(root.querySelector('tool-approval')!.shadowRoot)).to.contain(
        'Where the user is',
      );
      await clickOn(button('approve')!);
      await says('Kyoto');
      expect(calls).to.deep.equal([{ precise: true }]);
    });

    it('asks by itself for a tool that needs approval, and never runs what was denied', async () => {
      const { chat, calls, says, button } = await open(kind, endpoint, true);
      void chat.send('where am I?');
      await armed(() => button('deny'));
      await clickOn(button('deny')!);
      await says('I do not know where you are');
      expect(calls).to.deep.equal([]);
    });
  });
}
