import { aTimeout, expect, fixture, html, nextFrame, oneEvent } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import '../../src/define.js';
import type { AdkToolDecisionEvent, ToolApprovalElement } from '../../src/index.js';
import type { AnyToolPart } from '../../src/chat/message-parts.js';
import { toolQuestion } from '../support/tool-parts.js';
import { armed, clickOn } from '../support/trusted-input.js';

const button = (element: ToolApprovalElement, name: string) =>
  element.shadowRoot!.querySelector<HTMLButtonElement>(`[part~="${name}-button"]`)!;
const textOf = (element: ToolApprovalElement) =>
  element.shadowRoot!.textContent!.replace(/\s+/g, ' ').trim();

async function ask(part: AnyToolPart = toolQuestion(), more: Partial<ToolApprovalElement> = {}) {
  const element = await fixture<ToolApprovalElement>(html`<tool-approval></tool-approval>`);
  Object.assign(element, more, { toolPart: part });
  await element.updateComplete;
  const decisions: AdkToolDecisionEvent[] = [];
  element.addEventListener('adk-tool-decision', (event) => decisions.push(event));
  return { element, decisions };
}

describe('<tool-approval>', () => {
  afterEach(() => resetMouse());

  describe('what it shows', () => {
    it('shows nothing before the question', async () => {
      const { element } = await ask({
        type: 'tool-process_payment',
        toolCallId: 'call-1',
        state: 'input-available',
        input: {},
      } as AnyToolPart);
      expect(textOf(element)).to.equal('');
    });

    it('shows title, name, description, exact input and reason', async () => {
      const part = toolQuestion({ title: 'Pay' }, { requestReason: 'For lunch' });
      const { element } = await ask(part, { description: 'Sends money.' });
      for (const text of ['Pay', 'process_payment', 'Sends money.', 'For lunch']) {
        expect(textOf(element)).to.contain(text);
      }
      const rows = [...element.shadowRoot!.querySelectorAll('dl > div')];
      expect(rows.map((row) => row.textContent!.replace(/\s+/g, ' ').trim())).to.deep.equal([
        'amount 30',
        'recipient Hanako',
      ]);
      await expect(element).to.be.accessible();
    });

    it('takes the tool call as "part" and keeps names for ::part() working', async () => {
      const element = await fixture<ToolApprovalElement>(
        html`<tool-approval part="card-of-mine" .part=${toolQuestion()}></tool-approval>`,
      );
      expect(textOf(element)).to.contain('process_payment');
      expect(element.getAttribute('part')).to.equal('card-of-mine');
      element.part = 'other';
      expect(element.getAttribute('part')).to.equal('other');
    });

    it('makes hidden characters visible in names and values, and stays accessible', async () => {
      const { element } = await ask(
        toolQuestion({
          type: 'dynamic-tool',
          toolName: 'send_\u202Eliam',
          input: { 'k\u200Bey': 'a\u2066b\u0007' },
        }),
      );
      expect(textOf(element)).to.contain('send_U+202Eliam');
      expect(textOf(element)).to.contain('kU+200Bey');
      expect(textOf(element)).to.contain('aU+2066bU+0007');
      expect(element.shadowRoot!.textContent).not.to.match(/[\u202E\u2066\u200B]/);
      await expect(element).to.be.accessible();
    });

    it('warns of a name that imitates another one', async () => {
      const imitation = toolQuestion({ type: 'dynamic-tool', toolName: 'раypal' });
      expect(textOf((await ask(imitation)).element)).to.contain('look-alike');
      expect(textOf((await ask()).element)).not.to.contain('look-alike');
    });

    it('offers no "Always allow" where the request wants a fresh decision', async () => {
      const { element } = await ask(toolQuestion({}, { signature: 'abc' }));
      expect(button(element, 'always')).to.equal(null);
      expect(button(element, 'approve')).to.exist;
    });
  });

  describe('deciding', () => {
    for (const [name, decision] of [
      ['approve', 'yes'],
      ['always', 'yes_always'],
      ['deny', 'no'],
    ] as const) {
      it(`fires "${decision}" on a click on ${name}`, async () => {
        const { element, decisions } = await ask();
        await armed(() => button(element, name));
        await clickOn(button(element, name));
        expect(decisions.map((event) => event.detail)).to.deep.equal([
          {
            approvalId: 'approval-1',
            toolCallId: 'call-1',
            toolName: 'process_payment',
            decision,
            reason: undefined,
          },
        ]);
      });
    }

    it('ignores a click in the first moments', async () => {
      const { element, decisions } = await ask();
      await clickOn(button(element, 'approve'));
      expect(button(element, 'approve').ariaDisabled).to.equal('true');
      expect(decisions).to.have.length(0);
    });

    it('ignores a click right after the card has moved', async () => {
      const { element, decisions } = await ask();
      await armed(() => button(element, 'approve'));
      element.style.marginBlockStart = '60px';
      await clickOn(button(element, 'approve'));
      expect(decisions).to.have.length(0);
      await armed(() => button(element, 'approve'));
      await clickOn(button(element, 'approve'));
      expect(decisions).to.have.length(1);
    });

    it('stays unarmed while something transparent to clicks covers the buttons', async () => {
      const { element } = await ask();
      await armed(() => button(element, 'approve'));
      const cover = document.createElement('div');
      cover.style.cssText = 'position:fixed;inset:0;background:#fff;pointer-events:none;z-index:9';
      document.body.append(cover);
      try {
        await expectSoon(() => button(element, 'approve').ariaDisabled === 'true');
      } finally {
        cover.remove();
      }
      await armed(() => button(element, 'approve'));
    });

    it('works on a page that filters or scales the chat', async () => {
      const frame = await fixture(html`<div></div>`);
      (frame as HTMLElement).style.cssText = 'filter:drop-shadow(0 0 2px red);transform:scale(.9)';
      const { element } = await ask();
      frame.append(element);
      await armed(() => button(element, 'approve'));
    });

    it('ignores clicks by scripts', async () => {
      const { element, decisions } = await ask();
      await armed(() => button(element, 'approve'));
      button(element, 'approve').click();
      expect(decisions).to.have.length(0);
    });

    it('takes the second click of a double click for nothing', async () => {
      const { element, decisions } = await ask();
      element.addEventListener('adk-tool-decision', (event) => event.preventDefault());
      await armed(() => button(element, 'deny'));
      await clickOn(button(element, 'deny'));
      await clickOn(button(element, 'deny'));
      expect(decisions).to.have.length(1);
    });

    it('decides by keyboard', async () => {
      const { element, decisions } = await ask();
      await armed(() => button(element, 'approve'));
      button(element, 'approve').focus();
      await sendKeys({ press: 'Enter' });
      expect(decisions.map((event) => event.detail.decision)).to.deep.equal(['yes']);
    });

    it('ignores Enter held since before the focus arrived', async () => {
      const input = await fixture<HTMLInputElement>(html`<input aria-label="before" />`);
      const { element, decisions } = await ask();
      await armed(() => button(element, 'approve'));
      input.addEventListener('keydown', () => button(element, 'approve').focus(), { once: true });
      input.focus();
      await sendKeys({ down: 'Enter' });
      await sendKeys({ down: 'Enter' });
      await sendKeys({ down: 'Enter' });
      await sendKeys({ up: 'Enter' });
      expect(decisions).to.have.length(0);
      await sendKeys({ press: 'Enter' });
      expect(decisions).to.have.length(1);
    });

    it('sends the reason along, also by Enter in its field', async () => {
      const { element, decisions } = await ask();
      await armed(() => button(element, 'deny'));
      await clickOn(element.shadowRoot!.querySelector('.add-reason')!);
      await armed(() => button(element, 'deny'));
      await expectSoon(() => element.shadowRoot!.activeElement?.localName === 'input');
      await expect(element).to.be.accessible();
      await sendKeys({ type: 'Too much' });
      await sendKeys({ press: 'Enter' });
      expect(decisions[0]!.detail).to.include({ decision: 'no', reason: 'Too much' });
      expect(textOf(element)).to.contain('Denied by you').and.contain('Too much');
    });

    it('stays open when the event is cancelled', async () => {
      const { element } = await ask();
      element.addEventListener('adk-tool-decision', (event) => event.preventDefault());
      await armed(() => button(element, 'approve'));
      await clickOn(button(element, 'approve'));
      await armed(() => button(element, 'approve'));
    });

    it('believes the tool call when somebody else was quicker', async () => {
      const { element } = await ask();
      await armed(() => button(element, 'approve'));
      await clickOn(button(element, 'approve'));
      await expectSoon(() => textOf(element).includes('Approved by you'));
      element.toolPart = toolQuestion({ state: 'output-denied' }, { approved: false });
      await expectSoon(() => textOf(element).includes('Denied'));
    });
  });

  describe('time', () => {
    it('counts down and then says that it expired', async () => {
      const { element, decisions } = await ask(toolQuestion(), { expiresAt: Date.now() + 1500 });
      expect(textOf(element)).to.contain('2 sec left');
      await expect(element).to.be.accessible();
      await expectSoon(() => textOf(element).includes('Expired without an answer'));
      expect(button(element, 'approve')).to.equal(null);
      expect(decisions).to.have.length(0);
      await expect(element).to.be.accessible();
    });
  });

  describe('the record', () => {
    const at = new Date(2020, 1, 3, 4, 5).getTime();
    const base = { toolCallId: 'call-1', toolName: 'process_payment', at } as const;
    const cases = [
      ['an approval', { ...base, decision: 'yes', origin: 'user' }, {}, 'Approved by you'],
      [
        'a lasting approval',
        { ...base, decision: 'yes_always', origin: 'user' },
        {},
        'Always allowed by you',
      ],
      [
        'a standing permission',
        { ...base, decision: 'yes', origin: 'policy' },
        {},
        'Approved by your “Always allow”',
      ],
      [
        'a denial',
        { ...base, decision: 'no', origin: 'user', reason: 'No\u202E' },
        {},
        'Denied by you',
      ],
      ['an expiry', { ...base, decision: 'no', origin: 'expired' }, {}, 'Expired'],
      [
        'a rule of the server',
        undefined,
        { approved: true, isAutomatic: true },
        'Approved automatically',
      ],
      [
        'a denial by a rule of the server',
        undefined,
        { approved: false, isAutomatic: true },
        'Denied automatically',
      ],
      [
        'an automatic check under way',
        undefined,
        { isAutomatic: true },
        'Being decided automatically',
      ],
    ] as const;
    for (const [name, confirmation, approval, text] of cases) {
      it(`tells of ${name} in one line`, async () => {
        const { element } = await ask(toolQuestion({}, approval), { confirmation });
        expect(textOf(element)).to.contain(`process_payment ${text}`);
        if (confirmation) expect(textOf(element)).to.contain('Feb 3, 2020');
        expect(button(element, 'approve')).to.equal(null);
        await expect(element).to.be.accessible();
      });
    }

    it('keeps the focus on the record after a decision', async () => {
      const { element } = await ask();
      await armed(() => button(element, 'approve'));
      button(element, 'approve').focus();
      await sendKeys({ press: 'Enter' });
      await expectSoon(
        () => element.shadowRoot!.activeElement?.className.includes('record') ?? false,
      );
    });
  });

  describe('focus and speech', () => {
    it('takes the focus from nothing', async () => {
      const { element } = await ask();
      expect(element.shadowRoot!.activeElement?.className).to.equal('card');
    });

    it('never takes the focus from an input or from another question', async () => {
      const input = await fixture<HTMLInputElement>(html`<input aria-label="typing" />`);
      input.focus();
      await ask();
      expect(document.activeElement).to.equal(input);
      input.blur();
      const first = await ask();
      await ask(toolQuestion({ toolCallId: 'call-2' }, { id: 'approval-2' }));
      expect(document.activeElement).to.equal(first.element);
    });

    it('never takes the focus from the rest of the page', async () => {
      const other = await fixture<HTMLButtonElement>(html`<button>Elsewhere</button>`);
      other.focus();
      await ask();
      expect(document.activeElement).to.equal(other);
    });

    it('announces itself exactly once', async () => {
      const { element } = await ask();
      const status = element.shadowRoot!.querySelector('[role="status"]')!;
      await expectSoon(() => status.textContent === 'Approval needed: process_payment');
      let changes = 0;
      const observer = new MutationObserver(() => changes++);
      observer.observe(status, { childList: true, characterData: true, subtree: true });
      element.toolPart = { ...element.toolPart! };
      await element.updateComplete;
      await nextFrame();
      await nextFrame();
      observer.disconnect();
      expect(changes).to.equal(0);
    });
  });

  describe('slots', () => {
    it('lets the host replace the buttons with elements of its own', async () => {
      const element = await fixture<ToolApprovalElement>(
        html`<tool-approval .toolPart=${toolQuestion()}>
          <button data-decision="no">Rather not</button>
        </tool-approval>`,
      );
      const own = element.querySelector('button')!;
      expect(button(element, 'approve')).to.equal(null);
      await armed(() => own);
      setTimeout(() => clickOn(own));
      const event: AdkToolDecisionEvent = await oneEvent(element, 'adk-tool-decision');
      expect(event.detail.decision).to.equal('no');
    });

    it('shows title, details and actions of the host instead of its own', async () => {
      const element = await fixture<ToolApprovalElement>(
        html`<tool-approval .toolPart=${toolQuestion()}>
          <b slot="title">Mine</b><i slot="details">Mine</i><u slot="actions">Mine</u>
        </tool-approval>`,
      );
      const slots = [...element.shadowRoot!.querySelectorAll<HTMLSlotElement>('slot[name]')];
      expect(slots.map((slot) => [slot.name, slot.assignedElements().length])).to.deep.equal([
        ['title', 1],
        ['details', 1],
        ['actions', 1],
      ]);
    });
  });
});

async function expectSoon(condition: () => boolean): Promise<void> {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`never became true: ${condition.toString()}`);
    await aTimeout(20);
  }
}
