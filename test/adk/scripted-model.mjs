import { BaseLlm } from '@google/adk';

/** Text as a streaming model sends it: deltas first, then the whole. */
function* spoken(text, { thought, stream = true, usage } = {}) {
  if (stream) {
    for (const piece of text.match(/[\s\S]{1,12}/g)) {
      yield { content: model({ text: piece, thought }), partial: true };
    }
  }
  yield { content: model({ text, thought }), usageMetadata: usage };
}

const model = (...parts) => ({ role: 'model', parts });
const calls = (...list) => ({
  content: model(...list.map(([name, args]) => ({ functionCall: { name, args } }))),
});

const MARKDOWN = '# Report\n\n- **one**\n- two\n\n```js\nconst x = 1;\n```\n';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Full name' },
    guests: { type: 'integer' },
    size: { type: 'string', enum: ['small', 'large'] },
    vegetarian: { type: 'boolean' },
  },
  required: ['name', 'guests'],
};

/** What the model says to a user's text: the first pattern that matches. */
const SCRIPT = [
  [/^markdown/, () => spoken(MARKDOWN)],
  [
    /^think/,
    function* () {
      yield* [
        { content: model({ text: 'Weighing ', thought: true }), partial: true },
        { content: model({ text: 'both sides.', thought: true }), partial: true },
        { content: model({ text: 'Forty-two.' }), partial: true },
        { content: model({ text: 'Weighing both sides.', thought: true }, { text: 'Forty-two.' }) },
      ];
    },
  ],
  [/^weather/, () => [calls(['get_weather', { city: 'Paris' }])]],
  [
    /^pay both/,
    () => [calls(['pay', { to: 'Ann', amount: 1 }], ['pay', { to: 'Bob', amount: 2 }])],
  ],
  [/^pay/, () => [calls(['pay', { to: 'Ann', amount: 5 }])]],
  [/^book/, () => [calls(['book_days', { days: 10 }])]],
  [/^choose/, () => [calls(['get_user_choice', { options: ['Tea', 'Coffee'] }])]],
  [
    /^form/,
    () => [calls(['adk_request_input', { message: 'Who comes?', response_schema: SCHEMA }])],
  ],
  [/^where/, () => [calls(['get_location', { precise: true }])]],
  [/^break/, () => [calls(['broken', {}])]],
  [/^draw/, () => [calls(['draw', {}])]],
  [/^transfer/, () => [calls(['transfer_to_agent', { agentName: 'specialist' }])]],
  [
    /^error/,
    function* () {
      yield { content: model({ text: 'I was about to' }), partial: true };
      throw new Error('The scripted model broke down.');
    },
  ],
  [
    /^429/,
    () => {
      throw Object.assign(
        new Error(
          '{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}}',
        ),
        { status: 429 },
      );
    },
  ],
  [
    /^limit/,
    () => [
      {
        content: model({ text: 'Cut off he' }),
        finishReason: 'MAX_TOKENS',
        errorCode: 'MAX_TOKENS',
      },
    ],
  ],
  [/^remember/, (text) => spoken(`You said: ${text}`)],
  [
    /./,
    () =>
      spoken('Hello! How can I help?', {
        usage: { promptTokenCount: 3, candidatesTokenCount: 6, totalTokenCount: 9 },
      }),
  ],
];

/** A model without a model: its answers depend only on the last thing that it was told. */
export class ScriptedModel extends BaseLlm {
  constructor() {
    super({ model: 'scripted' });
  }

  async *generateContentAsync(request, stream, abortSignal) {
    const last = request.contents.at(-1);
    const responses = last?.parts?.flatMap((part) => part.functionResponse ?? []) ?? [];
    if (responses.length > 0) {
      const told = responses.map(({ name, response }) => `${name}: ${JSON.stringify(response)}`);
      yield* spoken(`Done. ${told.join(' ')}`, { stream });
      return;
    }
    const text = last?.parts?.map((part) => part.text ?? '').join('') ?? '';
    if (text.startsWith('slow')) {
      yield* this.#slowly(abortSignal);
      return;
    }
    const [, answer] = SCRIPT.find(([pattern]) => pattern.test(text)) ?? SCRIPT.at(-1);
    yield* answer(text);
  }

  /** Speaks until it is stopped, at most a minute. */
  async *#slowly(abortSignal) {
    for (let i = 0; i < 600 && !abortSignal?.aborted; i++) {
      yield { content: model({ text: `word${i} ` }), partial: true };
      await new Promise((resolve) => setTimeout(resolve, 100).unref());
    }
  }
}
