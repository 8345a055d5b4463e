/** The states that `npm run screenshots` makes pictures of. */
import type { UIMessage, UIMessageChunk } from 'ai';
import type { Page } from 'playwright-core';
import type * as AdkChat from '../src/index.js';

export interface State {
  name: string;
  /** Body of the page; a chat that fills it by default. */
  page?: string;
  viewport?: { width: number; height: number };
  scale?: number;
  schemes?: readonly ('light' | 'dark')[];
  forcedColors?: boolean;
  touch?: boolean;
  /** `backend` is the address of the mock backend. */
  prepare(page: Page, backend: string): Promise<void>;
}

interface Setup {
  /** What was said before. */
  history?: UIMessage[];
  /** What the user says now. */
  ask?: string;
  /** What the backend answers; it stays open unless `end` says otherwise. */
  chunks?: UIMessageChunk[];
  end?: 'close' | 'open' | { code: string; message: string; details?: string; retryAfter?: number };
  properties?: Record<string, unknown>;
}

/** Questions can be answered once they were visible long enough; until then they look disabled. */
async function armed(page: Page): Promise<void> {
  const buttons = page.locator('[part~="approve-button"]');
  await buttons.last().and(page.locator('[aria-disabled="false"]')).waitFor();
}

/** Turns the microphone on, with the mock backend at the other end. */
async function listen(page: Page, backend: string): Promise<void> {
  await page.evaluate(
    (endpoint) => {
      document.querySelector('adk-chat')!.endpoint = endpoint;
    },
    `${backend.replace('http', 'ws')}/live`,
  );
  await page.getByRole('button', { name: 'Start voice' }).hover();
  await page.mouse.down();
  await page.getByText('Hearing you').first().waitFor();
}

/** Gives the chat of the page a transport that plays a script, and waits until it was drawn. */
async function play(page: Page, setup: Setup): Promise<void> {
  await page.evaluate(async (argument: unknown) => {
    const setup = argument as Setup;
    const api = (window as unknown as { AdkChat: typeof AdkChat }).AdkChat;
    const chat = document.querySelector('adk-chat')!;
    const { chunks = [], end = 'close' } = setup;
    const transport = {
      reconnectToStream: async () => null,
      sendMessages: async () => {
        if (typeof end === 'object') {
          throw new api.AdkError(end.code as 'server', end.message, { ...end, retryable: true });
        }
        return new ReadableStream<UIMessageChunk>({
          start(controller) {
            for (const chunk of chunks) controller.enqueue(chunk);
            if (end === 'close') controller.close();
          },
        });
      },
    };
    const store = new api.ChatStore({ transport, messages: setup.history ?? [] });
    Object.assign(chat, setup.properties, { store });
    await chat.updateComplete;
    if (setup.ask) void chat.send(setup.ask);
    // Two frames: one in which the change is noticed, one in which it is drawn.
    for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
  }, setup as unknown);
}

const user = (text: string, id = 'u'): UIMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
});
const assistant = (parts: UIMessage['parts'], id = 'a'): UIMessage => ({
  id,
  role: 'assistant',
  parts,
});
const text = (text: string): UIMessage['parts'][number] => ({ type: 'text', text, state: 'done' });
const stream = (id: string, words: string): UIMessageChunk[] => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta: words },
];
const begin: UIMessageChunk[] = [{ type: 'start', messageId: 'answer' }, { type: 'start-step' }];

const suggestions = [
  'Where is my order?',
  'Compare the two plans',
  'Cancel my subscription',
  'Talk to a person',
];

const table = `Here is how the two plans compare:

| | Starter | Team |
|---|---|---|
| Seats | 1 | up to 20 |
| History | 7 days | unlimited |
| Price | €0 | **€12** per seat |

Switching is one call:

\`\`\`ts
const plan = await client.plans.switch('team', { seats: 4 });
console.log(plan.renewsAt);
\`\`\`

1. Nothing is lost when you switch.
2. You can go back at any time before the month ends.`;

const weather = (id: string, city: string): UIMessage['parts'][number] => ({
  type: 'dynamic-tool',
  toolName: 'get_weather',
  toolCallId: id,
  state: 'output-available',
  input: { city },
  output: { temperature: 17, unit: 'C', condition: 'cloudy' },
});

const payment = (id: string, amount: number, to: string): UIMessage['parts'][number] => ({
  type: 'dynamic-tool',
  toolName: 'process_payment',
  toolCallId: id,
  state: 'approval-requested',
  input: { amount, currency: 'EUR', recipient: to },
  approval: { id: `approval-${id}` },
});

const conversation: UIMessage[] = [
  user('Which plan fits four people?', 'u1'),
  assistant(
    [
      {
        type: 'reasoning',
        text: 'Starter has one seat, so four people need Team. Compare the prices.',
        state: 'done',
      },
      text(table),
      { type: 'source-url', sourceId: '1', url: 'https://example.com/plans', title: 'Plans' },
      {
        type: 'source-url',
        sourceId: '2',
        url: 'https://docs.example.com/billing/switch',
        title: 'Switching plans',
      },
    ],
    'a1',
  ),
];

const VOICE = '<adk-chat heading="Support" transport="adk-stream" voice></adk-chat>';

export const states: State[] = [
  {
    name: 'gallery',
    viewport: { width: 1280, height: 800 },
    prepare: async (page, backend) => {
      await page.goto(backend);
      await page.getByText(/^\d+ KB$/).waitFor();
    },
  },
  { name: 'empty', prepare: (page) => play(page, { properties: { suggestions } }) },
  {
    name: 'thinking',
    prepare: (page) => play(page, { ask: 'Where is my order 4711?', chunks: begin, end: 'open' }),
  },
  {
    name: 'streaming',
    prepare: (page) =>
      play(page, {
        ask: 'Where is my order 4711?',
        chunks: [
          ...begin,
          { type: 'reasoning-start', id: 'r' },
          { type: 'reasoning-delta', id: 'r', delta: 'The number looks like a shop order.' },
          { type: 'reasoning-end', id: 'r' },
          ...stream(
            't',
            'Your order **4711** left our warehouse this morning and is on its way.\n\n- Carrier: **Bluebird Express**\n- Expected: *Thursday, before noon*\n\nYou can follow it on the [tracking page](https://example.com/track/4711), wh',
          ),
        ],
        end: 'open',
      }),
  },
  { name: 'table', prepare: (page) => play(page, { history: conversation }) },
  {
    name: 'reasoning',
    prepare: async (page) => {
      await play(page, { history: conversation });
      await page.getByText('Thought process').click();
      await page.getByRole('region', { name: 'Conversation' }).evaluate((list) => {
        list.scrollTop = 0;
      });
    },
  },
  {
    name: 'approval',
    prepare: async (page) => {
      await play(page, {
        history: [
          user('Pay the invoice of Nordlicht GmbH, please.'),
          assistant([
            text('The invoice is over **€129.00**. I need your approval before I pay it.'),
            payment('p1', 129, 'Nordlicht GmbH'),
          ]),
        ],
      });
      await armed(page);
    },
  },
  {
    name: 'approval-batch',
    prepare: async (page) => {
      await play(page, {
        history: [
          user('Pay everything that is due today.'),
          assistant([
            text('Three invoices are due today.'),
            weather('w1', 'Hamburg'),
            payment('p1', 129, 'Nordlicht GmbH'),
            payment('p2', 49.9, 'Papierwerk AG'),
            payment('p3', 1280, 'Hosting & Co'),
          ]),
        ],
      });
      await armed(page);
    },
  },
  {
    name: 'error',
    prepare: (page) =>
      play(page, {
        history: conversation.slice(0, 1),
        ask: 'And for six?',
        end: {
          code: 'rate-limit',
          message: 'The service is busy. Please wait a moment.',
          details: 'HTTP 429\n{"error":"rate limit reached for this key"}',
          retryAfter: 20_000,
        },
      }),
  },
  {
    name: 'offline',
    prepare: async (page) => {
      await play(page, { history: conversation });
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
    },
  },
  {
    name: 'voice-listening',
    page: VOICE,
    prepare: (page, backend) => listen(page, backend),
  },
  {
    name: 'voice-speaking',
    page: VOICE,
    prepare: async (page, backend) => {
      await listen(page, backend);
      await page.mouse.up();
      await page.getByText('Agent is speaking').first().waitFor();
    },
  },
  {
    name: 'launcher-desktop',
    page: shop('<adk-chat launcher heading="Bluebird support"></adk-chat>'),
    viewport: { width: 1200, height: 800 },
    prepare: async (page) => {
      await play(page, { history: conversation });
      await page.getByRole('button', { name: 'Open chat' }).click();
    },
  },
  {
    name: 'launcher-phone',
    page: shop('<adk-chat launcher heading="Bluebird support"></adk-chat>'),
    viewport: { width: 390, height: 780 },
    touch: true,
    prepare: async (page) => {
      await play(page, { history: conversation });
      await page.getByRole('button', { name: 'Open chat' }).click();
    },
  },
  {
    name: 'rtl',
    page: '<adk-chat heading="المساعدة" lang="ar"></adk-chat>',
    prepare: (page) =>
      play(page, {
        history: [
          user('أين طلبي رقم 4711؟'),
          assistant([
            text(
              'غادر طلبك **4711** مستودعنا هذا الصباح.\n\n- شركة الشحن: Bluebird Express\n- الوصول المتوقع: يوم الخميس',
            ),
            { type: 'source-url', sourceId: '1', url: 'https://example.com/plans', title: 'الخطط' },
          ]),
        ],
      }),
  },
  {
    name: 'forced-colors',
    forcedColors: true,
    schemes: ['dark'],
    prepare: (page) => play(page, { history: conversation }),
  },
  {
    name: 'hostile-page',
    page: `<style>
        html { font-size: 40px; line-height: 3; letter-spacing: 4px; text-transform: uppercase; }
        * { all: unset; box-sizing: content-box; margin: 20px; color: red; font-family: cursive; }
        button, textarea { background: lime !important; border-radius: 0 !important; }
        style, script, title { display: none; }
        adk-chat { display: block; height: 590px; margin: 0; }
      </style>
      <adk-chat heading="Support"></adk-chat>`,
    schemes: ['light'],
    prepare: (page) => play(page, { history: conversation }),
  },
  {
    name: 'sidebar',
    viewport: { width: 280, height: 640 },
    prepare: (page) => play(page, { history: conversation }),
  },
  {
    name: 'attachments',
    prepare: async (page) => {
      await play(page, { history: [], properties: { suggestions } });
      await page.locator('input[type=file]').setInputFiles([
        { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
        {
          name: 'parcel.svg',
          mimeType: 'image/svg+xml',
          buffer: Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#c58b4e"/><path d="M0 20h40M20 0v40" stroke="#7b4f22" stroke-width="3"/></svg>',
          ),
        },
      ]);
      await page.getByRole('textbox', { name: 'Message' }).fill('The parcel arrived damaged.');
    },
  },
];

/** A page of somebody else with a chat on it. */
function shop(chat: string): string {
  const card = (name: string, price: string, color: string) =>
    `<article><div style="background:${color}"></div><h3>${name}</h3><p>${price}</p></article>`;
  return `<style>
      body { font: 16px/1.5 Georgia, serif; background: light-dark(#faf7f2, #1c1a17); color: light-dark(#2c261d, #e9e3d8); }
      header { display: flex; justify-content: space-between; padding: 20px 40px; }
      main { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 24px; padding: 16px 40px; }
      article div { aspect-ratio: 1; border-radius: 8px; }
      h3, p { margin: 8px 0 0; }
    </style>
    <header><b>Bluebird Ceramics</b><span>Shop · About · Cart (2)</span></header>
    <main>${card('Tall vase', '€48', '#c9b79c')}${card('Breakfast bowl', '€22', '#93a89a')}${card('Espresso cup', '€14', '#b98b73')}${card('Serving plate', '€36', '#8797ad')}${card('Teapot', '€64', '#a48fa5')}${card('Salt cellar', '€12', '#c2a24f')}</main>
    ${chat}`;
}
