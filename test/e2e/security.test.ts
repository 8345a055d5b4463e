import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { AdkChatElement } from '../../src/index.js';
import { VECTORS } from '../security/corpus.js';
import { auditChat } from '../security/page-audit.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { startSite, type Site } from '../support/site.js';

/** One chunk of an answer; the types of the AI SDK are too deep for what crosses into a page. */
type Chunk = { type: string } & Record<string, unknown>;

interface Harness {
  hits: string[];
  /** Plays one answer after the other; resolves when the chat is at rest. */
  play(...answers: Chunk[][]): Promise<AdkChatElement>;
  /** Opens everything that is folded, so that it is drawn. */
  unfold(): Promise<void>;
}
declare const harness: Harness;

const HOST = `<!doctype html><html lang="en"><head><title>Host</title>
<script src="/dist/adk-chat.min.js"></script></head><body><adk-chat></adk-chat><script>
  // The loader of the tests names functions that are sent into the page.
  window.__name = (value) => value;
  const hits = [];
  window.pwned = () => hits.push(new Error('pwned').stack);
  window.alert = window.confirm = window.prompt = window.pwned;
  window.harness = {
    hits,
    async play(...answers) {
      const chat = document.querySelector('adk-chat');
      let turn = 0;
      chat.transport = {
        sendMessages: async () => {
          const chunks = answers[turn++];
          return new ReadableStream({
            start(controller) {
              for (const chunk of chunks) controller.enqueue(chunk);
              controller.close();
            },
          });
        },
        reconnectToStream: async () => null,
      };
      await chat.updateComplete;
      for (const answer of answers) await chat.send('go');
      await new Promise(requestAnimationFrame);
      await chat.updateComplete;
      return chat;
    },
    async unfold() {
      const root = document.querySelector('adk-chat').shadowRoot;
      for (let round = 0; round < 4; round++) {
        const folded = [...root.querySelectorAll('details:not([open])')];
        for (const details of folded.slice(0, 150)) details.open = true;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
</script></body></html>`;

const whole = (...chunks: Chunk[]): Chunk[] => [
  { type: 'start', messageId: `m${Math.random()}` },
  { type: 'start-step' },
  ...chunks,
  { type: 'finish-step' },
  { type: 'finish' },
];
const tool = (i: number, toolName: string, input: unknown): Chunk => ({
  type: 'tool-input-available',
  toolCallId: `call-${i}`,
  toolName,
  input,
  dynamic: true,
});

describe('hostile content', () => {
  let browser: Browser;
  let site: Site;
  let trap: Server;
  let page: Page;
  let visits: string[];
  let connections = 0;

  before(async () => {
    // Connections count, not requests: a preconnect is a leak, too.
    trap = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const { port } = trap.address() as AddressInfo;
    const rules = ['evil.test', '*.evil.test', 'ok.test', 'x']
      .map((host) => `MAP ${host} 127.0.0.1:${port}`)
      .join(', ');
    browser = await chromium.launch({
      executablePath: ensureBrowser(),
      args: [...BROWSER_ARGS, `--host-resolver-rules=${rules}`],
    });
    site = await startSite();
    site.pages.set('/', { html: HOST });
  });
  after(async () => {
    await browser.close();
    trap.close();
    await site.close();
  });
  afterEach(() => page?.close());

  async function open(): Promise<void> {
    connections = 0;
    visits = [];
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== site.url && !/^(data|blob):$/.test(protocol)) visits.push(request.url());
    });
    await page.goto(site.url);
  }

  /** Lets the chat receive one answer. */
  const play = (answer: Chunk[]) =>
    page.evaluate((chunks) => harness.play(chunks).then(() => undefined), answer);

  async function staysQuiet(): Promise<void> {
    await page.evaluate(() => harness.unfold());
    const result = {
      hits: await page.evaluate(() => harness.hits),
      visits,
      connections,
      found: await page.evaluate(auditChat),
      url: page.url(),
    };
    assert.deepEqual(result, {
      hits: [],
      visits: [],
      connections: 0,
      found: [],
      url: `${site.url}/`,
    });
  }

  const count = (selector: string) =>
    page.evaluate(
      (wanted) => document.querySelector('adk-chat')!.shadowRoot!.querySelectorAll(wanted).length,
      selector,
    );

  it(`is a corpus of more than 500 different texts`, () => {
    assert.ok(new Set(VECTORS).size > 500);
  });

  for (const [name, pieces] of [
    ['at once', 1],
    ['in pieces', 5],
  ] as const) {
    it(`is only text in an answer that comes ${name}`, async () => {
      await open();
      const chunks = VECTORS.flatMap((vector, i): Chunk[] => {
        const id = `t${i}`;
        const size = Math.ceil(vector.length / pieces);
        const deltas = Array.from({ length: pieces }, (_, n) =>
          vector.slice(n * size, (n + 1) * size),
        ).filter(Boolean);
        return [
          { type: 'text-start', id },
          ...deltas.map((delta): Chunk => ({ type: 'text-delta', id, delta })),
          { type: 'text-end', id },
        ];
      });
      await play(whole(...chunks));
      await page.waitForFunction(
        () =>
          document.querySelector('adk-chat')!.shadowRoot!.querySelectorAll('[part~="text"] p')
            .length > 300,
      );
      await staysQuiet();
    });
  }

  it('is only text in reasoning', async () => {
    await open();
    const chunks = VECTORS.flatMap((delta, i): Chunk[] => [
      { type: 'reasoning-start', id: `r${i}` },
      { type: 'reasoning-delta', id: `r${i}`, delta },
      { type: 'reasoning-end', id: `r${i}` },
    ]);
    await play(whole(...chunks));
    await staysQuiet();
    assert.ok((await count('[part="reasoning"]')) > 0);
  });

  it('is only text in names, inputs, outputs and errors of tools', async () => {
    await open();
    const names = VECTORS.map((vector, i) => tool(i, vector, {}));
    const size = 20;
    const values = Array.from({ length: Math.ceil(VECTORS.length / size) }, (_, n) => {
      const value = VECTORS.slice(n * size, (n + 1) * size);
      const id = VECTORS.length + n;
      const record = Object.fromEntries(value.map((vector) => [vector, vector]));
      const result: Chunk =
        n % 2
          ? { type: 'tool-output-available', toolCallId: `call-${id}`, output: { record, value } }
          : { type: 'tool-output-error', toolCallId: `call-${id}`, errorText: value.join(' ') };
      return [tool(id, 'show', { record, value }), result];
    });
    const chunks = [...values.flat(), ...names];
    await play(whole(...chunks));
    await staysQuiet();
    assert.equal(await count('[part="tool"]'), names.length + values.length);
  });

  it('is only text in a question', async () => {
    await open();
    const input = Object.fromEntries(VECTORS.map((vector) => [vector, vector]));
    const names = VECTORS.filter((_, i) => i % 25 === 0);
    const chunks = names.flatMap((name, i): Chunk[] => [
      tool(i, name, i === 0 ? input : { [name]: name }),
      { type: 'tool-approval-request', approvalId: `a${i}`, toolCallId: `call-${i}` },
    ]);
    await play(whole(...chunks));
    await page.locator('adk-chat tool-approval').first().waitFor();
    await staysQuiet();
    assert.equal(await count('tool-approval'), names.length);
  });

  it('is only text in titles and addresses of sources', async () => {
    await open();
    const chunks = VECTORS.flatMap((vector, i): Chunk[] => [
      { type: 'source-url', sourceId: `u${i}`, url: vector, title: vector },
      {
        type: 'source-document',
        sourceId: `d${i}`,
        mediaType: vector,
        title: vector,
        filename: vector,
      },
    ]);
    await play(whole(...chunks));
    await staysQuiet();
    assert.ok((await count('[part="sources"] li')) >= VECTORS.length);
  });

  it('is only text in names, types and addresses of files', async () => {
    await open();
    await page.evaluate(async (vectors) => {
      const chat = await harness.play();
      const data = 'data:text/plain,hello';
      const parts = vectors.flatMap((vector) => [
        { type: 'file' as const, filename: vector, mediaType: 'text/plain', url: data },
        { type: 'file' as const, filename: vector, mediaType: vector, url: data },
        { type: 'file' as const, filename: vector, mediaType: 'image/png', url: vector },
        { type: 'file' as const, filename: vector, mediaType: 'text/html', url: vector },
        { type: 'file' as const, filename: vector, mediaType: 'audio/wav', url: vector },
        { type: 'file' as const, filename: vector, mediaType: 'video/mp4', url: vector },
      ]);
      chat.store!.messages = [
        { id: 'u', role: 'user', parts },
        { id: 'a', role: 'assistant', parts },
      ];
    }, VECTORS);
    await page.locator('adk-chat a.file').first().waitFor();
    await staysQuiet();
    assert.ok((await count('.file')) > VECTORS.length);
  });

  it('is only text in what goes wrong', async () => {
    await open();
    const one = (errorText: string): Chunk[] => [{ type: 'start' }, { type: 'error', errorText }];
    const some = VECTORS.filter((_, i) => i % 6 === 0);
    for (const errorText of [...some, VECTORS.join('\n')]) {
      await play(one(errorText));
    }
    await page.locator('adk-chat [part~="error"]').waitFor();
    await staysQuiet();
  });

  it('is only text in data parts that a host shows as text', async () => {
    await open();
    const chunks = VECTORS.flatMap((vector, i): Chunk[] => [
      { type: 'data-note', id: `n${i}`, data: vector },
      { type: `data-${vector}`, id: vector, data: { [vector]: vector } },
    ]);
    await page.evaluate(
      async (answer) => {
        const chat = document.querySelector('adk-chat')!;
        chat.dataRenderers = { note: (data) => String(data) };
        await harness.play(answer);
      },
      whole(...chunks),
    );
    await staysQuiet();
    assert.ok((await count('slot[name^="data:note"]')) === VECTORS.length);
  });

  it('is only text in headings, placeholders, suggestions and translations', async () => {
    await open();
    await page.evaluate(
      async (vectors) => {
        const chat = await harness.play();
        for (const vector of vectors) {
          chat.heading = chat.placeholder = chat.lang = chat.accept = vector;
          chat.suggestions = [vector, { label: vector, prompt: vector }];
          chat.strings = new Proxy(
            {},
            {
              ownKeys: () => [
                'send',
                'message',
                'greeting',
                'noEndpoint',
                'sources',
                'copy',
                'chat',
              ],
              getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
              get: () => vector,
            },
          );
          await chat.updateComplete;
        }
      },
      VECTORS.filter((_, i) => i % 3 === 0),
    );
    await staysQuiet();
  });

  // Last, because what it starts goes on after its page is closed.
  it('would be noticed: the same texts as HTML run and reach out', async () => {
    await open();
    await page.evaluate(
      async (vectors) => {
        for (const html of vectors) {
          const frame = document.createElement('div');
          document.body.append(frame);
          frame.innerHTML = html;
        }
        await new Promise((resolve) => setTimeout(resolve, 500));
      },
      VECTORS.slice(0, 140),
    );
    assert.ok((await page.evaluate(() => harness.hits.length)) > 10);
    assert.ok(visits.length > 10);
    assert.ok(connections > 0);
  });
});
