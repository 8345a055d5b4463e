import type { SourceDocumentUIPart, SourceUrlUIPart } from 'ai';
import { html, nothing, type TemplateResult } from 'lit';
import type { ChatContext } from './chat-context.js';
import { icon } from './icons.js';
import { webUrl } from './safe-url.js';
import { visibleText } from './visible-text.js';

export type SourcePart = SourceUrlUIPart | SourceDocumentUIPart;

/** Where an answer comes from: one numbered chip each, and a list with the titles. */
export function renderSources(
  sources: readonly SourcePart[],
  { strings }: ChatContext,
): TemplateResult | typeof nothing {
  if (sources.length === 0) return nothing;
  return html`<div part="sources" class="sources">
    <ol class="source-chips" aria-label=${strings.sources}>
      ${sources.map((source, i) => html`<li>${link(source, html`<b>${i + 1}</b>${short(source)}`)}</li>`)}
    </ol>
    <details>
      <summary>${icon('chevron')}${strings.sources} (${sources.length})</summary>
      <ol>
        ${sources.map(
          (source) =>
            html`<li>
              ${link(source, titleOf(source) || short(source))} <small>${short(source)}</small>
            </li>`,
        )}
      </ol>
    </details>
  </div>`;
}

function link(source: SourcePart, content: unknown): TemplateResult {
  const url = source.type === 'source-url' ? webUrl(source.url) : undefined;
  const title = titleOf(source);
  return url
    ? html`<a href=${url.href} title=${title} target="_blank" rel="noopener noreferrer nofollow"
        >${content}</a
      >`
    : html`<span title=${title}>${content}</span>`;
}

const titleOf = ({ title = '' }: SourcePart) => visibleText(title);

/** The host of an address is what tells whether to trust it. */
function short(source: SourcePart): string {
  return source.type === 'source-url'
    ? (webUrl(source.url)?.host ?? '')
    : visibleText(source.filename ?? source.mediaType);
}
