import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { PendingApproval } from '../chat/pending-approvals.js';
import { ArmingController } from '../controllers/arming-controller.js';
import { AdkToolDecisionEvent } from '../events.js';
import type { Strings } from '../locales/en.js';
import { icon } from './icons.js';
import { renderText } from './value-view.js';

/**
 * Answers several open questions at once. Renders into the shadow root of its `<adk-chat>`.
 *
 * @fires {AdkToolDecisionEvent} adk-tool-decision - Once for every question.
 */
export class AdkApprovalBarElement extends LitElement {
  readonly #arming: ArmingController = new ArmingController(this, () =>
    this.querySelector('.buttons'),
  );

  /** Those that a plain yes or no answers. */
  @property({ attribute: false }) questions: readonly PendingApproval[] = [];
  @property({ attribute: false }) strings!: Strings;

  constructor() {
    super();
    this.addEventListener('keydown', this.#onKey);
    this.addEventListener('keypress', this.#onKey);
    this.addEventListener('keyup', this.#onKey);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('questions')?.map(({ approvalId }) => approvalId);
    // "All" means other questions now: whoever is about to press it meant the old ones.
    if (before && before.join() !== this.questions.map(({ approvalId }) => approvalId).join()) {
      this.#arming.disarm();
    }
  }

  protected override render() {
    const { questions, strings } = this;
    if (questions.length < 2) return nothing;
    const names = [...new Set(questions.map(({ toolName }) => toolName))];
    const button = (decision: 'yes' | 'no', label: string) =>
      html`<button
        type="button"
        class="button ${decision === 'yes' ? 'primary' : 'danger'}"
        aria-disabled=${this.#arming.armed ? 'false' : 'true'}
        @click=${(event: Event) => this.#decideAll(event, decision)}
      >
        ${label}
      </button>`;
    return html`<div
      part="notice"
      class="approval-bar"
      role="group"
      aria-label=${strings.questions(questions.length)}
    >
      ${icon('shield')}
      <p>
        <b>${strings.questions(questions.length)}</b>
        ${names.map((name) => html`<code>${renderText(name)}</code> `)}
      </p>
      <div class="buttons">
        ${button('yes', strings.approveAll)}${button('no', strings.denyAll)}
      </div>
    </div>`;
  }

  /** Only what this bar showed is answered, not what has come in since. */
  #decideAll(click: Event, decision: 'yes' | 'no'): void {
    if (!this.#arming.accepts(click)) return;
    this.#arming.disarm();
    for (const { approvalId, toolCallId, toolName } of this.questions) {
      const event = new AdkToolDecisionEvent({ approvalId, toolCallId, toolName, decision });
      this.dispatchEvent(event);
    }
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLButtonElement) this.#arming.onKey(event);
  };
}
