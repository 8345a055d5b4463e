import { html, LitElement } from 'lit';
import { property, query } from 'lit/decorators.js';
import { en, type Strings } from '../locales/en.js';

/**
 * The input row. Renders into the shadow root of its `<adk-chat>`.
 *
 * @fires {CustomEvent<string>} compose - The user wants to send this text.
 * @fires {Event} halt - The user wants the answer to stop.
 */
export class AdkComposerElement extends LitElement {
  @property({ type: Boolean }) busy = false;
  @property({ type: Boolean }) disabled = false;
  @property() placeholder = '';
  @property({ attribute: false }) strings: Strings = en;

  @query('textarea') private input!: HTMLTextAreaElement;

  override focus(options?: FocusOptions): void {
    this.input.focus(options);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render() {
    const { strings } = this;
    return html`<form part="composer" class="composer" @submit=${this.#onSubmit}>
      <textarea
        part="input"
        rows="1"
        aria-label=${strings.message}
        placeholder=${this.placeholder || strings.placeholder}
        ?disabled=${this.disabled}
        @keydown=${this.#onKeydown}
      ></textarea>
      ${
        this.busy
          ? html`<button
              part="stop-button"
              type="button"
              aria-label=${strings.stop}
              @click=${this.#onStop}
            >
              ■
            </button>`
          : html`<button part="send-button" aria-label=${strings.send} ?disabled=${this.disabled}>
              ↑
            </button>`
      }
    </form>`;
  }

  #onKeydown(event: KeyboardEvent): void {
    // Enter also ends an IME composition; that one must not send.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    this.#submit();
  }

  #submit(): void {
    const text = this.input.value.trim();
    if (!text || this.disabled) return;
    this.input.value = '';
    this.dispatchEvent(new CustomEvent('compose', { detail: text }));
  }

  #onStop(): void {
    this.dispatchEvent(new Event('halt'));
  }
}
