import type { Faults } from './faults.js';
import type { Beat, Scene, ToolOutcome } from './scene.js';
import {
  CODE,
  HELP_INTRO,
  IMAGE,
  LONG_MARKDOWN,
  MATH,
  NOTES,
  POEM,
  TABLE,
} from './scenario-texts.js';

/** A `data-<name>` part that the server adds to the answer. */
export interface DataPart {
  name: string;
  id?: string;
  data: unknown;
  transient?: boolean;
}

export interface Scenario {
  name: string;
  /** What to type. */
  example: string;
  about: string;
  pattern: RegExp;
  play(scene: Scene): Beat[];
  data?: DataPart[];
  /** What goes wrong on the wire the first time a message asks for this scenario. */
  faults?: Partial<Faults>;
}

/** The first scenario whose pattern fits is played. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'help',
    example: 'help',
    about: 'this list',
    pattern: /^\s*(help|\?)\s*$/i,
    play: () => [{ text: help() }],
  },
  {
    name: 'several approvals',
    example: 'pay two people',
    about: 'two payments in one turn, each with its own question',
    pattern: /\bpay (two|both)\b/i,
    play: ({ outcomes }) =>
      outcomes.length === 0
        ? [
            { text: 'I will pay both of them.' },
            { call: payment('Alice', 20) },
            { call: payment('Bob', 35) },
          ]
        : [{ text: outcomes.map(paymentReport).join(' ') }],
  },
  {
    name: 'sequential approvals',
    example: 'plan dinner',
    about: 'a second question that depends on the first answer',
    pattern: /\bdinner\b/i,
    play: ({ outcomes }) => {
      const [table, deposit] = outcomes;
      if (!table) {
        return [
          { text: 'First the table.' },
          {
            call: {
              toolName: 'reserve_table',
              input: { restaurant: 'Trattoria Blu', people: 2, time: '19:30' },
            },
          },
        ];
      }
      if (table.state !== 'done') return [{ text: `No table then: ${reason(table)}` }];
      if (!deposit) {
        return [
          { text: 'The table is reserved. Now the deposit.' },
          { call: payment('Trattoria Blu', 30) },
        ];
      }
      return [{ text: `The table is reserved. ${paymentReport(deposit)}` }];
    },
  },
  {
    name: 'approval',
    example: 'pay Alice 20',
    about: 'a payment that asks first',
    pattern: /\b(pay|send) (\w+)\b/i,
    play: ({ text, outcomes }) => {
      const [, , name = 'Alice'] = /\b(pay|send) (\w+)\b/i.exec(text) ?? [];
      const amount = Number(/\d+(\.\d+)?/.exec(text)?.[0] ?? 20);
      return outcomes.length === 0
        ? [{ text: `I can pay ${name}.` }, { call: payment(name, amount) }]
        : [{ text: outcomes.map(paymentReport).join(' ') }];
    },
  },
  {
    name: 'browser tool with approval',
    example: 'where exactly am I?',
    about: 'get_location, run by the browser after a question',
    pattern: /\bwhere exactly\b|\bexact location\b/i,
    play: (scene) => location(scene, { precise: true }),
  },
  {
    name: 'browser tool',
    example: 'where am I?',
    about: 'get_location, run by the browser',
    pattern: /\bwhere am i\b|\blocation\b/i,
    play: (scene) => location(scene, {}),
  },
  {
    name: 'clipboard',
    example: 'read my clipboard',
    about: 'clipboard, run by the browser; "copy a poem" writes to it',
    pattern: /\bclipboard\b|\bcopy\b/i,
    play: ({ text, outcomes: [outcome] }) => {
      const writes = /\bcopy\b/i.test(text);
      if (!outcome) {
        const input = writes ? { action: 'write', text: POEM } : { action: 'read' };
        return [{ call: { toolName: 'clipboard', input } }];
      }
      if (outcome.state !== 'done') return [{ text: `No clipboard: ${reason(outcome)}` }];
      if (writes) return [{ text: 'The poem is in your clipboard.' }];
      return [{ text: `It says: ${JSON.stringify(outcome.value)}` }];
    },
  },
  {
    name: 'browser side effect',
    example: 'change the music',
    about: 'change_bgm, run by the browser for its effect',
    pattern: /\bmusic\b|\bbgm\b/i,
    play: ({ outcomes: [outcome] }) =>
      !outcome
        ? [{ call: { toolName: 'change_bgm', input: { track: 2 } } }]
        : [
            {
              text:
                outcome.state === 'done' ? 'The music is playing.' : `No music: ${reason(outcome)}`,
            },
          ],
  },
  {
    name: 'server tool',
    example: 'weather in Tokyo',
    about: 'a tool that the server runs without asking',
    pattern: /\bweather\b/i,
    play: ({ text, outcomes: [outcome] }) => {
      const city = /\bin (\w+)/i.exec(text)?.[1] ?? 'Tokyo';
      if (!outcome) {
        return [
          { reasoning: `The user wants the weather in ${city}: I have a tool for that.` },
          { call: { toolName: 'get_weather', input: { city } } },
        ];
      }
      const { celsius, sky } = outcome.value as { celsius: number; sky: string };
      return [{ text: `It is ${celsius} °C in ${city}, with ${sky}.` }];
    },
  },
  {
    name: 'long markdown',
    example: 'long markdown',
    about: 'headings, lists, a quote, code and a table',
    pattern: /\bmarkdown\b/i,
    play: () => [{ text: LONG_MARKDOWN }],
  },
  { name: 'math', example: 'math', about: 'formulas', pattern: /\bmath\b/i, play: say(MATH) },
  { name: 'code', example: 'code', about: 'a code block', pattern: /\bcode\b/i, play: say(CODE) },
  { name: 'table', example: 'table', about: 'a table', pattern: /\btable\b/i, play: say(TABLE) },
  {
    name: 'reasoning',
    example: 'think about it',
    about: 'reasoning before the answer',
    pattern: /\bthink\b|\breason/i,
    play: () => [
      {
        reasoning:
          'The question has two halves. Seven times six is forty-two. That also answers the second half.',
      },
      { text: 'The answer is **42**.' },
    ],
  },
  {
    name: 'sources',
    example: 'sources',
    about: 'links and a document',
    pattern: /\bsources?\b|\bcite\b/i,
    play: () => [
      { text: 'Custom elements are part of the HTML standard.' },
      {
        source: {
          url: 'https://html.spec.whatwg.org/multipage/custom-elements.html',
          title: 'HTML Standard: custom elements',
        },
      },
      { source: { url: 'https://lit.dev/', title: 'Lit' } },
      {
        document: {
          mediaType: 'application/pdf',
          title: 'Notes on web components',
          filename: 'notes.pdf',
        },
      },
    ],
  },
  {
    name: 'image',
    example: 'image',
    about: 'a small picture',
    pattern: /\bimage\b|\bpicture\b/i,
    play: () => [
      { text: 'Here is a picture.' },
      { file: { mediaType: 'image/png', base64: IMAGE } },
    ],
  },
  {
    name: 'file',
    example: 'file',
    about: 'a text file',
    pattern: /^\s*(a )?file\b|\bdownload\b/i,
    play: () => [
      { text: 'Here is the file.' },
      { file: { mediaType: 'text/plain', base64: NOTES } },
    ],
  },
  {
    name: 'data part',
    example: 'data',
    about: 'custom data-progress parts, the second replaces the first',
    pattern: /^\s*data\b/i,
    play: () => [{ text: 'The job is done.' }],
    data: [
      { name: 'progress', id: 'job', data: { done: 1, of: 2 } },
      { name: 'progress', id: 'job', data: { done: 2, of: 2 } },
      { name: 'notice', data: { text: 'Only the page sees this.' }, transient: true },
    ],
  },
  {
    name: 'error mid-stream',
    example: 'error in the middle',
    about: 'half an answer, then an error (a second attempt succeeds)',
    pattern: /\berror (in the )?mid/i,
    play: () => [{ text: 'This time I can say all of it.' }],
    faults: { errorAfter: 6 },
  },
  {
    name: 'error',
    example: 'error',
    about: 'HTTP 500 before the stream (a second attempt succeeds)',
    pattern: /^\s*error\b/i,
    play: () => [{ text: 'This time it worked.' }],
    faults: { status: 500 },
  },
  {
    name: 'model error',
    example: 'fail',
    about: 'the model itself fails, every time',
    pattern: /\bfail\b/i,
    play: () => [{ text: 'I begin to answer' }, { error: 'The model is overloaded.' }],
  },
  {
    name: 'rate limit',
    example: 'rate limit',
    about: '429 with Retry-After (a second attempt succeeds)',
    pattern: /\brate.?limit\b/i,
    play: () => [{ text: 'Now there is room for you.' }],
    faults: { status: 429, retryAfter: 2 },
  },
  {
    name: 'dropped connection',
    example: 'drop the connection',
    about: 'the connection breaks in the middle (a second attempt succeeds)',
    pattern: /\bdrop/i,
    play: () => [{ text: 'This sentence is long enough to be cut somewhere in the middle of it.' }],
    faults: { cut: 6, how: 'rst' },
  },
  {
    name: 'slow',
    example: 'slow',
    about: 'a word every 200 ms, for trying Stop',
    pattern: /\bslow(ly)?\b/i,
    play: () => [
      { pace: 200 },
      { text: Array.from({ length: 100 }, (_, index) => `word${index + 1}`).join(' ') },
    ],
  },
  {
    name: 'plain text',
    example: 'hello',
    about: 'anything else is answered in plain text',
    pattern: /^/,
    play: ({ text, files }) => [
      {
        text:
          files.length > 0
            ? `I received ${files.join(', ')}.`
            : /^\s*(hi|hello|hey)\b/i.test(text)
              ? 'Hello! I am a scripted agent. Type "help" to see what I can do.'
              : `You said: ${text.trim() || '(nothing)'}. Type "help" to see what I can do.`,
      },
    ],
  },
];

export function pickScenario(text: string): Scenario {
  return SCENARIOS.find(({ pattern }) => pattern.test(text))!;
}

function help(): string {
  const rows = SCENARIOS.map(({ example, about }) => `| \`${example}\` | ${about} |`);
  return [HELP_INTRO, '| type | to see |', '|---|---|', ...rows].join('\n');
}

function say(text: string): Scenario['play'] {
  return () => [{ text }];
}

function payment(recipient: string, amount: number) {
  return { toolName: 'process_payment', input: { recipient, amount, currency: 'EUR' } };
}

function paymentReport(outcome: ToolOutcome): string {
  const { recipient, amount } = outcome.input;
  return outcome.state === 'done'
    ? `${recipient} was paid ${amount} EUR.`
    : `${recipient} was not paid: ${reason(outcome)}`;
}

function location({ outcomes: [outcome] }: Scene, input: Record<string, unknown>): Beat[] {
  if (!outcome) return [{ call: { toolName: 'get_location', input } }];
  return [
    {
      text:
        outcome.state === 'done'
          ? `You are at ${JSON.stringify(outcome.value)}.`
          : `I do not know where you are: ${reason(outcome)}`,
    },
  ];
}

function reason({ state, value }: ToolOutcome): string {
  if (state === 'missing') return 'no result came back.';
  if (state === 'denied') return value ? `denied (${String(value)}).` : 'denied.';
  return `${typeof value === 'string' ? value : JSON.stringify(value)}.`;
}
