import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import '../../src/define.js';
import { ChatStore, type AdkChatElement } from '../../src/index.js';
import { ScriptedTransport } from '../chat/scripted-transport.js';
import { showCalls, textOf } from '../support/chat-with-tools.js';
import { toolQuestion } from '../support/tool-parts.js';
import { armed, clickOn } from '../support/trusted-input.js';

const button = (root: ShadowRoot, name: string) =>
  root
    .querySelector('tool-approval')
    ?.shadowRoot!.querySelector<HTMLElement>(`[part~="${name}-button"]`);

/** A chat whose answer asks a question and goes on streaming until the test ends it. */
async function streamQuestion() {
  const transport = new ScriptedTransport(() => {});
  const store = new ChatStore({ transport });
  const chat = await fixture<AdkChatElement>(
    html`<adk-chat style="height: 500px" .store=${store}></adk-chat>`,
  );
  const root = chat.shadowRoot!;
  return { chat, root, store, transport };
}

describe('questions inside <adk-chat>', () => {
  afterEach(() => resetMouse());

  it('do not count while the answer goes on and pushes them about', async () => {
    const { chat, root, store, transport } = await streamQuestion();
    void chat.send('pay');
    await waitUntil(() => transport.turns.length === 1);
    const turn = transport.turns[0]!;
    turn.write(
      { type: 'start' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'pay', input: { amount: 1 } },
      { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'a' },
      { type: 'text-start', id: 't' },
    );
    await armed(() => button(root, 'approve'));
    const streaming = setInterval(
      () => turn.write({ type: 'text-delta', id: 't', delta: 'one more line\n\n' }),
      60,
    );
    try {
      await waitUntil(() => button(root, 'approve')!.ariaDisabled === 'true');
      await clickOn(button(root, 'approve')!);
      expect(store.auditLog).to.have.length(0);
    } finally {
      clearInterval(streaming);
    }
    turn.end({ type: 'text-end', id: 't' }, { type: 'finish' });
    await waitUntil(() => store.status === 'ready');
    button(root, 'approve')!.scrollIntoView({ block: 'center' });
    await armed(() => button(root, 'approve'));
    await clickOn(button(root, 'approve')!);
    await waitUntil(() => store.auditLog.length === 1);
  });

  it('leave the focus in the input, take it from nothing, and are announced once', async () => {
    const { chat, root, ask } = await showCalls([]);
    chat.focus();
    ask(toolQuestion());
    await waitUntil(() => button(root, 'approve'));
    expect(root.activeElement?.localName).to.equal('textarea');
    await sendKeys({ type: 'still typing' });
    expect(root.querySelector('textarea')!.value).to.equal('still typing');
    const region = root
      .querySelector('tool-approval')!
      .shadowRoot!.querySelector('[role="status"]')!;
    await waitUntil(() => textOf(region) === 'Approval needed: process_payment');
    let spoken = 0;
    const listener = new MutationObserver(() => (spoken += 1));
    listener.observe(region, { childList: true, characterData: true, subtree: true });
    ask(toolQuestion());
    await armed(() => button(root, 'approve'));
    listener.disconnect();
    expect(spoken).to.equal(0);

    root.querySelector('textarea')!.blur();
    ask(toolQuestion({ toolCallId: 'call-2' }, { id: 'approval-2' }));
    await waitUntil(() => root.activeElement?.localName === 'tool-approval');
  });

  it('lie above whatever the model writes', async () => {
    const zalgo = `Z${'\u0336\u0321\u0346\u0353'.repeat(60)}`;
    const text = `# ${zalgo}\n\n\`\`\`html\n<div style="position:fixed;inset:0">${zalgo}</div>\n\`\`\`\n\n| ${zalgo} |\n|---|\n| ${zalgo} |\n`;
    const { root } = await showCalls([
      { type: 'text', text },
      toolQuestion(),
      { type: 'text', text },
    ]);
    await waitUntil(() => root.querySelectorAll('.text table').length === 2);
    const approval = root.querySelector('tool-approval')!;
    await approval.updateComplete;
    approval.scrollIntoView({ block: 'center' });
    await armed(() => button(root, 'approve'));
    const box = approval.getBoundingClientRect();
    for (let x = box.left + 2; x < box.right; x += 24) {
      for (let y = box.top + 2; y < box.bottom; y += 8) {
        expect(root.elementFromPoint(x, y)).to.equal(approval);
      }
    }
    const foreign = [...root.querySelectorAll('.text, .text *')].filter((element) => {
      const { position, zIndex, marginTop, marginBottom, transform } = getComputedStyle(element);
      return (
        position === 'fixed' ||
        Number(zIndex) > 0 ||
        transform !== 'none' ||
        parseFloat(marginTop) < 0 ||
        parseFloat(marginBottom) < 0
      );
    });
    expect(foreign).to.deep.equal([]);
  });

  it('say that they were settled elsewhere', async () => {
    const { root, ask } = await showCalls([toolQuestion()]);
    await armed(() => button(root, 'approve'));
    ask(toolQuestion({ state: 'output-denied' }, { approved: false, reason: 'by a colleague' }));
    await waitUntil(() => !button(root, 'approve'));
    expect(textOf(root.querySelector('tool-approval')!.shadowRoot)).to.equal(
      'Denied · by a colleague',
    );
  });
});
