import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { adkRequestStyles } from './adk-request-styles.js';
import type { ChatContext } from './chat-context.js';
import { icon } from './icons.js';
import { fileUrl } from './safe-url.js';
import { themeStyles } from './theme-styles.js';
import { visibleText } from './visible-text.js';

const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg)$/i;

/** A file that the agent keeps on the server: a picture when it comes into view, else a download. */
export class AdkArtifactElement extends LitElement {
  static override styles = [themeStyles, adkRequestStyles];

  @property({ attribute: false }) data: { name: string; version: number } | undefined;
  @property({ attribute: false }) context!: ChatContext;

  @state() private picture = '';
  @state() private failed = false;

  #observer: IntersectionObserver | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('data') || !PICTURE.test(this.data?.name ?? '')) return;
    this.#observer?.disconnect();
    this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.#observer?.disconnect();
      void this.#load().then((file) => {
        if (file?.mediaType.startsWith('image/')) this.picture = file.url;
      });
    });
    this.#observer.observe(this);
  }

  protected override render() {
    if (!this.data) return nothing;
    const { strings, actions } = this.context;
    const name = visibleText(this.data.name);
    if (this.picture) {
      return html`<button
        type="button"
        class="picture"
        aria-label=${strings.zoom(name)}
        @click=${() => actions.zoom(this.picture, name)}
      >
        <img src=${this.picture} alt=${name} />
      </button>`;
    }
    return html`<button
        type="button"
        class="file"
        aria-label=${strings.downloadFile(name)}
        @click=${this.#onDownload}
      >
        ${icon('file')}<bdi>${name}</bdi>${icon('download')}
      </button>
      ${this.failed ? html`<p class="problem" role="alert">${strings.fileMissing(name)}</p>` : nothing}`;
  }

  async #load(): Promise<{ mediaType: string; url: string } | undefined> {
    const { name, version } = this.data!;
    this.failed = false;
    try {
      return await this.context.store?.liveTransport?.loadFile?.(name, version);
    } catch {
      this.failed = true;
      return undefined;
    }
  }

  async #onDownload(): Promise<void> {
    const file = await this.#load();
    const url = file && fileUrl(file.url);
    if (!url) return;
    const link = document.createElement('a');
    link.href = url.href;
    link.download = this.data!.name.split('/').at(-1) ?? '';
    link.click();
  }
}
