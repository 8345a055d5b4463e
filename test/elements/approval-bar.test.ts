import { expect, waitUntil } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import { showCalls, textOf } from '../support/chat-with-tools.js';
import { toolQuestion } from '../support/tool-parts.js';
import { armed, clickOn } from '../support/trusted-input.js';

const question = (id: number, name = 'process_payment') =>
  toolQuestion(
    { type: 'dynamic-tool', toolName: name, toolCallId: `call-${id}` },
    { id: `approval-${id}` },
  );
const inBar = (root: ShadowRoot, label: string) =>
  [...root.querySelectorAll('.approval-bar button')].find((button) => textOf(button) === label);

describe('several open questions', () => {
  afterEach(() => resetMouse());

  it('shows no bar for a single question', async () => {
    const { root } = await showCalls([question(1)]);
    expect(root.querySelector('.approval-bar')).to.equal(null);
  });

  for (const [label, approved] of [
    ['Approve all', true],
    ['Deny all', false],
  ] as const) {
    it(`answers all of them with "${label}" and sends once`, async () => {
      const { chat, root, store, transport } = await showCalls([
        question(1),
        question(2, 'send_\u202Eliam'),
      ]);
      const decisions: string[] = [];
      chat.addEventListener('adk-tool-decision', ({ detail }) => decisions.push(detail.approvalId));
      await armed(() => inBar(root, label));
      expect(textOf(root.querySelector('.approval-bar p'))).to.equal(
        '2 questions are waiting for you process_payment send_U+202Eliam',
      );
      await expect(chat).to.be.accessible();
      await clickOn(inBar(root, label)!);
      await waitUntil(() => transport.sends.length === 1);
      expect(store.auditLog.map(({ decision }) => decision === 'yes')).to.deep.equal([
        approved,
        approved,
      ]);
      expect(decisions).to.deep.equal(['approval-1', 'approval-2']);
      await waitUntil(() => !root.querySelector('.approval-bar'));
    });
  }

  it('leaves open what the host cancels', async () => {
    const { chat, root, store } = await showCalls([question(1), question(2)]);
    chat.addEventListener('adk-tool-decision', (event) => {
      if (event.detail.approvalId === 'approval-2') event.preventDefault();
    });
    await armed(() => inBar(root, 'Approve all'));
    await clickOn(inBar(root, 'Approve all')!);
    await waitUntil(() => store.pendingApprovals.length === 1);
    expect(store.pendingApprovals[0]!.approvalId).to.equal('approval-2');
  });

  it('ignores scripts, held keys and the first moments after another question came', async () => {
    const { root, store, ask } = await showCalls([question(1), question(2)]);
    await armed(() => inBar(root, 'Approve all'));
    (inBar(root, 'Approve all') as HTMLElement).click();
    ask(question(1), question(2), question(3));
    await waitUntil(() => textOf(root.querySelector('.approval-bar'))!.startsWith('3'));
    await clickOn(inBar(root, 'Approve all')!);
    expect(store.auditLog).to.have.length(0);
    await armed(() => inBar(root, 'Approve all'));
    const input = root.querySelector<HTMLElement>('textarea')!;
    input.addEventListener('keydown', () => (inBar(root, 'Approve all') as HTMLElement).focus(), {
      once: true,
    });
    input.focus();
    await sendKeys({ down: 'Enter' });
    await sendKeys({ down: 'Enter' });
    await sendKeys({ up: 'Enter' });
    expect(store.auditLog).to.have.length(0);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => store.auditLog.length === 3);
  });
});

describe('standing permissions', () => {
  it('are listed, can be revoked, and the decisions can be exported', async () => {
    const { chat, root, store, ask } = await showCalls([question(1, 'send_\u202Eliam')]);
    expect(root.querySelector('.permissions')).to.equal(null);
    await store.decide({ approvalId: 'approval-1', decision: 'yes_always' });
    await waitUntil(() => root.querySelector('.permissions'));
    const summary = root.querySelector<HTMLElement>('.permissions > summary')!;
    expect(textOf(summary)).to.equal('1 tool is always allowed');
    await clickOn(summary);
    expect(textOf(root.querySelector('.permissions li'))).to.match(
      /^send_U\+202Eliam since .*Revoke$/,
    );
    await expect(chat).to.be.accessible();

    let download: { name: string; text: Promise<string> } | undefined;
    const onClick = (event: MouseEvent) => {
      const link = event.composedPath()[0] as HTMLAnchorElement;
      event.preventDefault();
      download = {
        name: link.download,
        text: fetch(link.href).then((response) => response.text()),
      };
    };
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      this.addEventListener('click', onClick, { once: true });
      click.call(this);
    };
    await clickOn(root.querySelector('.permissions li:last-child button')!);
    HTMLAnchorElement.prototype.click = click;
    expect(download!.name).to.equal('decisions.jsonl');
    expect(JSON.parse(await download!.text)).to.include({
      toolName: 'send_\u202Eliam',
      decision: 'yes_always',
      origin: 'user',
    });

    ask(question(2, 'send_\u202Eliam'));
    await waitUntil(() => store.auditLog.length === 2);
    expect(store.pendingApprovals).to.have.length(0);
    await clickOn(root.querySelector('.permissions li button')!);
    await waitUntil(() => textOf(summary) === '2 decisions');
    expect(root.activeElement).to.equal(summary);
    ask(question(3, 'send_\u202Eliam'));
    await waitUntil(() => store.pendingApprovals.length === 1);
  });
});
