import { css } from 'lit';

/** Loaded with the voice itself. `--_level` is set on the composer, `--_bar` on each bar. */
export const voiceStyles = css`
  adk-voice-panel {
    display: block;
  }

  .voice {
    --_tone: var(--_muted);
    margin-block-end: 8px;
    padding: 8px 8px 8px 14px;
    padding-inline: 14px 8px;
    border: 1px solid color-mix(in srgb, var(--_tone) 35%, var(--_border));
    border-radius: calc(var(--_radius) + 2px);
    background: color-mix(in srgb, var(--_tone) 7%, var(--_surface));
    transition:
      border-color 0.2s,
      background-color 0.2s;
  }

  .voice.is-listening,
  .voice.is-speech {
    --_tone: var(--_accent);
  }

  .voice.is-speaking {
    --_tone: var(--_success);
  }

  .voice.is-error {
    --_tone: var(--_danger);
  }

  .voice-row {
    display: flex;
    align-items: center;
    gap: 10px;
    min-block-size: 32px;
  }

  .voice-state {
    flex: 1;
    min-inline-size: 0;
    font-weight: 500;
  }

  .is-error .voice-state {
    font-weight: 400;
  }

  .is-error .voice-state details {
    margin-block-start: 4px;
    color: var(--_muted);
    font-size: 0.87em;
    overflow-wrap: anywhere;
  }

  .voice.is-error .icon-alert {
    color: var(--_danger);
  }

  .elapsed {
    color: var(--_muted);
    font-size: 0.87em;
    font-variant-numeric: tabular-nums;
  }

  .bars {
    display: flex;
    align-items: center;
    gap: 3px;
    flex: none;
    block-size: 24px;
  }

  .bar {
    inline-size: 4px;
    block-size: 100%;
    border-radius: 2px;
    background: var(--_tone);
    transform: scaleY(var(--_bar, 0.12));
    transition: transform 0.12s linear;
  }

  .voice.is-asking .bar {
    animation: adk-asking 1.2s ease-in-out infinite alternate;
  }

  .bar:nth-child(2) {
    animation-delay: 0.15s;
  }

  .bar:nth-child(3) {
    animation-delay: 0.3s;
  }

  .bar:nth-child(4) {
    animation-delay: 0.45s;
  }

  .bar:nth-child(5) {
    animation-delay: 0.6s;
  }

  @keyframes adk-asking {
    from {
      opacity: 0.35;
    }
    to {
      opacity: 1;
    }
  }

  .caption {
    display: flex;
    gap: 8px;
    align-items: flex-end;
    max-block-size: 3.1em;
    margin-block: 4px 2px;
    padding-inline-end: 8px;
    overflow: hidden;
    color: var(--_muted);
    font-size: 0.93em;
  }

  .caption b {
    align-self: flex-start;
    flex: none;
    color: var(--_accent);
    font-weight: 600;
  }

  .caption.assistant b {
    color: var(--_success);
  }

  /* The newest words are at the end: the beginning scrolls out at the top. */
  .caption span {
    min-inline-size: 0;
    color: var(--_text);
    overflow-wrap: anywhere;
  }

  .voice-notice {
    margin-block: 4px 2px;
    color: var(--_warning);
    font-size: 0.9em;
  }

  .mic,
  .crossed {
    position: relative;
  }

  .crossed::after {
    content: '';
    position: absolute;
    inline-size: 2px;
    block-size: 18px;
    border-radius: 1px;
    background: currentColor;
    rotate: -45deg;
  }

  .mic-level {
    position: absolute;
    inset: -1px;
    z-index: -1;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_accent) 28%, transparent);
    transform: scale(calc(1 + 0.5 * var(--_level, 0)));
    transition: transform 0.12s linear;
  }

  .mic.is-listening,
  .mic.is-speech,
  .mic.is-listening:hover:not(:disabled),
  .mic.is-speech:hover:not(:disabled) {
    z-index: 0;
    color: var(--_on-accent);
    background: var(--_accent);
  }

  .mic.is-speaking {
    z-index: 0;
    color: var(--_success);
    background: color-mix(in srgb, var(--_success) 14%, transparent);
  }

  .mic.is-speaking .mic-level {
    background: color-mix(in srgb, var(--_success) 22%, transparent);
  }

  .mic.is-muted,
  .mic.is-asking {
    color: var(--_accent);
    background: color-mix(in srgb, var(--_accent) 12%, transparent);
  }

  .mic.is-muted .mic-level,
  .mic.is-asking .mic-level,
  .mic.is-error .mic-level {
    display: none;
  }

  .mic.is-error {
    color: var(--_danger);
  }

  @media (prefers-reduced-motion: reduce) {
    /* How loud it is shows as brightness instead of movement. */
    .bar,
    .mic-level {
      transform: scaleY(0.5);
      opacity: calc(0.4 + 0.6 * var(--_bar, 0));
    }

    .mic-level {
      transform: none;
      opacity: 1;
    }
  }

  @media (forced-colors: active) {
    .voice {
      border-color: CanvasText;
    }

    .bar {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`;
