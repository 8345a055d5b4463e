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
    white-space: nowrap;
  }

  .tool > summary > .icon-chevron {
    margin-inline-start: auto;
  }

  .tool-name {
    min-inline-size: 0;
    color: var(--_text);
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
