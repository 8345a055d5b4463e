// The build shortens what carries this tag. Lit's own would bring a second copy of Lit along.
const css = String.raw;

/** Prose inside an element with the class `markdown`. */
export const markdownStyles = css`
  .markdown {
    --_faint: color-mix(in srgb, var(--_text) 6%, transparent);
    line-height: 1.6;
    overflow-wrap: anywhere;
    hanging-punctuation: first allow-end;
  }

  .markdown :where(p, ul, ol, blockquote, h1, h2, h3, h4, h5, h6, hr, .table, .code-block) {
    margin: 0;
    text-align: start;
  }

  .markdown > * + * {
    margin-block-start: 0.85em;
  }

  .markdown :where(h1, h2, h3, h4, h5, h6) {
    line-height: 1.3;
    font-weight: 650;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  .markdown h1 {
    font-size: 1.45em;
  }
  .markdown h2 {
    font-size: 1.25em;
  }
  .markdown h3 {
    font-size: 1.1em;
  }
  .markdown :where(h4, h5, h6) {
    font-size: 1em;
  }
  .markdown > * + :where(h1, h2, h3) {
    margin-block-start: 1.35em;
  }
  .markdown > :where(h1, h2, h3, h4, h5, h6) + * {
    margin-block-start: 0.5em;
  }

  .markdown :where(strong, th) {
    font-weight: 650;
  }

  .markdown :where(ul, ol) {
    padding: 0;
  }
  /* On the item, which has the direction of its text. */
  .markdown li {
    margin-inline-start: 1.6em;
  }
  .markdown li + li {
    margin-block-start: 0.3em;
  }
  .markdown li > * + * {
    margin-block-start: 0.4em;
  }
  .markdown li::marker {
    color: var(--_muted);
  }
  .markdown li.task {
    list-style: none;
  }
  .markdown .task-box {
    position: relative;
    display: inline-block;
    box-sizing: border-box;
    inline-size: 1em;
    block-size: 1em;
    margin-inline: -1.5em 0.5em;
    vertical-align: -0.125em;
    border: 1.5px solid var(--_muted);
    border-radius: 0.25em;
  }
  .markdown .task-box.done {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  .markdown .task-box.done::after {
    content: '';
    position: absolute;
    inset: 0.02em auto auto 0.27em;
    inline-size: 0.2em;
    block-size: 0.45em;
    border: solid var(--_on-accent);
    border-width: 0 0.14em 0.14em 0;
    rotate: 45deg;
  }

  .markdown blockquote {
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_border);
    color: var(--_muted);
  }
  .markdown blockquote > * + * {
    margin-block-start: 0.6em;
  }

  .markdown hr {
    block-size: 0;
    border: 0;
    border-block-start: 1px solid var(--_border);
    margin-block: 1.4em;
  }

  .markdown a {
    color: var(--adk-link, var(--_accent));
    text-decoration: underline;
    text-decoration-thickness: from-font;
    text-underline-offset: 0.18em;
  }
  .markdown a:not([href]) {
    color: inherit;
    text-decoration: none;
  }
  .markdown a:hover {
    text-decoration-thickness: 2px;
  }
  .markdown .link-host {
    display: inline-block;
    font-size: 0.82em;
    color: var(--_muted);
    unicode-bidi: isolate;
    white-space: pre-wrap;
  }

  .markdown :not(pre) > code {
    padding: 0.12em 0.35em;
    border-radius: 0.35em;
    background: var(--_faint);
    font-family: var(--_mono);
    font-size: 0.88em;
    unicode-bidi: isolate;
    white-space: break-spaces;
  }

  .markdown .code-block {
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    background: var(--adk-code-surface, var(--_faint));
  }
  .markdown .code-header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1em;
    min-block-size: 2em;
    padding-inline: 0.9em 0.4em;
    font-size: 0.78em;
    color: var(--_muted);
    user-select: none;
  }
  .markdown .code-language {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .markdown .copy,
  .markdown .load-image {
    min-block-size: 24px;
    padding: 0.25em 0.7em;
    border: 1px solid transparent;
    border-radius: 0.5em;
    background: transparent;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .markdown .copy:hover,
  .markdown .load-image:hover {
    background: var(--_faint);
    color: var(--_text);
  }
  .markdown .copy.done {
    color: var(--_text);
  }
  .markdown :where(a, button, pre, .table):focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
    border-radius: 0.4em;
  }
  .markdown pre {
    margin: 0;
    padding: 0.3em 1em 0.9em;
    overflow-x: auto;
    direction: ltr;
    text-align: left;
    tab-size: 4;
    scrollbar-width: thin;
  }
  .markdown pre code {
    font: 0.86em/1.55 var(--_mono);
    white-space: pre;
    overflow-wrap: normal;
  }

  .markdown .table {
    overflow-x: auto;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    scrollbar-width: thin;
  }
  .markdown table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: 0.94em;
    font-variant-numeric: tabular-nums;
  }
  .markdown :where(th, td) {
    min-inline-size: 4em;
    padding: 0.5em 0.85em;
    text-align: start;
    vertical-align: top;
    overflow-wrap: break-word;
  }
  .markdown th {
    background: var(--_faint);
    white-space: nowrap;
  }
  .markdown tr + tr > td,
  .markdown thead + tbody > tr:first-child > td {
    border-block-start: 1px solid var(--_border);
  }
  .markdown :where(th, td).end {
    text-align: end;
  }
  .markdown :where(th, td).center {
    text-align: center;
  }

  .markdown .image img {
    display: block;
    max-inline-size: 100%;
    block-size: auto;
    margin-block: 0.4em;
    border-radius: var(--_radius-small);
  }
  .markdown .load-image {
    border-color: var(--_border);
    font-size: 0.88em;
  }

  .markdown .math.display {
    display: block;
    overflow-x: auto;
    text-align: center;
  }

  .markdown :where(.hl-keyword, .hl-literal, .hl-tag) {
    color: light-dark(#a626a4, #d59df6);
  }
  .markdown :where(.hl-string, .hl-regexp, .hl-addition) {
    color: light-dark(#2a7a2e, #9bd58f);
  }
  .markdown :where(.hl-comment, .hl-meta) {
    color: light-dark(#67707c, #98a2b0);
  }
  .markdown :where(.hl-number, .hl-attribute, .hl-variable, .hl-deletion) {
    color: light-dark(#a34e00, #f0b072);
  }
  .markdown :where(.hl-title, .hl-function, .hl-name, .hl-section) {
    color: light-dark(#1f5fc4, #8ab8ff);
  }
  .markdown :where(.hl-type, .hl-built_in, .hl-class, .hl-attr) {
    color: light-dark(#9a5b00, #e5c97f);
  }

  @media (forced-colors: active) {
    .markdown .task-box.done::after {
      border-color: CanvasText;
    }
  }

  @media print {
    .markdown .copy,
    .markdown .load-image {
      display: none;
    }
    .markdown pre code {
      white-space: pre-wrap;
    }
  }
`;
