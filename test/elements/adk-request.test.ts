import { expect, waitUntil } from '@open-wc/testing';
import type { AnyToolPart } from '../../src/chat/message-parts.js';
import { showCalls, textOf } from '../support/chat-with-tools.js';

const call = (toolName: string, input: unknown): AnyToolPart =>
  ({
    type: 'dynamic-tool',
    toolName,
    toolCallId: 'call-1',
    state: 'input-available',
    input,
    toolMetadata: { author: 'agent', longRunning: true },
  }) as AnyToolPart;

async function show(toolName: string, input: unknown) {
  const shown = await showCalls([call(toolName, input)]);
  const request = () => shown.root.querySelector('adk-request')?.shadowRoot;
  await waitUntil(() => request()?.querySelector('.card'));
  return { ...shown, card: request()!.querySelector<HTMLElement>('.card')!, request };
}

describe('<adk-request>', () => {
  const states: [string, string, unknown][] = [
    ['a choice', 'get_user_choice', { options: ['Tea', '<b>Coffee</b>'] }],
    ['a form', 'adk_request_input', { message: 'Who?', response_schema: { type: 'string' } }],
    ['any other long-running tool', 'get_location', { precise: true }],
    ['an API key', 'adk_request_credential', { scheme: 'apiKey', key: 'k' }],
    [
      'a sign-in',
      'adk_request_credential',
      { scheme: 'oauth2', authUri: 'https://accounts.test/auth', scopes: ['mail'], key: 'k' },
    ],
  ];
  for (const [what, toolName, input] of states) {
    it(`asks for ${what}, accessibly, and says so`, async () => {
      const { chat, card } = await show(toolName, input);
      await expect(chat).to.be.accessible();
      await waitUntil(() => textOf(card.querySelector('[role="status"]')) !== '');
    });
  }

  it('sends a choice once, as it was offered', async () => {
    const { store, card, request } = await show('get_user_choice', { options: ['Tea', 'Coffee'] });
    const [tea, coffee] = card.querySelectorAll('button');
    tea!.click();
    coffee!.click();
    await waitUntil(() => store.messages[0]!.parts[0]!.type === 'dynamic-tool' && !request());
    expect(store.messages[0]!.parts[0]).to.include({ state: 'output-available', output: 'Tea' });
  });

  it('shows hostile text as text', async () => {
    const { card } = await show('get_user_choice', { options: ['<img src=x onerror=alert(1)>'] });
    expect(card.querySelector('img')).to.equal(null);
    expect(textOf(card.querySelector('.choices'))).to.equal('<img src=x onerror=alert(1)>');
  });

  it('opens nothing but web addresses', async () => {
    const { card } = await show('adk_request_credential', {
      scheme: 'oauth2',
      authUri: 'javascript:alert(1)',
    });
    expect(card.querySelector('button')!.disabled).to.equal(true);
  });

  it('offers a way out to a message that waits behind it', async () => {
    const { chat, root, store } = await show('get_user_choice', { options: ['Tea'] });
    void chat.send('never mind');
    const wayOut = () =>
      [...root.querySelectorAll('button')].find((each) => textOf(each) === 'Deny and send now');
    await waitUntil(wayOut);
    expect(store.queuedMessages.length).to.equal(1);
    wayOut()!.click();
    await waitUntil(() => store.messages[0]!.parts[0]!.type === 'dynamic-tool');
    await waitUntil(() => (store.messages[0]!.parts[0] as AnyToolPart).state === 'output-error');
  });
});
