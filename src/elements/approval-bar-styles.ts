import { css } from 'lit';

/** What stands around the composer when tools ask: answers for all, and what was decided. */
export const approvalBarStyles = css`
  .approval-bar,
  .permissions {
    inline-size: calc(100% - 2 * var(--_space));
    max-inline-size: calc(var(--_max-width) - 2 * var(--_space));
    margin-inline: auto;
  }

  .approval-bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 10px;
    margin-block: 4px 8px;
    padding: 8px 8px 8px 14px;
    border: 1px solid color-mix(in srgb, var(--_accent) 45%, var(--_border));
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_accent) 9%, var(--_surface));
    font-size: 0.93em;
  }

  .approval-bar > .icon {
    color: var(--_accent);
  }

  .approval-bar > p {
    flex: 1 1 192px;
    min-inline-size: 0;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }

  .approval-bar b {
    font-weight: 600;
  }

  .approval-bar code {
    color: var(--_muted);
    font: 0.87em var(--_mono);
  }

  /* Whether a button counts must be seen at once. */
  .approval-bar button {
    transition: none;
  }

  .approval-bar .danger {
    color: var(--_danger);
  }

  /* Not by opacity: the browser would report the buttons as not visible. */
  .approval-bar [aria-disabled='true'] {
    cursor: default;
    border-color: var(--_border);
    color: var(--_muted);
    background: color-mix(in srgb, var(--_text) 6%, var(--_surface));
  }

  .permissions {
    margin-block-end: 6px;
    font-size: 0.87em;
  }

  .permissions > summary {
    margin-inline: auto;
    font-size: inherit;
  }

  .permissions .icon-shield {
    inline-size: 15px;
    block-size: 15px;
  }

  .permissions > ul {
    max-block-size: 40vh;
    margin-block-start: 4px;
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    list-style: none;
  }

  .permissions li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 4px 12px;
    padding: 6px 8px 6px 12px;
  }

  .permissions li + li {
    border-block-start: 1px solid var(--_border);
  }

  .permissions code {
    font-family: var(--_mono);
    overflow-wrap: anywhere;
  }

  .permissions .button {
    flex: none;
  }

  @media (forced-colors: active) {
    .approval-bar [aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
