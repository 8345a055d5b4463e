import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AdkError } from '../errors.js';
import type { ChatContext } from './chat-context.js';
import { icon } from './icons.js';
import { visibleText } from './visible-text.js';

/**
 * What went wrong, what can be done, and since when that makes sense. Renders into the shadow root
 * of its `<adk-chat>`.
 *
 * @fires {Event} retry - The user wants to try again.
 */
export class AdkFailureElement extends LitElement {
  @property({ attribute: false }) context!: ChatContext;
  @property({ attribute: false }) error!: AdkError;

  @state() private wait = 0;

  #timer: ReturnType<typeof setInterval> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('error')) this.#countDown(this.error.retryAfter ?? 0);
  }

  protected override render() {
    const { error } = this;
    const { strings } = this.context;
    return html`<div part="error" class="error">
      ${icon('alert')}
      <div class="error-text">
        <p role="alert">${visibleText(error.message) || strings.unknownError}</p>
        ${this.wait > 0 ? html`<p class="muted">${strings.retryIn(this.wait)}</p>` : nothing}
        ${
          error.details
            ? html`<details>
                <summary>${strings.details}${icon('chevron')}</summary>
                <pre tabindex="0">${visibleText(error.details)}</pre>
              </details>`
            : nothing
        }
      </div>
      <button
        type="button"
        part="retry-button"
        class="button"
        ?disabled=${this.wait > 0}
        @click=${() => this.dispatchEvent(new Event('retry'))}
      >
        ${strings.retry}
      </button>
    </div>`;
  }

  #countDown(milliseconds: number): void {
    clearInterval(this.#timer);
    const end = Date.now() + milliseconds;
    this.wait = Math.ceil(milliseconds / 1000);
    if (this.wait === 0) return;
    this.#timer = setInterval(() => {
      this.wait = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      if (this.wait === 0) clearInterval(this.#timer);
    }, 1000);
  }
}
