import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { isOpenQuestion, toolNameOf, type AnyToolPart } from '../chat/message-parts.js';
import { ArmingController } from '../controllers/arming-controller.js';
import { AdkToolDecisionEvent, type ToolDecisionDetail } from '../events.js';
import { en, type Strings } from '../locales/en.js';
import type { Confirmation, Decision } from '../tools/decision.js';
import { mayUsePolicy } from '../tools/tool-policy.js';
import { fieldText } from './approval-fields.js';
import { approvalRecord } from './approval-record.js';
import { icon } from './icons.js';
import { mayTakeFocus } from './polite-focus.js';
import { themeStyles } from './theme-styles.js';
import { toolApprovalStyles } from './tool-approval-styles.js';
import { valueStyles } from './value-styles.js';
import { renderLongText, renderText, renderValue } from './value-view.js';
import { isLookalike, visibleText } from './visible-text.js';

const DECISIONS: readonly unknown[] = ['yes', 'yes_always', 'no'] satisfies Decision[];

/**
 * Asks a person whether a tool may run, with the exact input, and afterwards tells in one line how
 * that was decided. Elements with `data-decision="yes"`, `"yes_always"` or `"no"` inside it decide
 * like its own buttons and take their place; an input with `data-reason` takes the reason; elements
 * with `data-field` get the text of `tool`, `title`, `description`, `reason`, `input` or something
 * inside it (`input.items.0.price`).
 *
 * @tag tool-approval
 *
 * @slot - Extra content between the details and the buttons.
 * @slot title - Instead of the tool's title and name.
 * @slot details - Instead of the description, the input and the reason; the exact input then stays
 * within reach, folded.
 * @slot actions - Instead of the buttons.
 *
 * @fires {AdkToolDecisionEvent} adk-tool-decision - The person answered. Cancel to answer yourself.
 *
 * @csspart card - The frame of an open question.
 * @csspart record - The line that is left after the decision.
 * @csspart approve-button - Allows this one call.
 * @csspart always-button - Allows this and every later call of the tool.
 * @csspart deny-button - Denies this one call.
 *
 * @cssprop [--adk-accent] - Colour of the frame and of the approving button.
 * @cssprop [--adk-on-accent] - Colour of text on the accent colour.
 * @cssprop [--adk-surface] - Background.
 * @cssprop [--adk-text] - Colour of text.
 * @cssprop [--adk-text-muted] - Colour of secondary text.
 * @cssprop [--adk-border] - Colour of lines.
 * @cssprop [--adk-danger] - Colour of warnings and denials.
 * @cssprop [--adk-success] - Colour of approvals.
 * @cssprop [--adk-radius] - Roundness of the frame.
 * @cssprop [--adk-radius-small] - Roundness of the buttons.
 */
export class ToolApprovalElement extends LitElement {
  static override styles = [themeStyles, valueStyles, toolApprovalStyles];

  readonly #arming = new ArmingController(this, () => this.#buttons());

  /** As a child of `<adk-chat>` with a `<template>`: the tool whose questions the template is for. */
  @property() tool = '';

  /** What the tool does, in the words of whoever provides it. */
  @property() description = '';

  /** When the question lapses, in milliseconds since the epoch. */
  @property({ type: Number, attribute: 'expires-at' }) expiresAt: number | undefined;

  /** Leaves out frame and name of the record, for use below a card that shows them. */
  @property({ type: Boolean }) compact = false;

  /** The tool call that the question is about. `part` is another name for it. */
  @property({ attribute: false }) toolPart: AnyToolPart | undefined;

  /** Set when the browser itself asks, without a question of the server in the tool call. */
  @property({ attribute: false }) approvalId: string | undefined;

  /** How the question was decided, by whom and when. */
  @property({ attribute: false }) confirmation: Confirmation | undefined;

  @property({ attribute: false }) strings: Strings = en;

  @state() private answer: Confirmation | undefined;
  @state() private hasReason = false;
  @state() private announcement = '';

  @query('.card') private card!: HTMLElement | null;
  @query('.record') private record!: HTMLElement | null;
  @query('input') private reasonInput!: HTMLInputElement | null;

  #wasOpen = false;
  #announced: string | undefined;
  #clock: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.addEventListener('click', this.#onClick);
    this.addEventListener('keydown', this.#onKey);
    this.addEventListener('keypress', this.#onKey);
    this.addEventListener('keyup', this.#onKey);
  }

  /**
   * The tool call, also known as `toolPart`. A string is what it is on every element: names for
   * `::part()`.
   */
  override get part(): DOMTokenList {
    return (this.toolPart as unknown as DOMTokenList | undefined) ?? super.part;
  }

  override set part(value: AnyToolPart | string | undefined) {
    if (typeof value === 'string') this.setAttribute('part', value);
    else this.toolPart = value;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#clock);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('toolPart') && !changed.has('approvalId')) return;
    const approved = this.toolPart?.approval?.approved;
    // Another question, or somebody else (another tab perhaps) was quicker: theirs is the record.
    if (
      this.answer?.approvalId !== this.#questionId ||
      approved === (this.answer?.decision === 'no')
    ) {
      this.answer = undefined;
    }
  }

  protected override update(changed: PropertyValues<this>): void {
    const isOpen = this.#isOpen;
    const hadFocus = this.#wasOpen && !isOpen && this.matches(':focus-within');
    this.#wasOpen = isOpen;
    super.update(changed);
    // The buttons are gone now, and the focus on one of them would be too.
    if (hadFocus) this.focus({ preventScroll: true });
  }

  /** Puts the focus on the question, or on the record of its answer. */
  override focus(options?: FocusOptions): void {
    (this.card ?? this.record)?.focus(options);
  }

  protected override updated(): void {
    this.#fill();
    clearTimeout(this.#clock);
    const isOpen = this.#isOpen;
    if (isOpen && this.#announced !== this.#questionId) this.#arrive();
    if (isOpen && this.expiresAt) {
      this.#clock = setTimeout(
        () => this.requestUpdate(),
        (this.expiresAt - Date.now()) % 1000 || 1,
      );
    }
    for (const button of this.querySelectorAll('[data-decision]')) {
      button.setAttribute('aria-disabled', String(!this.#arming.armed));
    }
  }

  protected override render() {
    if (!this.toolPart) return nothing;
    if (this.#isOpen) return this.#renderQuestion(this.toolPart);
    return this.toolPart.approval || this.confirmation || this.answer
      ? this.#renderRecord(this.toolPart)
      : nothing;
  }

  get #questionId(): string | undefined {
    return this.toolPart?.approval?.id ?? this.approvalId;
  }

  get #isOpen(): boolean {
    const { toolPart: part } = this;
    if (!part || this.answer || this.confirmation || this.#isExpired) return false;
    return part.approval ? isOpenQuestion(part) : this.approvalId !== undefined;
  }

  get #isExpired(): boolean {
    return this.expiresAt !== undefined && this.expiresAt <= Date.now();
  }

  get #locale(): string | undefined {
    return this.lang || document.documentElement.lang || undefined;
  }

  #renderQuestion(part: AnyToolPart) {
    const { strings } = this;
    const name = toolNameOf(part);
    const reason = part.approval?.requestReason;
    return html`<div
      class="card"
      part="card"
      role="group"
      aria-labelledby="label title"
      tabindex="-1"
    >
      <div class="head">
        ${icon('shield')}<span id="label">${strings.approvalNeeded}</span>
        ${this.#renderClock()}
      </div>
      <div class="title" id="title"><slot name="title">${this.#renderTitle(part, name)}</slot></div>
      <slot name="details">
        ${isLookalike(name) ? html`<p class="warning">${icon('alert')}${strings.lookalike}</p>` : nothing}
        ${this.description ? html`<p class="text">${renderLongText(this.description, strings)}</p>` : nothing}
        ${renderValue(part.input, strings)}
        ${
          reason
            ? html`<p class="text">
                <span class="muted">${strings.reasonGiven}</span> ${renderLongText(reason, strings)}
              </p>`
            : nothing
        }
      </slot>
      ${
        this.querySelector(':scope > [slot="details"]')
          ? html`<details class="exact">
              <summary>${strings.toolInput}</summary>
              ${renderValue(part.input, strings)}
            </details>`
          : nothing
      }
      <slot @slotchange=${this.#onSlotChange}></slot>
      <div class="actions">
        <slot name="actions" @slotchange=${this.#onSlotChange}>
          ${this.querySelector('[data-decision]') ? nothing : this.#renderActions(part)}
        </slot>
      </div>
      <div class="visually-hidden" role="status">${this.announcement}</div>
    </div>`;
  }

  #renderTitle(part: AnyToolPart, name: string) {
    const code = html`<code class="name">${renderText(name)}</code>`;
    return part.title && part.title !== name
      ? html`<strong>${renderText(part.title)}</strong> ${code}`
      : code;
  }

  #renderClock() {
    if (!this.expiresAt) return nothing;
    const seconds = Math.ceil((this.expiresAt - Date.now()) / 1000);
    const [amount, unit] =
      seconds > 90 ? [Math.round(seconds / 60), 'minute'] : [seconds, 'second'];
    const time = new Intl.NumberFormat(this.#locale, { style: 'unit', unit }).format(amount);
    return html`<span class="clock ${seconds <= 10 ? 'urgent' : ''}" role="timer"
      >${icon('clock')}${this.strings.secondsLeft(time)}</span
    >`;
  }

  #renderActions(part: AnyToolPart) {
    const { strings } = this;
    const button = (decision: Decision, name: string, label: string) =>
      html`<button
        type="button"
        part="${name}-button"
        class=${name}
        data-decision=${decision}
        aria-disabled=${this.#arming.armed ? 'false' : 'true'}
      >
        ${label}
      </button>`;
    return html`
      ${button('yes', 'approve', strings.approve)}
      ${mayUsePolicy(part) ? button('yes_always', 'always', strings.alwaysAllow) : nothing}
      ${button('no', 'deny', strings.deny)}
      ${
        this.hasReason
          ? html`<input
              type="text"
              maxlength="500"
              aria-label=${strings.reason}
              placeholder=${strings.reason}
            />`
          : html`<button type="button" class="add-reason" @click=${this.#onAddReason}>
              ${strings.addReason}
            </button>`
      }
    `;
  }

  #renderRecord(part: AnyToolPart) {
    const { strings } = this;
    const { outcome, by, at, reason } = approvalRecord(
      part,
      this.confirmation ?? this.answer,
      this.#isExpired,
    );
    const isToday = at && new Date(at).toDateString() === new Date().toDateString();
    const time =
      at &&
      new Intl.DateTimeFormat(this.#locale, {
        timeStyle: 'short',
        dateStyle: isToday ? undefined : 'medium',
      }).format(at);
    return html`<div class="record ${outcome}" part="record" tabindex="-1">
      ${icon(outcome === 'denied' ? 'close' : outcome === 'expired' ? 'clock' : 'check')}
      <span>
        ${this.compact ? nothing : html`<code class="name">${renderText(toolNameOf(part))}</code>`}
        <b>${strings[outcome]}</b> ${by ? strings[by] : nothing}
        ${time ? html`<span class="muted">· <time>${time}</time></span>` : nothing}
        ${reason ? html`<span class="muted">· ${renderLongText(reason, strings)}</span>` : nothing}
      </span>
    </div>`;
  }

  /** Own buttons, or those that the host put in their place. */
  #buttons(): Element | null {
    if (!this.#isOpen) return null;
    return this.querySelector('[data-decision]') ?? this.renderRoot.querySelector('.actions');
  }

  /** Writes what the host's own elements ask for; as text, so that nothing in it can be markup. */
  #fill(): void {
    const { toolPart: part, description, strings } = this;
    if (!part) return;
    for (const element of this.querySelectorAll<HTMLElement>('[data-field]')) {
      const text = fieldText(part, description, element.dataset.field ?? '', strings);
      if (element.textContent !== text) element.textContent = text;
    }
  }

  /** A new question: say so once, and take the focus if nobody needs it. */
  #arrive(): void {
    this.#announced = this.#questionId;
    if (mayTakeFocus(this)) this.card?.focus({ preventScroll: true });
    const part = this.toolPart;
    if (!part) return;
    // A live region speaks of changes: it must be there, empty, before its text.
    requestAnimationFrame(() => {
      this.announcement = this.strings.approvalFor(visibleText(part.title ?? toolNameOf(part)));
    });
  }

  #decide(decision: Decision): void {
    const { toolPart: part } = this;
    const approvalId = this.#questionId;
    if (!part || approvalId === undefined || (decision === 'yes_always' && !mayUsePolicy(part)))
      return;
    // Whatever the tool wants filled in; a denial needs nothing of it.
    const form = this.querySelector<HTMLInputElement>('[data-payload]');
    if (form && decision !== 'no' && !form.reportValidity()) return;
    const reasonInput = this.reasonInput ?? this.querySelector<HTMLInputElement>('[data-reason]');
    const detail: ToolDecisionDetail = {
      approvalId,
      toolCallId: part.toolCallId,
      toolName: toolNameOf(part),
      decision,
      reason: reasonInput?.value.trim() || undefined,
      ...(form && decision !== 'no' && { payload: form.value as unknown }),
    };
    const event = new AdkToolDecisionEvent(detail);
    this.dispatchEvent(event);
    // Whoever cancelled it answers it; until then, the second click of a double click is nothing.
    this.#arming.disarm();
    if (!event.defaultPrevented) this.answer = { ...detail, origin: 'user', at: Date.now() };
  }

  #onClick = (event: Event): void => {
    const path = event.composedPath();
    const button = path
      .slice(0, path.indexOf(this))
      .find(
        (node): node is HTMLElement => node instanceof HTMLElement && 'decision' in node.dataset,
      );
    const decision = button?.dataset.decision;
    if (!DECISIONS.includes(decision) || !this.#isOpen || !this.#arming.accepts(event)) return;
    this.#decide(decision as Decision);
  };

  #onKey = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0] as HTMLElement;
    if (target.dataset.decision) this.#arming.onKey(event);
    if (target !== this.reasonInput || event.type !== 'keydown' || event.key !== 'Enter') return;
    if (!event.repeat && !event.isComposing && this.#arming.accepts(event)) this.#decide('no');
  };

  async #onAddReason(): Promise<void> {
    this.hasReason = true;
    await this.updateComplete;
    this.reasonInput?.focus();
  }

  #onSlotChange(): void {
    this.requestUpdate();
  }
}
