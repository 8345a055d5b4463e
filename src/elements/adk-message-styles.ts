import { css } from 'lit';

export const messageStyles = css`
  /* Off-screen messages cost no layout and no paint, but stay in the page for search and readers. */
  adk-message {
    display: block;
    padding: 2px 8px;
    content-visibility: auto;
    contain-intrinsic-block-size: auto 140px;
  }

  .message {
    display: flex;
    flex-direction: column;
    padding-block: 6px;
  }

  .message.waiting {
    padding: 8px;
  }

  .body {
    display: flex;
    flex-direction: column;
    gap: 12px;
    min-inline-size: 0;
  }

  .body > .chip {
    align-self: flex-start;
  }

  .text {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .plain {
    white-space: pre-wrap;
  }

  .user {
    align-items: flex-end;
  }

  .user > .body {
    align-items: flex-end;
    gap: 6px;
    max-inline-size: 82%;
  }

  .user .text {
    padding: 9px 15px;
    border-radius: calc(var(--_radius) + 2px);
    border-end-end-radius: 6px;
    color: var(--_user-text);
    background: var(--_user);
  }

  .actions {
    display: flex;
    align-items: center;
    gap: 2px;
    min-block-size: 28px;
    margin-block-start: 4px;
    margin-inline: -6px;
    opacity: 0;
    transition: opacity 0.15s;
  }

  .message:hover > .actions,
  .actions:focus-within,
  .last > .actions {
    opacity: 1;
  }

  .actions time {
    padding-inline: 6px;
    color: var(--_muted);
    font-size: 0.8em;
    font-variant-numeric: tabular-nums;
  }

  .stopped {
    padding-inline: 6px;
    color: var(--_muted);
    font-size: 0.8em;
  }

  .user > .actions {
    flex-direction: row-reverse;
  }

  .actions [aria-pressed='true'] {
    color: var(--_accent);
  }

  .actions [aria-pressed='true'] > .icon {
    fill: color-mix(in srgb, currentColor 25%, transparent);
  }

  @media (hover: none) {
    .actions {
      opacity: 1;
    }
  }

  .thinking {
    inline-size: fit-content;
    color: var(--_muted);
    mask: linear-gradient(100deg, #000 42%, #0005 50%, #000 58%) 100% 0 / 300% 100%;
    animation: adk-shimmer 1.8s linear infinite;
  }

  @keyframes adk-shimmer {
    to {
      mask-position: 0 0;
    }
  }

  /* A dot where the next word will be. */
  .streaming > .body > .text:last-child > p:last-child::after,
  .streaming
    > .body
    > .text:last-child
    > :is(ul, ol):last-child
    > li:last-child
    > p:last-child::after {
    content: '';
    display: inline-block;
    inline-size: 0.6em;
    block-size: 0.6em;
    margin-inline-start: 0.35em;
    border-radius: 50%;
    background: currentColor;
    animation: adk-pulse 1.1s ease-in-out infinite alternate;
  }

  @keyframes adk-pulse {
    to {
      opacity: 0.25;
      scale: 0.8;
    }
  }

  summary {
    display: flex;
    align-items: center;
    gap: 4px;
    inline-size: fit-content;
    min-block-size: 24px;
    border-radius: 6px;
    color: var(--_muted);
    font-size: 0.93em;
    list-style: none;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary:hover {
    color: var(--_text);
  }

  .icon-chevron {
    inline-size: 15px;
    block-size: 15px;
    transition: rotate 0.15s;
  }

  details[open] > summary > .icon-chevron {
    rotate: 90deg;
    scale: none;
  }

  .reasoning > .text {
    margin-block-start: 8px;
    padding-inline-start: 14px;
    border-inline-start: 2px solid var(--_border);
    color: var(--_muted);
    font-size: 0.93em;
  }

  .chip {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 28px;
    padding: 2px 10px;
    border: 1px solid var(--_border);
    border-radius: 999px;
    color: var(--_text);
    background: var(--_raised);
    font-size: 0.87em;
  }

  .chip:has(.icon-button) {
    padding-inline-end: 2px;
  }

  .sources {
    display: grid;
    gap: 8px;
    font-size: 0.87em;
  }

  .source-chips {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    list-style: none;
  }

  .source-chips :is(a, span) {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-inline-size: 22ch;
    min-block-size: 26px;
    padding-inline: 4px 10px;
    border-radius: 999px;
    color: var(--_muted);
    background: var(--_raised);
    text-decoration: none;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .source-chips a:hover {
    color: var(--_text);
  }

  .source-chips b {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    border-radius: 50%;
    color: var(--_text);
    background: color-mix(in srgb, var(--_text) 12%, transparent);
    font-size: 11px;
    font-weight: 600;
  }

  .sources details > ol {
    display: grid;
    gap: 4px;
    margin-block-start: 8px;
    padding-inline-start: 24px;
  }

  .sources details a {
    color: var(--_accent);
  }

  .picture {
    align-self: flex-start;
    display: block;
    max-inline-size: min(100%, 360px);
    padding: 0;
    border: 0;
    border-radius: var(--_radius-small);
    background: var(--_raised);
    overflow: hidden;
    cursor: zoom-in;
  }

  .user .picture {
    align-self: flex-end;
  }

  .picture img {
    display: block;
    inline-size: auto;
    max-inline-size: 100%;
    max-block-size: 320px;
    min-inline-size: 120px;
    min-block-size: 120px;
    object-fit: contain;
  }

  .file {
    display: flex;
    align-items: center;
    gap: 10px;
    inline-size: fit-content;
    max-inline-size: 100%;
    padding: 8px 14px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    color: var(--_text);
    background: var(--_surface);
    text-decoration: none;
  }

  .file:hover {
    background: var(--_raised);
  }

  .file-name {
    display: grid;
    min-inline-size: 0;
    line-height: 1.35;
  }

  .file-name > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .edit {
    display: grid;
    gap: 8px;
    inline-size: min(100%, 560px);
    padding: 10px;
    border-radius: var(--_radius);
    background: var(--_user);
  }

  .edit textarea {
    inline-size: 100%;
    min-block-size: 60px;
    max-block-size: 40vh;
    padding: 6px 8px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    resize: none;
    field-sizing: content;
    color: var(--_text);
    background: var(--_surface);
  }

  .buttons {
    display: flex;
    justify-content: flex-end;
    gap: 8px;
  }

  .error {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    margin: 8px;
    padding: 12px 14px;
    border: 1px solid color-mix(in srgb, var(--_danger) 35%, transparent);
    border-radius: var(--_radius-small);
    background: var(--_danger-surface);
  }

  .error > .icon {
    margin-block-start: 2px;
    color: var(--_danger);
  }

  .error-text {
    flex: 1;
    min-inline-size: 0;
    display: grid;
    gap: 4px;
  }

  .error pre {
    max-block-size: 200px;
    margin: 8px 0 0;
    padding: 8px;
    overflow: auto;
    border-radius: 6px;
    background: color-mix(in srgb, var(--_text) 6%, transparent);
    font: 0.87em/1.5 var(--_mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  @container adk-chat (max-width: 420px) {
    .user > .body {
      max-inline-size: 92%;
    }

    .error {
      flex-wrap: wrap;
    }

    .error-text {
      flex-basis: calc(100% - 40px);
    }
  }

  @media (forced-colors: active) {
    .user .text {
      border: 1px solid CanvasText;
    }
  }

  @media print {
    adk-message {
      content-visibility: visible;
      break-inside: avoid;
    }
  }
`;
