import { html, LitElement, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { en, type Strings } from '../locales/en.js';
import { icon } from './icons.js';

/** Shows one picture above everything. Renders into the shadow root of its `<adk-chat>`. */
export class AdkLightboxElement extends LitElement {
  @property({ attribute: false }) strings: Strings = en;

  @state() private picture: { url: string; name: string } | undefined;

  @query('dialog') private dialog!: HTMLDialogElement;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  show(url: string, name: string): void {
    this.picture = { url, name };
    this.dialog.showModal();
  }

  protected override render() {
    const { picture, strings } = this;
    return html`<dialog
      class="lightbox"
      aria-label=${picture?.name ?? strings.image}
      @close=${() => (this.picture = undefined)}
    >
      ${picture ? html`<img src=${picture.url} alt=${picture.name} />` : nothing}
      <div class="buttons">
        <a
          class="icon-button"
          href=${picture?.url ?? nothing}
          download=${picture?.name ?? nothing}
          aria-label=${strings.download}
          title=${strings.download}
          target="_blank"
          rel="noopener noreferrer nofollow"
          >${icon('download')}</a
        >
        <button
          type="button"
          class="icon-button"
          aria-label=${strings.closeImage}
          title=${strings.closeImage}
          @click=${() => this.dialog.close()}
        >
          ${icon('close')}
        </button>
      </div>
    </dialog>`;
  }
}
