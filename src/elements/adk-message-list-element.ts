import type { ChatStatus, UIMessage } from 'ai';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AdkError } from '../errors.js';
import type { AdkMessageElement } from './adk-message-element.js';
import type { ChatContext } from './chat-context.js';
import { renderEmpty } from './chat-view.js';
import type { Suggestion } from './converters.js';

/** How many of the newest messages are drawn before the first paint; the others follow in idle time. */
const FIRST = 30;
const STEP = 250;

/**
 * The conversation: messages, what the agent is doing, and what went wrong. Renders into the shadow
 * root of its `<adk-chat>`.
 *
 * @fires {CustomEvent<string>} pick - The user chose a suggestion.
 */
export class AdkMessageListElement extends LitElement {
  @property({ attribute: false }) context!: ChatContext;
  @property({ attribute: false }) messages: readonly UIMessage[] = [];
  @property({ attribute: false }) status: ChatStatus = 'ready';
  @property({ attribute: false }) error: AdkError | undefined;
  @property({ attribute: false }) suggestions: readonly Suggestion[] = [];

  /** Answers that the user ended before they were complete. */
  @property({ attribute: false }) stopped: ReadonlySet<string> = new Set();

  /** How many of the newest messages are drawn. */
  @state() private drawn = Infinity;

  /** The oldest message that was part of the first paint: what comes before it is drawn on sight. */
  #nearFrom: UIMessage['id'] | undefined;
  #isDrawing = false;

  /** When each message was first seen live. */
  #times = new Map<string, number>();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('messages')) return;
    this.#stampTimes();
    const previous = changed.get('messages');
    if (this.messages[0]?.id === previous?.[0]?.id) return;
    const isLong = this.messages.length > FIRST;
    this.drawn = isLong ? FIRST : Infinity;
    this.#nearFrom = isLong ? this.messages.at(-FIRST)?.id : undefined;
  }

  protected override updated(): void {
    if (this.#isDrawing || this.drawn === Infinity) return;
    this.#isDrawing = true;
    whenIdle(() => {
      this.#isDrawing = false;
      this.drawn = this.drawn + STEP < this.messages.length ? this.drawn + STEP : Infinity;
    });
  }

  /** Hands a changed message to its element; the list itself stays as it is. */
  replace(message: UIMessage): void {
    // What changes is almost always at the end.
    let element = this.lastElementChild;
    while (element && (element as AdkMessageElement).message?.id !== message.id) {
      element = element.previousElementSibling;
    }
    if (element) (element as AdkMessageElement).message = message;
  }

  protected override render() {
    const { context, messages, status } = this;
    const last = messages.at(-1);
    let isDistant = this.#nearFrom !== undefined;
    const isWorking = status === 'submitted' || status === 'streaming';
    const thinking = context.strings.thinking;
    return html`${last ? nothing : renderEmpty(this.suggestions, context.strings, this.#onPick)}
    ${repeat(
      messages.slice(-this.drawn),
      (message) => message.id,
      (message) => {
        isDistant &&= message.id !== this.#nearFrom;
        return html`<adk-message
          .message=${message}
          .distant=${isDistant}
          .context=${context}
          .streaming=${isWorking && message === last && message.role !== 'user'}
          .last=${message === last}
          .stopped=${this.stopped.has(message.id)}
          .time=${this.#times.get(message.id)}
        ></adk-message>`;
      },
    )}
    ${
      status === 'submitted' && last?.role !== 'assistant'
        ? html`<div class="message waiting"><span class="thinking">${thinking}</span></div>`
        : nothing
    }
    ${
      this.error
        ? html`<adk-failure
            .context=${context}
            .error=${this.error}
            @retry=${() => void context.store?.retry()}
          ></adk-failure>`
        : nothing
    }`;
  }

  /** A message that appears while the chat is at work is new; all others come from history. */
  #stampTimes(): void {
    if (this.status === 'ready') return;
    for (const { id } of this.messages.slice(-2)) {
      if (!this.#times.has(id)) this.#times.set(id, Date.now());
    }
  }

  #onPick = (text: string): void => {
    this.dispatchEvent(new CustomEvent('pick', { detail: text }));
  };
}

function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(callback, { timeout: 500 });
  else setTimeout(callback, 16);
}
