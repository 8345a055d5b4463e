import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { ToolApprovalElement } from '../../src/index.js';
import { showCalls, textOf } from '../support/chat-with-tools.js';
import { toolQuestion } from '../support/tool-parts.js';
import { armed, clickOn } from '../support/trusted-input.js';

const call = (more: Record<string, unknown>) =>
  toolQuestion({
    type: 'tool-get_weather',
    input: { city: 'Tokyo' },
    approval: undefined,
    ...more,
  });

const approvals = (root: ShadowRoot) => [
  ...root.querySelectorAll<ToolApprovalElement>('tool-approval'),
];
const button = (root: ShadowRoot, name: string) =>
  root
    .querySelector('tool-approval')!
    .shadowRoot!.querySelector<HTMLElement>(`[part~="${name}-button"]`);

describe('tool calls in <adk-chat>', () => {
  const states = [
    ['input-streaming', {}, 'get_weather Tokyo Stopped'],
    ['output-available', { output: { celsius: 18 } }, 'get_weather Tokyo Done'],
    ['output-available', { output: 'half', preliminary: true }, 'get_weather Tokyo Running'],
    ['output-error', { errorText: 'No such city' }, 'get_weather Tokyo Failed'],
    ['output-denied', { approval: { id: 'a', approved: false } }, 'get_weather Tokyo Denied'],
    [
      'approval-requested',
      { approval: { id: 'a', isAutomatic: true } },
      'get_weather Tokyo Being decided',
    ],
  ] as const;
  for (const [state, more, text] of states) {
    it(`says "${text}" of a call in state ${state}`, async () => {
      const { chat, root } = await showCalls([call({ state, ...more })]);
      expect(textOf(root.querySelector('.tool > summary'))).to.equal(text);
      await expect(chat).to.be.accessible();
    });
  }

  it('shows input and output once it is opened', async () => {
    const { chat, root } = await showCalls([
      call({ state: 'output-available', title: 'Weather', output: { sky: 'blue\u202E' } }),
    ]);
    const summary = root.querySelector<HTMLElement>('.tool > summary')!;
    expect(textOf(summary)).to.equal('Weather get_weather Tokyo Done');
    summary.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => root.querySelector('.tool-body'));
    expect(textOf(root.querySelector('.tool-body'))).to.match(
      /Input city Tokyo .*Output sky blueU\+202E/,
    );
    await expect(chat).to.be.accessible();
  });

  it('shows the error of a failed call', async () => {
    const { root } = await showCalls([
      call({ state: 'output-error', errorText: 'No such \u0007city' }),
    ]);
    await clickOn(root.querySelector('.tool > summary')!);
    await waitUntil(() => root.querySelector('.tool-body'));
    expect(textOf(root.querySelector('.tool-body'))).to.contain('Error No such U+0007city');
  });

  it('asks when the server asks, not before', async () => {
    const before = call({ type: 'tool-process_payment', state: 'input-available' });
    const { root, ask } = await showCalls([before]);
    expect(approvals(root)).to.have.length(0);
    ask(toolQuestion());
    await waitUntil(() => approvals(root).length === 1);
    expect(root.querySelector('.tool')).to.equal(null);
    await waitUntil(() => button(root, 'approve'));
  });

  it('never asks what the server decides by itself, and says so', async () => {
    const { root } = await showCalls([
      call({
        state: 'output-available',
        output: 1,
        approval: { id: 'a', approved: true, isAutomatic: true },
      }),
    ]);
    await waitUntil(() => approvals(root)[0]?.shadowRoot!.querySelector('.record'));
    expect(button(root, 'approve')).to.equal(null);
    expect(textOf(approvals(root)[0]!.shadowRoot)).to.equal(
      'Approved automatically, by a rule of the server',
    );
  });

  it('turns the answered question into a card with a record that keeps the focus', async () => {
    const { chat, root, store, transport } = await showCalls([toolQuestion()]);
    await armed(() => button(root, 'deny'));
    button(root, 'deny')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => root.querySelector('.tool'));
    expect(textOf(root.querySelector('.tool > summary'))).to.equal(
      'process_payment 30, Hanako Denied',
    );
    const [record] = approvals(root);
    expect(textOf(record!.shadowRoot)).to.match(/^Denied by you · \d/);
    expect(record!.shadowRoot!.activeElement?.className).to.contain('record');
    expect(store.auditLog).to.have.length(1);
    await waitUntil(() => transport.sends.length === 1);
    await expect(chat).to.be.accessible();
  });

  it('keeps the question open when the host cancels the decision', async () => {
    const { chat, root, store } = await showCalls([toolQuestion()]);
    chat.addEventListener('adk-tool-decision', (event) => event.preventDefault());
    await armed(() => button(root, 'approve'));
    await clickOn(button(root, 'approve')!);
    await armed(() => button(root, 'approve'));
    expect(store.pendingApprovals).to.have.length(1);
    await chat.decide({ approvalId: 'approval-1', decision: 'no' });
    await waitUntil(() => root.querySelector('.tool'));
  });

  it('asks a question again that reuses the ids of an answered one', async () => {
    const { root, store, ask } = await showCalls([toolQuestion()]);
    await store.decide({ approvalId: 'approval-1', decision: 'yes' });
    await store.clear();
    ask(toolQuestion());
    await armed(() => approvals(root)[0] && button(root, 'approve'));
  });

  it('shows what a renderer of the host makes of a call, or else the card', async () => {
    const mine = document.createElement('my-weather');
    const parts = [
      call({ state: 'output-available', output: 1 }),
      call({ state: 'output-available', output: 2, toolCallId: 'call-2', type: 'tool-other' }),
      call({ state: 'output-available', output: 3, toolCallId: 'call-3', type: 'tool-broken' }),
    ];
    const errors: unknown[] = [];
    const onError = (event: ErrorEvent) => {
      event.preventDefault();
      errors.push(event.error);
    };
    const { onerror } = window;
    window.onerror = null;
    window.addEventListener('error', onError);
    const { root } = await showCalls(parts, {
      toolRenderers: {
        get_weather: (part) => (part.state === 'output-available' ? mine : undefined),
        other: () => undefined,
        broken: () => {
          throw new Error('broken');
        },
      },
    });
    window.removeEventListener('error', onError);
    window.onerror = onerror;
    expect(root.querySelector('slot[name="tool:call-1"]')!.firstElementChild).to.equal(mine);
    expect([...root.querySelectorAll('.tool-name')].map(textOf)).to.deep.equal([
      'other Tokyo',
      'broken Tokyo',
    ]);
    expect(errors).to.have.length.greaterThan(0);
  });

  it('lets the host put a card of its own in the place of one call or one question', async () => {
    const { chat, root, store } = await showCalls([toolQuestion()]);
    const mine = document.createElement('div');
    mine.slot = 'tool-approval:call-1';
    mine.textContent = 'May I?';
    const card = document.createElement('div');
    card.slot = 'tool:call-1';
    chat.append(mine, card);
    expect(mine.assignedSlot).to.exist;
    expect(card.assignedSlot).to.equal(null);
    expect(approvals(root)[0]!.checkVisibility()).to.equal(false);
    await store.decide({ approvalId: 'approval-1', decision: 'yes' });
    await waitUntil(() => mine.assignedSlot === null);
    expect(card.assignedSlot).to.exist;
    expect(approvals(root)[0]!.checkVisibility()).to.equal(true);
  });
});
