/** The playground: tokens of a preset, a control for each, and the CSS that they make. */

const chat = document.querySelector('adk-chat');
const controls = document.querySelector('#controls');
const output = document.querySelector('#output');

const LABELS = {
  '--adk-accent': 'Accent',
  '--adk-on-accent': 'On accent',
  '--adk-surface': 'Surface',
  '--adk-surface-raised': 'Raised surface',
  '--adk-text': 'Text',
  '--adk-text-muted': 'Muted text',
  '--adk-border': 'Border',
  '--adk-user-surface': 'User message',
  '--adk-user-text': 'User text',
  '--adk-radius': 'Radius',
  '--adk-radius-small': 'Small radius',
  '--adk-space': 'Space',
  '--adk-font-size': 'Font size',
};

const FONTS = {
  System: 'ui-sans-serif, system-ui, sans-serif',
  Serif: "ui-serif, 'Iowan Old Style', Palatino, Georgia, serif",
  Mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  Rounded: "ui-rounded, 'Nunito Sans', system-ui, sans-serif",
};

/** The presets as the style sheet says: name → token → value. */
const presets = new Map(
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.selectorText?.startsWith('.preset-'))
    .map(({ selectorText, style }) => [
      selectorText.slice('.preset-'.length),
      new Map([...style].map((token) => [token, style.getPropertyValue(token).trim()])),
    ]),
);

let tokens = new Map();

function pick(name) {
  tokens = new Map(presets.get(name));
  controls.replaceChildren(...[...tokens.keys()].map(control));
  apply();
}

function control(token) {
  if (token === '--adk-font') return fontControl(token);
  const row = document.createElement('div');
  row.className = 'token';
  const value = tokens.get(token);
  const label = document.createElement('span');
  label.textContent = LABELS[token];
  row.append(label);
  const [, light, dark] = /light-dark\((#\w+),\s*(#\w+)\)/.exec(value) ?? [];
  if (light) {
    const inputs = [light, dark].map((color, index) => {
      const scheme = index === 0 ? 'light' : 'dark';
      return field('color', color, `${LABELS[token]}, ${scheme}`);
    });
    for (const input of inputs) {
      input.addEventListener('input', () => {
        set(token, `light-dark(${inputs.map(({ value }) => value).join(', ')})`);
      });
    }
    row.append(...inputs);
  } else {
    const input = field('range', parseFloat(value), LABELS[token]);
    Object.assign(input, { min: token === '--adk-font-size' ? 12 : 0, max: 32 });
    input.value = parseFloat(value);
    const shown = document.createElement('output');
    shown.textContent = value;
    input.addEventListener('input', () => {
      shown.textContent = `${input.value}px`;
      set(token, `${input.value}px`);
    });
    row.append(input, shown);
  }
  return row;
}

function fontControl(token) {
  const row = document.createElement('label');
  row.className = 'token';
  const select = document.createElement('select');
  for (const [name, stack] of Object.entries(FONTS)) select.add(new Option(name, stack));
  select.value = tokens.get(token);
  select.addEventListener('change', () => set(token, select.value));
  row.append('Font', select);
  return row;
}

function field(type, value, name) {
  const input = document.createElement('input');
  Object.assign(input, { type, value });
  input.setAttribute('aria-label', name);
  return input;
}

function set(token, value) {
  tokens.set(token, value);
  apply();
}

function apply() {
  chat.removeAttribute('style');
  for (const [token, value] of tokens) chat.style.setProperty(token, value);
  const lines = [...tokens].map(([token, value]) => `  ${token}: ${value};`);
  output.textContent = ['adk-chat {', ...lines, '}'].join('\n');
}

document.querySelector('#presets').addEventListener('change', ({ target }) => pick(target.value));
pick(new URLSearchParams(location.search).get('preset') ?? 'daylight');

const text = (text) => ({ type: 'text', text, state: 'done' });
const { ChatStore, createTransport } = window.AdkChat;
chat.store = new ChatStore({
  transport: createTransport({ kind: 'sse', endpoint: '/api/chat' }),
  messages: [
    { id: '1', role: 'user', parts: [text('Which plan fits four people?')] },
    {
      id: '2',
      role: 'assistant',
      parts: [
        text(
          '**Team** does. Switching takes one call:\n\n```ts\nawait client.plans.switch("team", { seats: 4 });\n```\n\n| | Starter | Team |\n|---|---|---|\n| Seats | 1 | up to 20 |\n| Price | €0 | €12 per seat |\n\nShall I switch you over? See [the plans](https://example.com/plans).',
        ),
      ],
    },
    { id: '3', role: 'user', parts: [text('Yes, please.')] },
    {
      id: '4',
      role: 'assistant',
      parts: [
        text('I need your approval for that.'),
        {
          type: 'dynamic-tool',
          toolName: 'switch_plan',
          toolCallId: 'call',
          state: 'approval-requested',
          input: { plan: 'team', seats: 4 },
          approval: { id: 'approval' },
        },
      ],
    },
  ],
});
