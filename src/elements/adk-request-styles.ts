import { css } from 'lit';

const controls = css`
  * {
    box-sizing: border-box;
  }

  :host {
    display: block;
    color: var(--_text);
    font-family: var(--_font);
    font-size: var(--_font-size);
    line-height: 1.45;
  }

  :host([hidden]) {
    display: none;
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
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  button:hover {
    background: color-mix(in srgb, var(--_text) 7%, var(--_surface));
  }

  .primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .primary:hover {
    background: color-mix(in srgb, var(--_text) 14%, var(--_accent));
  }

  button:disabled {
    border-color: var(--_border);
    background: color-mix(in srgb, var(--_text) 6%, var(--_surface));
    color: var(--_muted);
    cursor: default;
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  .muted,
  small {
    color: var(--_muted);
    font-size: 0.8125rem;
    font-weight: 400;
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
    vertical-align: -0.2em;
  }

  p {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

export const adkFormStyles = css`
  ${controls}

  form {
    display: flex;
    flex-direction: column;
    gap: 0.75rem;
  }

  .field {
    display: flex;
    flex-direction: column;
    gap: 0.25rem;
  }

  label,
  legend {
    font-size: 0.875rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  fieldset {
    display: flex;
    flex-direction: column;
    gap: 0.6rem;
    min-inline-size: 0;
    margin: 0;
    padding: 0.4rem 0.75rem 0.75rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
  }

  .check,
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }

  .check input {
    inline-size: 1.15rem;
    block-size: 1.15rem;
    margin: 0;
    accent-color: var(--_accent);
  }

  .check small {
    flex-basis: 100%;
  }

  input:not([type='checkbox']),
  select,
  textarea {
    inline-size: 100%;
    min-block-size: 2.25rem;
    padding: 0.35rem 0.65rem;
    border: 1px solid color-mix(in srgb, var(--_text) 50%, var(--_surface));
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }

  .json {
    font-family: var(--_mono);
    font-size: 0.875rem;
    resize: vertical;
  }
`;

export const adkRequestStyles = css`
  ${controls}

  .card {
    display: flex;
    flex-direction: column;
    gap: 0.75rem;
    overflow: hidden;
    padding: 0 0.9rem 0.9rem;
    border: 1px solid color-mix(in srgb, var(--_accent) 45%, var(--_border));
    border-radius: min(var(--_radius), 14px);
    background: var(--_surface);
    box-shadow:
      0 1px 2px rgb(0 0 0 / 8%),
      0 4px 16px rgb(0 0 0 / 7%);
  }

  .card:focus-visible {
    outline-offset: -1px;
  }

  .head {
    display: flex;
    align-items: center;
    gap: 0.45rem;
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

  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .problem {
    color: var(--_danger);
    font-size: 0.875rem;
  }

  .name {
    font-family: var(--_mono);
    font-size: 0.875em;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .agent {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    color: var(--_muted);
    font-size: 0.8125rem;
    font-weight: 600;
  }

  .agent::after {
    content: '';
    flex: 1;
    border-block-start: 1px solid var(--_border);
  }

  .picture {
    display: block;
    max-inline-size: min(100%, 24rem);
    padding: 0;
    overflow: hidden;
    cursor: zoom-in;
  }

  .picture img {
    display: block;
    max-inline-size: 100%;
    min-inline-size: 3rem;
    min-block-size: 3rem;
    max-block-size: 20rem;
    object-fit: contain;
    image-rendering: auto;
  }

  .file {
    display: inline-flex;
    align-items: center;
    gap: 0.6rem;
    max-inline-size: 100%;
    text-align: start;
  }

  @media (forced-colors: active) {
    .card {
      border-width: 2px;
    }
  }
`;
