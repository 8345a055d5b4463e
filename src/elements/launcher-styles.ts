import { css } from 'lit';

/** The floating button, its panel, and the picture above everything. */
export const launcherStyles = css`
  .floating {
    --_inset: var(--adk-launcher-inset, 24px);
    --_button: var(--adk-launcher-size, 56px);
  }

  .launcher {
    position: fixed;
    z-index: var(--adk-z-index, 2147483000);
    inset-block-end: max(var(--_inset), env(safe-area-inset-bottom));
    inset-inline-end: var(--_inset);
    display: grid;
    place-items: center;
    inline-size: var(--_button);
    block-size: var(--_button);
    padding: 0;
    border: 1px solid transparent;
    border-radius: 50%;
    color: var(--_on-accent);
    background: var(--_accent);
    box-shadow: var(--_shadow);
    transition:
      scale 0.18s,
      background-color 0.15s;
  }

  .launcher:hover {
    scale: 1.05;
  }

  .launcher .icon {
    inline-size: 26px;
    block-size: 26px;
  }

  .launcher[data-unread]::after {
    content: attr(data-unread);
    position: absolute;
    inset-block-start: -4px;
    inset-inline-end: -4px;
    min-inline-size: 22px;
    padding-inline: 6px;
    border: 2px solid var(--_surface);
    border-radius: 999px;
    color: light-dark(#fff, #3a0906);
    background: var(--_danger);
    font-size: 12px;
    font-weight: 700;
    line-height: 18px;
    text-align: center;
  }

  .panel {
    position: fixed;
    inset: auto;
    inset-block-end: calc(max(var(--_inset), env(safe-area-inset-bottom)) + var(--_button) + 12px);
    inset-inline-end: var(--_inset);
    inline-size: min(var(--adk-panel-width, 400px), 100vw - 2 * var(--_inset));
    block-size: min(
      var(--adk-panel-height, 660px),
      100dvh - 2 * var(--_inset) - var(--_button) - 12px
    );
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: 0;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
    transform-origin: 90% 100%;
    transition:
      opacity 0.18s,
      transform 0.22s cubic-bezier(0.2, 0.9, 0.3, 1),
      overlay 0.22s allow-discrete,
      display 0.22s allow-discrete;
  }

  .bottom-start :is(.launcher, .panel),
  .top-start :is(.launcher, .panel) {
    inset-inline: var(--_inset) auto;
    transform-origin: 10% 100%;
  }

  .top-start .launcher,
  .top-end .launcher {
    inset-block: var(--_inset) auto;
  }

  .top-start .panel,
  .top-end .panel {
    inset-block: calc(var(--_inset) + var(--_button) + 12px) auto;
  }

  .panel:not(:popover-open, :modal) {
    display: none;
    opacity: 0;
    transform: translateY(12px) scale(0.97);
  }

  @starting-style {
    .panel:is(:popover-open, :modal) {
      opacity: 0;
      transform: translateY(12px) scale(0.97);
    }
  }

  .panel::backdrop {
    background: none;
  }

  .panel:modal {
    inset: var(--_viewport-top, 0) 0 auto;
    inline-size: 100vw;
    block-size: var(--_viewport-height, 100dvh);
    border: 0;
    border-radius: 0;
    padding-block: env(safe-area-inset-top) env(safe-area-inset-bottom);
  }

  .lightbox {
    inline-size: 100vw;
    block-size: 100dvh;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: 56px 16px 16px;
    border: 0;
    color: #fff;
    background: #000d;
    overflow: hidden;
  }

  .lightbox[open] {
    display: grid;
    place-items: center;
  }

  .lightbox img {
    max-inline-size: 100%;
    max-block-size: 100%;
    min-block-size: 0;
    object-fit: contain;
    border-radius: 8px;
  }

  .lightbox .buttons {
    position: absolute;
    inset-block-start: 12px;
    inset-inline-end: 12px;
    display: flex;
    gap: 8px;
  }

  .lightbox .icon-button,
  .lightbox .icon-button:hover:not(:disabled) {
    color: #fff;
    background: #fff2;
  }

  .lightbox .icon-button:hover:not(:disabled) {
    background: #fff4;
  }
`;
