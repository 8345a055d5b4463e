import type { FileUIPart } from 'ai';
import { html, nothing, type TemplateResult } from 'lit';
import type { ChatContext } from './chat-context.js';
import { icon } from './icons.js';
import { fileUrl, isQuietUrl } from './safe-url.js';
import { visibleText } from './visible-text.js';

let loading: Promise<void> | undefined;

/** Most chats have no sound in them; one that cannot be loaded is tried again with the next. */
function loadAudioPlayer(): Promise<void> {
  return (loading ??= import('./adk-audio-element.js').then(
    ({ AdkAudioElement }) => {
      if (!customElements.get('adk-audio')) customElements.define('adk-audio', AdkAudioElement);
    },
    () => {
      loading = undefined;
    },
  ));
}

/** A file of a message: a picture that can be enlarged, a player, or a card to download it. */
export function renderFilePart(
  part: FileUIPart,
  context: ChatContext,
  loaded: boolean,
  load: () => void,
): TemplateResult | typeof nothing {
  const { strings } = context;
  const url = fileUrl(part.url);
  if (!url) return nothing;
  if (part.mediaType.startsWith('audio/')) {
    void loadAudioPlayer();
    return html`<adk-audio .file=${part} .context=${context}></adk-audio>`;
  }
  if (!part.mediaType.startsWith('image/')) return fileCard(part, url, context);
  if (!loaded && !isQuietUrl(url, context.allowedOrigins)) {
    return html`<button class="chip" type="button" @click=${load}>
      ${icon('image')} ${strings.loadImage(url.host)}
    </button>`;
  }
  const name = visibleText(part.filename ?? strings.image);
  return html`<button
    class="picture"
    type="button"
    aria-label=${strings.zoom(name)}
    @click=${() => context.actions.zoom(url.href, name)}
  >
    <img src=${url.href} alt=${name} loading="lazy" decoding="async" referrerpolicy="no-referrer" />
  </button>`;
}

function fileCard(part: FileUIPart, url: URL, { strings }: ChatContext): TemplateResult {
  const name = visibleText(part.filename ?? strings.file);
  return html`<a
    class="file"
    href=${url.href}
    download=${name}
    target="_blank"
    rel="noopener noreferrer nofollow"
    title=${strings.downloadFile(name)}
  >
    ${icon('file')}
    <span class="file-name"><bdi>${name}</bdi><small>${visibleText(part.mediaType)}</small></span>
    ${icon('download')}
  </a>`;
}
