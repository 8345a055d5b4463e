import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import '../../src/define.js';
import { ChatStore, type AdkChatElement, type ToolApprovalElement } from '../../src/index.js';
import { ScriptedTransport } from '../chat/scripted-transport.js';
import { textOf } from '../support/chat-with-tools.js';
import { toolQuestion } from '../support/tool-parts.js';
import { armed, clickOn } from '../support/trusted-input.js';

async function stamp(...parts: ReturnType<typeof toolQuestion>[]) {
  const transport = new ScriptedTransport();
  const store = new ChatStore({
    transport,
    messages: [{ id: 'm', role: 'assistant', parts }],
  });
  const chat = await fixture<AdkChatElement>(html`
    <adk-chat style="height: 600px" .store=${store}>
      <tool-approval id="pay" class="mine" slot="tool-approval" tool="process_payment">
        <template>
          <b slot="title">Pay <span data-field="input.recipient"></span>?</b>
          <div slot="details">
            <output data-field="input.amount" aria-label="Amount"></output>
            <p data-field="reason"></p>
            <pre data-field="input"></pre>
          </div>
          <label>Why not <input data-reason /></label>
          <button data-decision="yes">Pay now</button>
          <button data-decision="no">Do not pay</button>
        </template>
      </tool-approval>
    </adk-chat>
  `);
  const stamped = () => [
    ...chat.querySelectorAll<ToolApprovalElement>('tool-approval[slot^="tool-approval:"]'),
  ];
  return { chat, store, transport, stamped };
}

describe('a declarative <tool-approval> with a template', () => {
  afterEach(() => resetMouse());

  it('is stamped for each question of its tool, with the data of the call', async () => {
    const { chat, stamped } = await stamp(
      toolQuestion({ input: { amount: 30, recipient: 'Ann\u202E' } }, { requestReason: 'Lunch' }),
      toolQuestion({ toolCallId: 'call-2', type: 'tool-other' }, { id: 'approval-2' }),
      toolQuestion({ toolCallId: 'call-3' }, { id: 'approval-3' }),
    );
    await waitUntil(() => stamped().length === 2);
    const [first, second] = stamped();
    await waitUntil(() => first!.assignedSlot?.name === 'tool-approval:call-1');
    expect(second!.assignedSlot?.name).to.equal('tool-approval:call-3');
    expect(first!.className).to.equal('mine');
    expect(first!.id).to.equal('');
    await waitUntil(() => textOf(first!.querySelector('b')) === 'Pay Ann[U+202E]?');
    expect(textOf(first!.querySelector('output'))).to.equal('30');
    expect(textOf(first!.querySelector('p'))).to.equal('Lunch');
    expect(textOf(first!.querySelector('pre'))).to.equal(
      '{ "amount": 30, "recipient": "Ann[U+202E]" }',
    );
    expect(textOf(second!.querySelector('p'))).to.equal('');
    const exact = first!.shadowRoot!.querySelector('.exact')!;
    expect(textOf(exact)).to.contain('recipient AnnU+202E');
    await expect(chat).to.be.accessible();
  });

  it('never lets a value become markup', async () => {
    const { stamped } = await stamp(
      toolQuestion({ input: { amount: '<img src=x onerror=alert(1)>', recipient: '' } }),
    );
    await waitUntil(() => stamped()[0]?.querySelector('output')?.textContent);
    expect(stamped()[0]!.querySelector('img')).to.equal(null);
    expect(stamped()[0]!.querySelector('output')!.textContent).to.contain('<img');
  });

  it('decides by its own buttons, with its own reason, and hands the focus to the record', async () => {
    const { chat, store, transport, stamped } = await stamp(toolQuestion());
    await waitUntil(() => stamped().length === 1);
    const button = stamped()[0]!.querySelector<HTMLElement>('[data-decision="no"]')!;
    await armed(() => button);
    stamped()[0]!.querySelector<HTMLInputElement>('[data-reason]')!.value = 'Too much';
    button.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => transport.sends.length === 1);
    expect(store.auditLog[0]).to.include({ decision: 'no', reason: 'Too much' });
    await waitUntil(() => stamped().length === 0);
    const record = chat.shadowRoot!.querySelector('tool-approval')!;
    await waitUntil(() => chat.shadowRoot!.activeElement === record);
    expect(textOf(record.shadowRoot)).to.match(/^Denied by you .* Too much$/);
  });

  it('is held to the same guards as the usual card', async () => {
    const { store, stamped } = await stamp(toolQuestion());
    await waitUntil(() => stamped().length === 1);
    const button = stamped()[0]!.querySelector<HTMLElement>('[data-decision="yes"]')!;
    await clickOn(button);
    button.click();
    await armed(() => button);
    button.click();
    expect(store.auditLog).to.have.length(0);
    await clickOn(button);
    await waitUntil(() => store.auditLog.length === 1);
  });

  it('goes when the question was answered elsewhere, and gives way to a card for one call', async () => {
    const { chat, store, stamped } = await stamp(toolQuestion());
    await waitUntil(() => stamped().length === 1);
    await store.decide({ approvalId: 'approval-1', decision: 'yes' });
    await waitUntil(() => stamped().length === 0);
    const mine = document.createElement('div');
    mine.slot = 'tool-approval:call-9';
    chat.append(mine);
    store.messages = [
      {
        id: 'n',
        role: 'assistant',
        parts: [toolQuestion({ toolCallId: 'call-9' }, { id: 'approval-9' })],
      },
    ];
    await waitUntil(() => mine.assignedSlot);
    expect(stamped()).to.have.length(0);
  });
});
