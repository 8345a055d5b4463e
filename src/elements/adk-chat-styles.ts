import { css } from 'lit';

/** The frame: header, scrolling list, notices, launcher and panel. */
export const chatStyles = css`
  :host {
    display: block;
    box-sizing: border-box;
    block-size: 100%;
    max-block-size: 100dvh;
    min-block-size: 240px;
    color-scheme: light dark;
  }

  :host([color-scheme='light']) {
    color-scheme: light;
  }

  :host([color-scheme='dark']) {
    color-scheme: dark;
  }

  :host([launcher]) {
    display: contents;
  }

  :host([hidden]) {
    display: none;
  }

  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  /* Whatever a page inherits into us ends here; only what we choose comes through. */
  .base {
    all: initial;
    color-scheme: inherit;
    visibility: inherit;
    font: 400 var(--_font-size) / 1.55 var(--_font);
    color: var(--_text);
    accent-color: var(--_accent);
    -webkit-text-size-adjust: none;
    text-size-adjust: none;
    -webkit-tap-highlight-color: transparent;
  }

  .inline,
  .panel {
    display: flex;
    flex-direction: column;
    position: relative;
    container: adk-chat / inline-size;
    overflow: hidden;
    color: var(--_text);
    background: var(--_surface);
  }

  .inline {
    block-size: 100%;
    max-block-size: inherit;
    min-block-size: inherit;
    border-radius: var(--adk-frame-radius, 0);
  }

  h2,
  p,
  ul,
  ol {
    margin: 0;
    padding: 0;
  }

  button,
  textarea,
  summary,
  a.icon-button {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }

  button,
  summary {
    cursor: pointer;
  }

  button:disabled {
    cursor: not-allowed;
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  .messages:focus-visible {
    outline-offset: -3px;
    border-radius: 6px;
  }

  .icon {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.8;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .icon-stop {
    fill: currentColor;
  }

  :dir(rtl) > .icon-chevron {
    scale: -1 1;
  }

  .muted,
  small {
    color: var(--_muted);
    font-size: 0.87em;
  }

  .icon-button {
    display: inline-grid;
    place-items: center;
    flex: none;
    inline-size: 36px;
    block-size: 36px;
    padding: 0;
    border: 1px solid transparent;
    border-radius: 50%;
    color: var(--_muted);
    background: none;
    transition:
      background-color 0.15s,
      color 0.15s,
      opacity 0.15s;
  }

  .icon-button.small {
    inline-size: 28px;
    block-size: 28px;
    border-radius: 8px;
  }

  .small > .icon {
    inline-size: 16px;
    block-size: 16px;
  }

  .icon-button:hover:not(:disabled) {
    color: var(--_text);
    background: color-mix(in srgb, var(--_text) 9%, transparent);
  }

  .icon-button.solid,
  .icon-button.solid:hover:not(:disabled) {
    color: var(--_on-accent);
    background: var(--_accent);
  }

  .icon-button.solid:hover:not(:disabled) {
    background: color-mix(in srgb, var(--_accent) 88%, var(--_text));
  }

  .icon-button.solid:disabled {
    color: var(--_muted);
    background: color-mix(in srgb, var(--_text) 8%, transparent);
  }

  .button,
  .pill,
  .suggestion {
    min-block-size: 34px;
    padding: 6px 14px;
    border: 1px solid var(--_border);
    border-radius: 999px;
    color: var(--_text);
    background: var(--_surface);
    font-size: 0.93em;
    font-weight: 500;
    line-height: 1.4;
    transition: background-color 0.15s;
  }

  .button:hover:not(:disabled),
  .pill:hover,
  .suggestion:hover {
    background: color-mix(in srgb, var(--_text) 6%, var(--_surface));
  }

  .button.primary {
    border-color: var(--_accent);
    color: var(--_on-accent);
    background: var(--_accent);
  }

  .button:disabled {
    color: var(--_muted);
  }

  .header {
    display: flex;
    align-items: center;
    gap: 8px;
    flex: none;
    min-block-size: 56px;
    padding: 8px 12px 8px var(--_space);
    padding-inline: var(--_space) 12px;
    border-block-end: 1px solid var(--_border);
  }

  .header[hidden] {
    display: none;
  }

  h2 {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 1.07em;
    font-weight: 600;
    letter-spacing: -0.01em;
  }

  .messages {
    flex: 1 1 auto;
    min-block-size: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_border) transparent;
    display: flex;
    flex-direction: column;
  }

  .list {
    flex: 1 0 auto;
    display: flex;
    flex-direction: column;
    inline-size: 100%;
    max-inline-size: calc(var(--_max-width) + 2 * var(--_space));
    margin-inline: auto;
    padding: var(--_space) calc(var(--_space) - 8px) 8px;
  }

  adk-message-list {
    flex: 1 0 auto;
    display: flex;
    flex-direction: column;
  }

  .end {
    flex: none;
    block-size: 1px;
    margin-block-start: -1px;
  }

  .empty {
    margin-block: auto;
    padding: 24px 8px;
    text-align: center;
  }

  .greeting {
    font-size: 1.6em;
    font-weight: 600;
    line-height: 1.25;
    letter-spacing: -0.02em;
    text-wrap: balance;
  }

  .suggestions {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 8px;
    margin-block-start: 24px;
  }

  .suggestion {
    padding: 9px 16px;
    text-align: start;
    border-radius: var(--_radius);
    text-wrap: pretty;
  }

  .to-end {
    position: relative;
    z-index: 1;
    block-size: 0;
    display: flex;
    justify-content: center;
    align-items: flex-end;
  }

  .pill {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-inline-size: 36px;
    min-block-size: 36px;
    justify-content: center;
    margin-block-end: 10px;
    padding: 6px 10px;
    box-shadow: 0 2px 10px light-dark(#10182826, #0008);
  }

  .pill > .icon {
    inline-size: 17px;
    block-size: 17px;
  }

  .notice,
  .queue,
  .problem {
    inline-size: 100%;
    max-inline-size: var(--_max-width);
    margin: 0 auto;
    padding: 8px var(--_space);
    color: var(--_muted);
    font-size: 0.9em;
  }

  .notice {
    display: flex;
    align-items: center;
    gap: 8px;
  }

  .queue {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 10px;
  }

  .queue ul {
    display: contents;
    list-style: none;
  }

  .queue .chip {
    max-inline-size: 100%;
  }

  .queue .chip > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    max-inline-size: 24ch;
  }

  .announcer {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  @media (forced-colors: active) {
    .icon-button,
    .launcher {
      border-color: ButtonText;
    }

    .icon-button:disabled {
      border-color: GrayText;
      color: GrayText;
    }

    .panel {
      border: 1px solid CanvasText;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after,
    ::backdrop {
      animation: none !important;
      transition: none !important;
    }
  }

  @media print {
    :host,
    .inline,
    .messages {
      display: block;
      block-size: auto;
      max-block-size: none;
      overflow: visible;
    }

    /* Important, because the sheets of the elements come later. */
    adk-composer,
    .launcher,
    .panel,
    .to-end,
    .actions {
      display: none !important;
    }
  }
`;
