import { css } from 'lit';

/** Loaded with the first recording. `--_share` is how much of it was played. */
export const audioStyles = css`
  adk-audio {
    display: block;
    max-inline-size: 360px;
  }

  .clip {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 6px 8px 6px 6px;
    padding-inline: 6px 8px;
    border: 1px solid var(--_border);
    border-radius: 999px;
    background: var(--_raised);
  }

  .clip .icon-play,
  .clip .icon-pause {
    fill: currentColor;
  }

  .wave {
    position: relative;
    flex: 1;
    min-inline-size: 60px;
    block-size: 28px;
  }

  .wave:has(:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: 3px;
    border-radius: 4px;
  }

  .peaks {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    fill: color-mix(in srgb, var(--_muted) 45%, transparent);
  }

  .peaks.played {
    fill: var(--_accent);
    clip-path: inset(0 calc(100% - 100% * var(--_share, 0)) 0 0);
    transition: clip-path 0.25s linear;
  }

  .wave input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }

  .clip-time {
    min-inline-size: 4ch;
    color: var(--_muted);
    font-size: 0.87em;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  .clip .small {
    inline-size: auto;
    min-inline-size: 28px;
    padding-inline: 4px;
    font-size: 0.8em;
    font-weight: 600;
  }

  .clip a {
    text-decoration: none;
  }

  .clip-gone {
    color: var(--_muted);
    font-size: 0.9em;
    font-style: italic;
  }

  @media (forced-colors: active) {
    .peaks {
      fill: GrayText;
    }

    .peaks.played {
      fill: Highlight;
    }
  }
`;
