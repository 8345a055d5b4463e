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
    gap: 9.5px;
    overflow: hidden;
    padding: 0 14.5px 14.5px;
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
    gap: 1.5px 7px;
    margin-inline: -14.5px;
    padding: 7px 14.5px;
    border-block-end: 1px solid color-mix(in srgb, var(--_accent) 22%, var(--_border));
    background: color-mix(in srgb, var(--_accent) 9%, var(--_surface));
    font-size: calc(var(--_font-size) * 0.87);
    font-weight: 600;
  }

  .head > .icon {
    color: var(--_accent);
  }

  .clock {
    display: inline-flex;
    align-items: center;
    gap: 5px;
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
    margin-inline-end: 4px;
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
    max-block-size: 192px;
    overflow: auto;
    overflow-wrap: anywhere;
  }

  .value .text {
    max-block-size: none;
  }

  .exact > summary {
    inline-size: fit-content;
    color: var(--_muted);
    font-size: calc(var(--_font-size) * 0.87);
    cursor: pointer;
  }

  .exact[open] > summary {
    margin-block-end: 5.5px;
  }

  .warning {
    display: flex;
    gap: 6.5px;
    color: var(--_danger);
    font-size: calc(var(--_font-size) * 0.93);
    font-weight: 600;
  }

  .warning .icon {
    margin-block-start: 0.1em;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }

  button {
    min-block-size: 36px;
    padding: 5.5px 15px;
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
    padding-inline: 6.5px;
    border-color: transparent;
    background: none;
    color: var(--_muted);
    font-size: calc(var(--_font-size) * 0.93);
    font-weight: 500;
    margin-inline-start: auto;
  }

  input {
    flex: 1 1 100%;
    min-inline-size: 0;
    min-block-size: 36px;
    padding: 5.5px 10.5px;
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
    gap: 7px;
    padding: 7px 11px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    font-size: calc(var(--_font-size) * 0.93);
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
    font-size: calc(var(--_font-size) * 0.87);
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

  @container (max-width: 336px) {
    .actions > slot > button:not(.add-reason) {
      flex: 1 1 auto;
      padding-inline: 6.5px;
      font-size: calc(var(--_font-size) * 0.87);
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
