import { css } from 'lit';

/** For what `value-view` renders, wherever that is. */
export const valueStyles = css`
  .value {
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    padding: 5.5px 9.5px;
    font-size: 0.875em;
    line-height: 1.45;
    background: color-mix(in srgb, var(--_text) 3.5%, var(--_surface));
  }

  .value dl {
    display: grid;
    grid-template-columns: fit-content(38%) minmax(0, 1fr);
    margin: 0;
  }

  .value dl > div {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    column-gap: 14.5px;
    padding-block: 2.5px;
  }

  .value dl > .nested {
    display: block;
  }

  .value dl dl {
    padding-inline-start: 11px;
    border-inline-start: 2px solid var(--_border);
  }

  .value dt {
    color: var(--_muted);
    overflow-wrap: anywhere;
  }

  .value dd {
    margin: 0;
    min-inline-size: 0;
    max-block-size: 384px;
    overflow: auto;
    overflow-wrap: anywhere;
  }

  .value dd:has(dl) {
    max-block-size: none;
  }

  .value dd bdi,
  .value pre,
  .text bdi {
    white-space: pre-wrap;
  }

  .value code,
  .value pre,
  .name {
    font-family: var(--_mono);
    font-size: 0.94em;
    overflow-wrap: anywhere;
  }

  .value em,
  .fold-size {
    color: var(--_muted);
  }

  .value pre {
    max-block-size: 320px;
    margin: 5.5px 0 2.5px;
    overflow: auto;
    direction: ltr;
    text-align: start;
  }

  .raw summary,
  .fold summary {
    cursor: pointer;
    border-radius: 4px;
  }

  .raw summary {
    inline-size: fit-content;
    color: var(--_muted);
    font-size: 0.93em;
  }

  .fold[open] .fold-head {
    display: none;
  }

  .fold-size {
    font-size: 0.93em;
    white-space: nowrap;
  }

  .hidden-character {
    display: inline-block;
    padding-inline: 0.3em;
    border: 1px solid currentColor;
    border-radius: 0.3em;
    color: var(--_danger);
    font: 600 0.78em/1.35 var(--_mono);
    direction: ltr;
    unicode-bidi: isolate;
  }
`;
