import type { DataUIPart, ReasoningUIPart, UIDataTypes, UIMessage } from 'ai';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import {
  isOpenQuestion,
  isSettled,
  isToolPart,
  textOf,
  toolPartsOf,
  type AnyPart,
} from '../chat/message-parts.js';
import type { Strings } from '../locales/en.js';
import { renderAdkData } from './adk-parts.js';
import type { ChatContext, Rating } from './chat-context.js';
import { copyText } from './copy-text.js';
import { renderFilePart } from './file-part.js';
import { renderByHost } from './host-renderer.js';
import { icon, type IconName } from './icons.js';
import { renderSources, type SourcePart } from './source-parts.js';
import { renderMarkdown, renderPlain } from './text-part.js';
import { renderToolPart } from './tool-part.js';

/**
 * One message of the conversation. Renders into the shadow root of the `<adk-chat>` that holds it,
 * so that the chat's parts and slots reach inside.
 */
export class AdkMessageElement extends LitElement {
  @property({ attribute: false }) message: UIMessage | undefined;
  @property({ attribute: false }) context!: ChatContext;

  /** Whether more of this message is to come. */
  @property({ type: Boolean }) streaming = false;

  /** Whether this is the newest message, which can be asked for again. */
  @property({ type: Boolean }) last = false;

  /** Whether the user ended this answer before it was complete. */
  @property({ type: Boolean }) stopped = false;

  /** When it was seen live; a message from history has no time unless its metadata says so. */
  @property({ attribute: false }) time: number | undefined;

  /** Part of a long history: until it comes near the screen, only its text is drawn. */
  @property({ type: Boolean }) distant = false;

  @state() private near = false;
  @state() private editing = false;
  @state() private copied = false;
  @state() private rating: Rating | undefined;
  @state() private loaded: ReadonlySet<string> = new Set();

  @query('.edit textarea') private editor!: HTMLTextAreaElement | null;

  /** When each reasoning part began, and how long it took: by its place in the message. */
  #thinking = new Map<number, { since: number; took?: number }>();

  constructor() {
    super();
    this.addEventListener('contentvisibilityautostatechange', (event) => {
      if (!(event as ContentVisibilityAutoStateChangeEvent).skipped) this.near = true;
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('message')) this.#measureThinking();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('editing') && this.editing) this.editor?.focus();
  }

  protected override render() {
    const { message, context } = this;
    if (!message || message.role === 'system') return nothing;
    const { strings } = context;
    const user = message.role === 'user';
    // An answer that waits for somebody can't be rated or asked for again yet.
    const isAsking = toolPartsOf(message).some(isOpenQuestion);
    if (this.distant && !this.near) return renderDistant(message, strings);
    const sources = message.parts.filter((part): part is SourcePart =>
      part.type.startsWith('source-'),
    );
    return html`<article
      part="message message-${message.role}"
      class="message ${message.role} ${this.last ? 'last' : ''} ${this.streaming ? 'streaming' : ''}"
      aria-label=${user ? strings.you : strings.assistant}
    >
      ${
        this.editing
          ? this.#renderEditor(message)
          : html`<div class="body">
              ${message.parts.map((part, i) => this.#renderPart(part, i, message))}
              ${renderSources(sources, context)}
              ${
                this.streaming && isPausing(message.parts.at(-1))
                  ? html`<div class="thinking">${strings.thinking}</div>`
                  : nothing
              }
            </div>`
      }
      ${this.streaming || this.editing || isAsking ? nothing : this.#renderFooter(message)}
    </article>`;
  }

  #renderPart(part: AnyPart, index: number, message: UIMessage): unknown {
    const { context } = this;
    if (isToolPart(part)) return renderToolPart(part, message, context);
    if (part.type.startsWith('data-')) {
      return this.#renderData(part as DataUIPart<UIDataTypes>, index, message);
    }
    switch (part.type) {
      case 'text':
        return message.role === 'user'
          ? renderPlain(part.text)
          : renderMarkdown(part.text, part.state !== 'streaming' || !this.streaming, context);
      case 'reasoning':
        return this.#renderReasoning(part, index);
      case 'file':
        return renderFilePart(part, context, this.loaded.has(part.url), () => {
          this.loaded = new Set(this.loaded).add(part.url);
        });
      default:
        return nothing;
    }
  }

  #renderReasoning(part: ReasoningUIPart, index: number) {
    const { strings, locale } = this.context;
    if (!part.text) return nothing;
    const took = this.#thinking.get(index)?.took;
    const active = this.streaming && part.state === 'streaming';
    const label = active
      ? strings.thinking
      : took === undefined
        ? strings.thought
        : strings.thoughtFor(formatSeconds(took, locale));
    return html`<details part="reasoning" class="reasoning">
      <summary class=${active ? 'thinking' : ''}>${label}${icon('chevron')}</summary>
      ${renderMarkdown(part.text, !active, this.context)}
    </details>`;
  }

  #renderData(part: DataUIPart<UIDataTypes>, index: number, message: UIMessage) {
    const name = part.type.slice('data-'.length);
    const render = this.context.dataRenderers.get(name);
    return html`<slot name="data:${name}:${part.id ?? `${message.id}:${index}`}"
      >${
        render
          ? renderByHost(() => render(part.data, part, message))
          : renderAdkData(name, part.data, this.context)
      }</slot
    >`;
  }

  #renderFooter(message: UIMessage) {
    const { strings, locale, actions } = this.context;
    const user = message.role === 'user';
    const hasText = textOf(message) !== '';
    const time = timeOf(message) ?? this.time;
    const rate = (rating: Rating) => () => {
      this.rating = this.rating === rating ? undefined : rating;
      actions.rate(message, this.rating);
    };
    return html`<footer class="actions">
      ${
        hasText
          ? this.#renderAction(
              this.copied ? 'check' : 'copy',
              this.copied ? strings.copied : strings.copy,
              this.#onCopy,
            )
          : nothing
      }
      ${
        user && hasText
          ? this.#renderAction('edit', strings.edit, () => {
              this.editing = true;
            })
          : nothing
      }
      ${
        user
          ? nothing
          : html`${
              this.last
                ? this.#renderAction('redo', strings.regenerate, () => actions.regenerate(message))
                : nothing
            }
            ${this.#renderAction('up', strings.goodAnswer, rate('up'), this.rating === 'up')}
            ${this.#renderAction('down', strings.badAnswer, rate('down'), this.rating === 'down')}`
      }
      ${time === undefined ? nothing : renderTime(time, locale)}
      ${this.stopped ? html`<span class="stopped">${strings.stopped}</span>` : nothing}
    </footer>`;
  }

  #renderAction(name: IconName, label: string, onClick: () => void, pressed?: boolean) {
    return html`<button
      type="button"
      class="icon-button small"
      aria-label=${label}
      title=${label}
      aria-pressed=${pressed === undefined ? nothing : pressed}
      @click=${onClick}
    >
      ${icon(name)}
    </button>`;
  }

  #renderEditor(message: UIMessage) {
    const { strings } = this.context;
    return html`<form class="edit" @submit=${this.#onEdit} @keydown=${this.#onEditKeydown}>
      <textarea aria-label=${strings.editMessage} .value=${textOf(message)}></textarea>
      <div class="buttons">
        <button type="button" class="button" @click=${this.#onCancelEdit}>${strings.cancel}</button>
        <button type="submit" class="button primary">${strings.send}</button>
      </div>
    </form>`;
  }

  #measureThinking(): void {
    this.message?.parts.forEach((part, i) => {
      if (part.type !== 'reasoning') return;
      const known = this.#thinking.get(i);
      if (part.state === 'streaming') {
        if (!known) this.#thinking.set(i, { since: performance.now() });
      } else if (known && known.took === undefined) {
        known.took = performance.now() - known.since;
      }
    });
  }

  #onCopy = async (): Promise<void> => {
    if (!this.message) return;
    const { announce, strings } = this.context;
    this.copied = await copyText(textOf(this.message));
    announce(this.copied ? strings.copied : strings.notCopied);
    setTimeout(() => (this.copied = false), 2000);
  };

  #onEdit(event: SubmitEvent): void {
    event.preventDefault();
    const text = this.editor?.value.trim();
    this.editing = false;
    if (text && this.message) this.context.actions.edit(this.message, text);
  }

  #onEditKeydown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      this.#onCancelEdit();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      (event.currentTarget as HTMLFormElement).requestSubmit();
    }
  }

  #onCancelEdit(): void {
    this.editing = false;
  }
}

/** Enough to be found on the page and to be read out. */
function renderDistant(message: UIMessage, strings: Strings) {
  return html`<article
    class="message ${message.role}"
    aria-label=${message.role === 'user' ? strings.you : strings.assistant}
  >
    <div class="body">${renderPlain(textOf(message))}</div>
  </article>`;
}

/** Whether nothing shows that an answer goes on: it has just begun, or a step is over. */
function isPausing(last: AnyPart | undefined): boolean {
  if (!last || last.type === 'step-start') return true;
  if (isToolPart(last)) return isSettled(last);
  if (last.type === 'reasoning') return !last.text || last.state === 'done';
  return last.type === 'text' && !last.text;
}

function renderTime(time: number, locale: string) {
  const date = new Date(time);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(date);
  const isToday = date.toDateString() === new Date().toDateString();
  return html`<time
    datetime=${date.toISOString()}
    title=${format({ dateStyle: 'full', timeStyle: 'short' })}
    >${format({ timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) })}</time
  >`;
}

function timeOf(message: UIMessage): number | undefined {
  const metadata = message.metadata as { createdAt?: unknown } | null | undefined;
  const value = metadata?.createdAt;
  const time =
    typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isFinite(new Date(time).getTime()) ? time : undefined;
}

function formatSeconds(milliseconds: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(Math.max(1, milliseconds / 1000));
}
