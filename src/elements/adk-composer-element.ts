import type { FileUIPart } from 'ai';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { readFile, refuseFile } from './attachments.js';
import type { ChatContext } from './chat-context.js';
import { readDraft, writeDraft } from './draft.js';
import { icon } from './icons.js';
import { visibleText } from './visible-text.js';

export interface Composition {
  text: string;
  files: FileUIPart[];
}

interface Attachment {
  file: File;
  /** Of the picture to show; released with the attachment. */
  preview: string | undefined;
  progress: number;
  part: FileUIPart | undefined;
}

/**
 * The input row. Renders into the shadow root of its `<adk-chat>`.
 *
 * @fires {CustomEvent<Composition>} compose - The user wants to send this; cancel to keep it here.
 * @fires {Event} halt - The user wants the answer to stop.
 */
export class AdkComposerElement extends LitElement {
  @property({ attribute: false }) context!: ChatContext;
  @property({ type: Boolean }) busy = false;
  @property({ type: Boolean }) disabled = false;
  @property() placeholder = '';
  @property() voice: string | undefined;
  @property() accept = '';
  @property({ type: Number }) maxFiles = 0;
  @property({ type: Number }) maxFileSize = 0;

  /** Where, and under which name, an unsent text survives a reload. */
  @property() persist: 'none' | 'session' | 'local' = 'none';
  @property() draftKey = '';

  /** What the user sent before, newest last. */
  @property({ attribute: false }) history: () => string[] = () => [];

  @state() private text = '';
  @state() private attachments: readonly Attachment[] = [];
  @state() private problem = '';
  @state() private dragging = false;

  @query('textarea') private input!: HTMLTextAreaElement;
  @query('input[type=file]') private picker!: HTMLInputElement;

  /** The user sent the message while a file was still being read. */
  #isWaiting = false;

  /** How far back in the history the shown text is; 0 is the text being written. */
  #back = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    // Files may be dropped anywhere on the chat.
    const { host } = this.context;
    host.addEventListener('dragover', this.#onDragOver);
    host.addEventListener('dragleave', this.#onDragLeave);
    host.addEventListener('drop', this.#onDrop);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const { host } = this.context;
    host.removeEventListener('dragover', this.#onDragOver);
    host.removeEventListener('dragleave', this.#onDragLeave);
    host.removeEventListener('drop', this.#onDrop);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('draftKey') || changed.has('persist')) {
      this.text ||= readDraft(this.persist, this.draftKey);
    }
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('text')) this.#grow();
  }

  override focus(options?: FocusOptions): void {
    this.input.focus(options);
  }

  protected override render() {
    const { strings } = this.context;
    return html`<form
      part="composer"
      class="composer ${this.dragging ? 'dragging' : ''}"
      @submit=${this.#onSubmit}
    >
      ${
        this.problem
          ? html`<p part="notice" class="problem" role="alert" id="problem">${this.problem}</p>`
          : nothing
      }
      ${
        this.voice === undefined
          ? nothing
          : html`<adk-voice-panel
              .context=${this.context}
              .modeName=${this.voice}
            ></adk-voice-panel>`
      }
      <div class="box">
        ${this.attachments.length > 0 ? this.#renderAttachments() : nothing}
        <div class="row">
          <div class="tools">
            <slot name="composer-start"></slot>
            ${this.maxFiles > 0 ? this.#renderAttach() : nothing}
          </div>
          <textarea
            part="input"
            rows="1"
            aria-label=${strings.message}
            aria-describedby=${this.problem ? 'problem' : nothing}
            placeholder=${this.dragging ? strings.dropFiles : this.placeholder || strings.placeholder}
            ?disabled=${this.disabled}
            .value=${live(this.text)}
            @input=${this.#onInput}
            @keydown=${this.#onKeydown}
            @paste=${this.#onPaste}
          ></textarea>
          <div class="tools">
            <slot name="composer-end"></slot>
            ${
              this.voice === undefined
                ? nothing
                : html`<adk-voice
                    .context=${this.context}
                    .mode=${this.voice}
                    .disabled=${this.disabled}
                  ></adk-voice>`
            }
            ${this.busy ? this.#renderStop() : nothing}
            ${this.busy && !this.#isSendable() ? nothing : this.#renderSend()}
          </div>
        </div>
      </div>
    </form>`;
  }

  #renderAttach() {
    const { strings } = this.context;
    return html`<button
        type="button"
        part="attach-button"
        class="icon-button"
        aria-label=${strings.attach}
        title=${strings.attach}
        ?disabled=${this.disabled}
        @click=${() => this.picker.click()}
      >
        ${icon('attach')}
      </button>
      <input
        type="file"
        hidden
        multiple
        accept=${this.accept || nothing}
        aria-label=${strings.attach}
        @change=${this.#onPick}
      />`;
  }

  #renderStop() {
    const { strings } = this.context;
    return html`<button
      type="button"
      part="stop-button"
      class="icon-button solid"
      aria-label=${strings.stop}
      title=${strings.stop}
      @click=${() => this.dispatchEvent(new Event('halt'))}
    >
      ${icon('stop')}
    </button>`;
  }

  #renderSend() {
    const { strings } = this.context;
    return html`<button
      type="submit"
      part="send-button"
      class="icon-button solid"
      aria-label=${strings.send}
      title=${strings.send}
      ?disabled=${this.disabled || !this.#isSendable()}
    >
      ${icon('send')}
    </button>`;
  }

  #renderAttachments() {
    const { strings } = this.context;
    return html`<ul class="attachments">
      ${this.attachments.map(
        (attachment) =>
          html`<li class="attachment">
            ${attachment.preview ? html`<img src=${attachment.preview} alt="" />` : icon('file')}
            <bdi>${visibleText(attachment.file.name)}</bdi>
            ${
              attachment.part
                ? nothing
                : html`<progress
                    value=${attachment.progress}
                    aria-label=${attachment.file.name}
                  ></progress>`
            }
            <button
              type="button"
              class="icon-button small"
              aria-label=${strings.removeFile(attachment.file.name)}
              title=${strings.removeFile(attachment.file.name)}
              @click=${() => this.#remove(attachment)}
            >
              ${icon('close')}
            </button>
          </li>`,
      )}
    </ul>`;
  }

  #isSendable(): boolean {
    return this.text.trim() !== '' || this.attachments.length > 0;
  }

  #grow(): void {
    if (CSS.supports('field-sizing', 'content') || !this.input) return;
    this.input.style.setProperty('height', 'auto');
    this.input.style.setProperty('height', `${this.input.scrollHeight}px`);
  }

  #setText(text: string): void {
    this.text = text;
    writeDraft(this.persist, this.draftKey, text);
  }

  #onInput(): void {
    this.#back = 0;
    this.problem = '';
    this.#setText(this.input.value);
  }

  #onKeydown(event: KeyboardEvent): void {
    // Enter also ends an IME composition (Safari reports that one as key code 229): it must not send.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (!event.repeat) this.#submit();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      this.#recall(event);
    }
  }

  /** Arrow up in an empty input brings back what was sent before, as a shell does. */
  #recall(event: KeyboardEvent): void {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const history = this.history();
    const back = this.#back + (event.key === 'ArrowUp' ? 1 : -1);
    if (this.#back === 0 && this.text !== '') return;
    if (back < 0 || back > history.length) return;
    event.preventDefault();
    this.#back = back;
    this.#setText(back === 0 ? '' : (history.at(-back) ?? ''));
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    this.#submit();
  }

  #submit(): void {
    if (this.disabled || !this.#isSendable()) return;
    this.#isWaiting = this.attachments.some(({ part }) => !part);
    if (this.#isWaiting) return;
    const detail: Composition = {
      text: this.text.trim(),
      files: this.attachments.map(({ part }) => part!),
    };
    const event = new CustomEvent('compose', { detail, cancelable: true });
    if (!this.dispatchEvent(event)) return;
    this.#back = 0;
    this.problem = '';
    this.#setText('');
    for (const attachment of this.attachments) release(attachment);
    this.attachments = [];
  }

  #onPick(): void {
    this.#add(this.picker.files);
    this.picker.value = '';
    this.input.focus();
  }

  #onPaste(event: ClipboardEvent): void {
    if (this.#add(event.clipboardData?.files)) event.preventDefault();
  }

  #onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files') || this.maxFiles === 0) return;
    event.preventDefault();
    this.dragging = true;
  };

  #onDragLeave = (event: DragEvent): void => {
    // Not when only moving from one element of the chat to another.
    if (!this.context.host.contains(event.relatedTarget as Node | null)) this.dragging = false;
  };

  #onDrop = (event: DragEvent): void => {
    this.dragging = false;
    if (this.#add(event.dataTransfer?.files)) event.preventDefault();
  };

  /** Takes what the limits allow and says why it left the rest. */
  #add(files: Iterable<File> | null | undefined): boolean {
    const list = [...(files ?? [])];
    if (list.length === 0 || this.maxFiles === 0 || this.disabled) return false;
    const { strings, locale } = this.context;
    const problems = new Set<string>();
    for (const file of list) {
      const problem = refuseFile(file, this.attachments.length, this, strings, locale);
      if (problem) problems.add(problem);
      else void this.#read(file);
    }
    this.problem = [...problems].join(' ');
    return true;
  }

  async #read(file: File): Promise<void> {
    const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined;
    const attachment: Attachment = { file, preview, progress: 0, part: undefined };
    this.attachments = [...this.attachments, attachment];
    try {
      attachment.part = await readFile(file, (progress) => {
        attachment.progress = progress;
        this.requestUpdate();
      });
      this.requestUpdate();
      if (this.#isWaiting) this.#submit();
    } catch {
      this.#remove(attachment);
      this.problem = this.context.strings.fileUnreadable(file.name);
    }
  }

  #remove(attachment: Attachment): void {
    release(attachment);
    this.attachments = this.attachments.filter((other) => other !== attachment);
    this.input.focus();
  }
}

function release({ preview }: Attachment): void {
  if (preview) URL.revokeObjectURL(preview);
}
