import { css } from 'lit';

/** Cards of tool calls inside the chat. */
export const toolStyles = css`
  .tool {
    max-inline-size: 100%;
    inline-size: fit-content;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    background: var(--_surface);
  }

  .tool[open] {
    inline-size: 100%;
  }

  .tool > summary {
    inline-size: auto;
    gap: 8px;
    min-block-size: 36px;
    padding: 4px 10px;
    border-radius: inherit;
  }

  .tool > summary > .icon {
    inline-size: 16px;
    block-size: 16px;
  }

  .tool > summary > .muted {
    flex: none;
  }

  .tool > summary > .icon-chevron {
    margin-inline-start: auto;
  }

  .tool-name {
    min-inline-size: 0;
    overflow: hidden;
    color: var(--_text);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .tool[open] .tool-name {
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .tool-name b {
    font-weight: 600;
  }

  .tool-name code {
    font: 0.9em var(--_mono);
  }

  .tool-name b + code {
    color: var(--_muted);
  }

  .tool.check .icon-check {
    color: var(--_success);
  }

  .tool.alert :is(.icon-alert, .muted),
  .tool.close .icon-close {
    color: var(--_danger);
  }

  .tool .icon-running {
    animation: adk-turn 1s linear infinite;
  }

  @keyframes adk-turn {
    to {
      rotate: 1turn;
    }
  }

  /* The record of a decision belongs to the card above it. */
  slot[name^='tool-record:'] > tool-approval {
    margin-block-start: -8px;
    padding-inline-start: 11px;
  }

  .tool-body summary {
    display: list-item;
    inline-size: auto;
    min-block-size: 0;
    list-style: inside disclosure-closed;
  }

  .tool-body [open] > summary {
    list-style-type: disclosure-open;
  }

  .tool-body {
    display: grid;
    gap: 10px;
    padding: 4px 10px 10px;
  }

  .tool-body > div {
    display: grid;
    gap: 4px;
    min-inline-size: 0;
  }

  @media (prefers-reduced-motion: reduce) {
    .tool .icon-running {
      animation-duration: 4s;
    }
  }
`;
