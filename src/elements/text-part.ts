import { html, type TemplateResult } from 'lit';
import { directive, Directive, type ElementPart } from 'lit/directive.js';
import type * as Markdown from '../markdown/markdown.js';
import type { MarkdownView } from '../markdown/markdown-view.js';
import type { ChatContext } from './chat-context.js';

let markdown: typeof Markdown | undefined;
let loading: Promise<void> | undefined;

/** Loads what turns Markdown into elements. Until then, and if that fails, its source is shown. */
export function loadMarkdown(): Promise<void> {
  return (loading ??= import('../markdown/markdown.js').then(
    (module) => {
      markdown = module;
    },
    () => {
      loading = undefined;
    },
  ));
}

type Text = [text: string, final: boolean, context: ChatContext];

/** Keeps one view per element, so that an answer that grows is written on, not written again. */
class MarkdownDirective extends Directive {
  #view: MarkdownView | undefined;
  #given: Text | undefined;

  override render(...[text]: Text): string {
    return text;
  }

  override update({ element }: ElementPart, given: Text): void {
    const context = this.#given?.[2];
    if (!this.#given && !markdown) {
      void loadMarkdown().then(() => markdown && this.#write(element as HTMLElement));
    }
    this.#given = given;
    if (context !== given[2]) {
      this.#view?.dispose();
      this.#view = undefined;
    }
    this.#write(element as HTMLElement);
  }

  #write(element: HTMLElement): void {
    const [text, final, { host, strings, allowedOrigins }] = this.#given!;
    element.classList.toggle('plain', !markdown);
    if (markdown) {
      if (!this.#view) {
        element.replaceChildren();
        markdown.adoptMarkdownStyles(host.shadowRoot!);
        this.#view = markdown.createMarkdownView(element, strings, allowedOrigins);
      }
      this.#view.update(text, final);
    } else element.textContent = text;
  }
}

const writeMarkdown = directive(MarkdownDirective);

/** Text of the model: Markdown. */
export function renderMarkdown(...given: Text): TemplateResult {
  return html`<div part="text" class="text markdown" ${writeMarkdown(...given)}></div>`;
}

/** Text of the user: exactly as typed. */
export function renderPlain(text: string): TemplateResult {
  return html`<div part="text" class="text plain">${text}</div>`;
}
