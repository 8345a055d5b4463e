import { css } from 'lit';

export const toolApprovalStyles = css`
  :host {
    display: block;
    inline-size: 100%;
    container-type: inline-size;
    /* Nothing in the conversation may lie over a question, and nothing of it may leak out. */
    position: relative;
    isolation: isolate;
    color: var(--_text);
    font-family: var(--_font);
    font-size: var(--_font-size);
    line-height: 1.45;
    text-align: start;
  }

  :host([hidden]) {
    display: none;
  }

  * {
    box-sizing: border-box;
  }

  .card {
    display: flex;
    flex-direction: column;
    gap: 0.6rem;
    overflow: hidden;
    padding: 0 0.9rem 0.9rem;
    border: 1px solid color-mix(in srgb, var(--_accent) 45%, var(--_border));
    border-radius: min(var(--_radius), 14px);
    background: var(--_surface);
    box-shadow:
      0 1px 2px rgb(0 0 0 / 8%),
      0 4px 16px rgb(0 0 0 / 7%);
  }

  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem 0.45rem;
    margin-inline: -0.9rem;
    padding: 0.45rem 0.9rem;
    border-block-end: 1px solid color-mix(in srgb, var(--_accent) 22%, var(--_border));
    background: color-mix(in srgb, var(--_accent) 9%, var(--_surface));
    font-size: 0.8125rem;
    font-weight: 600;
  }

  .head > .icon {
    color: var(--_accent);
  }

  .clock {
    display: inline-flex;
    align-items: center;
    gap: 0.3rem;
    margin-inline-start: auto;
    color: var(--_muted);
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }

  .clock.urgent {
    color: var(--_danger);
  }

  .icon {
    flex: none;
    inline-size: 1.15em;
    block-size: 1.15em;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .title {
    overflow-wrap: anywhere;
  }

  .title strong {
    font-weight: 650;
    margin-inline-end: 0.25rem;
  }

  .title .name:not(strong + .name) {
    color: var(--_text);
    font-size: 1em;
    font-weight: 650;
  }

  .name,
  .muted {
    color: var(--_muted);
  }

  p {
    margin: 0;
  }

  .text {
    max-block-size: 12rem;
    overflow: auto;
    overflow-wrap: anywhere;
  }

  .value .text {
    max-block-size: none;
  }

  .exact > summary {
    inline-size: fit-content;
    color: var(--_muted);
    font-size: 0.8125rem;
    cursor: pointer;
  }

  .exact[open] > summary {
    margin-block-end: 0.35rem;
  }

  .warning {
    display: flex;
    gap: 0.4rem;
    color: var(--_danger);
    font-size: 0.875rem;
    font-weight: 600;
  }

  .warning .icon {
    margin-block-start: 0.1em;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }

  button {
    min-block-size: 2.25rem;
    padding: 0.35rem 0.95rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }

  .approve {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .deny {
    color: var(--_danger);
  }

  button:hover {
    background: color-mix(in srgb, var(--_text) 7%, var(--_surface));
  }

  .approve:hover {
    background: color-mix(in srgb, var(--_text) 14%, var(--_accent));
  }

  /* Not by opacity: the browser would report the buttons as not visible. */
  button[aria-disabled='true'] {
    cursor: default;
    border-color: var(--_border);
    background: color-mix(in srgb, var(--_text) 6%, var(--_surface));
    color: var(--_muted);
  }

  .add-reason {
    padding-inline: 0.4rem;
    border-color: transparent;
    background: none;
    color: var(--_muted);
    font-size: 0.875rem;
    font-weight: 500;
    margin-inline-start: auto;
  }

  input {
    flex: 1 1 100%;
    min-inline-size: 0;
    min-block-size: 2.25rem;
    padding: 0.35rem 0.65rem;
    border: 1px solid color-mix(in srgb, var(--_text) 50%, var(--_surface));
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  .card:focus-visible {
    outline-offset: -1px;
  }

  .record {
    display: flex;
    gap: 0.45rem;
    padding: 0.45rem 0.7rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .record > .icon {
    margin-block-start: 0.1em;
    color: var(--_success);
  }

  .record.denied > .icon,
  .record.expired > .icon {
    color: var(--_danger);
  }

  .record b {
    font-weight: 600;
  }

  .record .fold {
    display: inline;
  }

  :host([compact]) .record {
    padding: 0;
    border: 0;
    font-size: 0.8125rem;
    color: var(--_muted);
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @container (max-width: 21rem) {
    .actions > slot > button:not(.add-reason) {
      flex: 1 1 auto;
      padding-inline: 0.4rem;
      font-size: 0.8125rem;
    }

    .add-reason {
      margin-inline: auto;
    }
  }

  @media (forced-colors: active) {
    .card {
      border-width: 2px;
    }

    button[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
