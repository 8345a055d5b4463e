import type { ChatTransport, UIMessage } from 'ai';
import { html, LitElement, type PropertyValues } from 'lit';
import { property, query } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { ChatStore } from '../chat/chat-store.js';
import { AdkError } from '../errors.js';
import { AdkErrorEvent, AdkReadyEvent, AdkStatusChangeEvent } from '../events.js';
import { en, type Strings } from '../locales/en.js';
import { createTransport } from '../transport/create-transport.js';
import type { TransportKind } from '../transport/transport.js';
import type { AdkComposerElement } from './adk-composer-element.js';
import { chatStyles } from './adk-chat-styles.js';

/**
 * A chat with an AI agent.
 *
 * @tag adk-chat
 *
 * @fires {AdkStatusChangeEvent} adk-status-change - The chat became busy, ready or failed.
 * @fires {AdkErrorEvent} adk-error - Something went wrong; fired once per failure.
 * @fires {AdkReadyEvent} adk-ready - The element is connected to its store and can be used.
 *
 * @csspart messages - The scrolling conversation.
 * @csspart message - One message.
 * @csspart composer - The input row.
 * @csspart error - The error box.
 * @csspart retry-button - The button that tries again.
 * @csspart notice - A notice that is no error.
 *
 * @cssprop [--adk-accent] - Colour of what can be pressed.
 */
export class AdkChatElement extends LitElement {
  /** The version of this library. */
  static readonly version: string = __VERSION__;

  static override styles = chatStyles;

  /** Address of the backend. */
  @property() endpoint: string | undefined;

  /** A backend's language, or a transport of your own. */
  @property() transport: TransportKind | ChatTransport<UIMessage> | undefined;

  /** Text shown in the empty input. */
  @property() placeholder = '';

  /** A store of your own; without one the element makes its own. */
  @property({ attribute: false }) store: ChatStore | undefined;

  @query('adk-composer') private composer!: AdkComposerElement;

  #strings: Strings = en;
  #unsubscribe: (() => void) | undefined;
  #lastError: Error | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observe();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.store && this.endpoint) {
      this.store = new ChatStore({ transport: this.#createTransport(this.endpoint) });
    }
    if (changed.has('store') || (this.store && !this.#unsubscribe)) this.#observe();
  }

  protected override firstUpdated(): void {
    const event = new AdkReadyEvent();
    this.dispatchEvent(event);
  }

  /** Sends a message as if the user had typed it. */
  async send(text: string): Promise<void> {
    if (!this.store) throw new AdkError('configuration', this.#strings.noEndpoint);
    await this.store.sendMessage({ text });
  }

  /** Stops the answer; what has arrived stays. */
  async stop(): Promise<void> {
    await this.store?.stop();
  }

  /** Asks for the last answer again. */
  async regenerate(): Promise<void> {
    await this.store?.regenerate();
  }

  override focus(options?: FocusOptions): void {
    this.composer.focus(options);
  }

  protected override render() {
    const { store } = this;
    const strings = this.#strings;
    const busy = store?.status === 'submitted' || store?.status === 'streaming';
    return html`
      <div
        part="messages"
        class="messages"
        role="log"
        tabindex="0"
        aria-label=${strings.conversation}
        aria-busy=${busy ? 'true' : 'false'}
      >
        ${repeat(
          store?.messages ?? [],
          (message) => message.id,
          (message) => html`<adk-message .message=${message} .strings=${strings}></adk-message>`,
        )}
        ${store ? undefined : html`<p part="notice" role="status">${strings.noEndpoint}</p>`}
        ${
          store?.error
            ? html`<div part="error" role="alert">
                ${store.error.message}
                <button part="retry-button" @click=${this.#onRetry}>${strings.retry}</button>
              </div>`
            : undefined
        }
      </div>
      <adk-composer
        .busy=${busy}
        .disabled=${!store}
        .placeholder=${this.placeholder}
        .strings=${strings}
        @compose=${this.#onCompose}
        @halt=${this.stop}
      ></adk-composer>
    `;
  }

  #createTransport(endpoint: string): ChatTransport<UIMessage> {
    return typeof this.transport === 'object'
      ? this.transport
      : createTransport({ kind: this.transport ?? 'sse', endpoint });
  }

  #observe(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = this.store?.subscribe((change) => {
      if (change.type === 'status') this.#onStatus();
      this.requestUpdate();
    });
  }

  #onStatus(): void {
    const { store } = this;
    if (!store) return;
    const event = new AdkStatusChangeEvent({ status: store.status });
    this.dispatchEvent(event);
    if (store.error && store.error !== this.#lastError) {
      const errorEvent = new AdkErrorEvent({ error: store.error });
      this.dispatchEvent(errorEvent);
    }
    this.#lastError = store.error;
  }

  #onCompose(event: CustomEvent<string>): void {
    void this.send(event.detail);
  }

  #onRetry(): void {
    void this.regenerate();
  }
}
