import { css } from 'lit';

/**
 * The tokens behind every colour and size. `--adk-*` is the public name, which may be set on the
 * element or anywhere above it; `--_*` is what the styles use.
 */
export const themeStyles = css`
  :host {
    --_accent: var(--adk-accent, light-dark(#2f5bea, #9db2ff));
    --_on-accent: var(--adk-on-accent, light-dark(#fff, #0d1433));
    --_surface: var(--adk-surface, light-dark(#fff, #17181c));
    --_raised: var(--adk-surface-raised, light-dark(#f3f4f7, #23252b));
    --_text: var(--adk-text, light-dark(#16181d, #edeef2));
    --_muted: var(--adk-text-muted, light-dark(#5b606c, #a6abb8));
    --_border: var(--adk-border, light-dark(#dfe1e7, #383b44));
    --_user: var(--adk-user-surface, var(--_raised));
    --_user-text: var(--adk-user-text, var(--_text));
    --_danger: var(--adk-danger, light-dark(#b3261e, #ffb4ab));
    --_danger-surface: var(--adk-danger-surface, light-dark(#fdeceb, #3b1f1e));
    --_success: var(--adk-success, light-dark(#1a7f4b, #7fd8a6));
    --_warning: var(--adk-warning, light-dark(#8a5300, #ffcf70));
    --_warning-surface: var(--adk-warning-surface, light-dark(#fff5e0, #35290f));
    --_radius: var(--adk-radius, 16px);
    --_radius-small: var(--adk-radius-small, 10px);
    --_space: var(--adk-space, 16px);
    --_font: var(
      --adk-font,
      ui-sans-serif,
      system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Helvetica Neue',
      'Noto Sans',
      'Liberation Sans',
      sans-serif
    );
    --_mono: var(
      --adk-font-mono,
      ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      'Liberation Mono',
      monospace
    );
    --_font-size: var(--adk-font-size, 15px);
    --_max-width: var(--adk-max-width, 760px);
    --_shadow: var(--adk-shadow, 0 12px 40px light-dark(#1018281f, #0009));
  }
`;
