import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { isSettled, toolNameOf, type AnyToolPart } from '../chat/message-parts.js';
import type { Strings } from '../locales/en.js';
import type { ChatContext } from './chat-context.js';
import { icon, type IconName } from './icons.js';
import { previewOf, renderLongText, renderText, renderValue } from './value-view.js';

interface Progress {
  label: keyof Strings & ('checking' | 'stopped' | `tool${string}`);
  icon: IconName;
}

/**
 * A tool call that needs nobody: its name and how it is going, and on demand what went in and what
 * came out. Renders into the shadow root of its `<adk-chat>`.
 */
export class AdkToolElement extends LitElement {
  @property({ attribute: false }) call!: AnyToolPart;
  @property({ attribute: false }) context!: ChatContext;

  @state() private open = false;

  /** When the tool was seen to start, and how long it took. Of a call from history nobody knows. */
  #since: number | undefined;
  #took: number | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('call')) this.#measure(changed.get('call'));
  }

  protected override render() {
    const { call, context } = this;
    const { strings, locale } = context;
    const progress = progressOf(call, context);
    const name = toolNameOf(call);
    const preview = previewOf(call.input);
    return html`<details part="tool" class="tool ${progress.icon}" @toggle=${this.#onToggle}>
      <summary>
        ${icon(progress.icon)}
        <span class="tool-name"
          >${call.title && call.title !== name ? html`<b>${renderText(call.title)}</b> ` : nothing}<code>${renderText(name)}</code>${preview ? html` <span class="muted">${renderText(preview)}</span>` : nothing}</span
        >
        <span class="muted"
          >${strings[progress.label]}${
            this.#took === undefined ? nothing : ` · ${formatDuration(this.#took, locale)}`
          }</span
        >
        ${icon('chevron')}
      </summary>
      ${this.open ? this.#renderBody() : nothing}
    </details>`;
  }

  #renderBody() {
    const { call, context } = this;
    const { strings } = context;
    return html`<div class="tool-body">
      ${call.input === undefined ? nothing : section(strings.toolInput, renderValue(call.input, strings))}
      ${
        call.state === 'output-available'
          ? section(
              call.preliminary ? strings.toolProgress : strings.toolOutput,
              renderValue(call.output, strings),
            )
          : nothing
      }
      ${
        call.state === 'output-error'
          ? section(
              strings.toolError,
              html`<div class="value">${renderLongText(call.errorText, strings)}</div>`,
            )
          : nothing
      }
    </div>`;
  }

  /** Waiting for somebody's answer is no work: the clock starts anew after it. */
  #measure(previous: AnyToolPart | undefined): void {
    const { call } = this;
    if (previous?.toolCallId !== call.toolCallId) this.#since = this.#took = undefined;
    if (call.state === 'output-denied') return;
    if (isSettled(call)) {
      if (this.#since !== undefined) this.#took ??= performance.now() - this.#since;
    } else if (previous?.state !== call.state && call.state !== 'output-available') {
      this.#since = performance.now();
    }
  }

  #onToggle(event: Event): void {
    const details = event.currentTarget as HTMLDetailsElement;
    // Those of folded values inside bubble in no browser, but a host's renderer may dispatch anything.
    if (event.target === details) this.open = details.open;
  }
}

function section(label: string, content: TemplateResult): TemplateResult {
  return html`<div><small>${label}</small> ${content}</div>`;
}

function progressOf(call: AnyToolPart, { store }: ChatContext): Progress {
  switch (call.state) {
    case 'output-available':
      return call.preliminary ? RUNNING : { label: 'toolDone', icon: 'check' };
    case 'output-error':
      return { label: 'toolFailed', icon: 'alert' };
    case 'output-denied':
      return DENIED;
    case 'approval-requested':
      return { label: 'checking', icon: 'running' };
    case 'approval-responded':
      if (!call.approval.approved) return DENIED;
      // Nothing of a batch runs before all of it is decided.
      return store?.pendingApprovals.length ? { label: 'toolWaiting', icon: 'clock' } : RUNNING;
    default:
      if (store && !store.isBusy && !Object.hasOwn(store.tools, toolNameOf(call))) {
        return { label: 'stopped', icon: 'stop' };
      }
      return call.state === 'input-available' ? RUNNING : { ...RUNNING, label: 'toolPreparing' };
  }
}

const RUNNING: Progress = { label: 'toolRunning', icon: 'running' };
const DENIED: Progress = { label: 'toolDenied', icon: 'close' };

function formatDuration(milliseconds: number, locale: string): string {
  const [amount, unit] =
    milliseconds < 100 ? [milliseconds, 'millisecond'] : [milliseconds / 1000, 'second'];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'second' && amount < 10 ? 1 : 0,
  }).format(amount);
}
