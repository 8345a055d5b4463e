import { css } from 'lit';

export const chatStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    min-block-size: 20rem;
    font: 16px/1.5 var(--adk-font, system-ui, sans-serif);
    color: var(--adk-text, CanvasText);
    background: var(--adk-surface, Canvas);
  }

  .messages {
    flex: 1;
    overflow-y: auto;
    padding: 1rem;
  }

  .text {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .user {
    margin-inline-start: auto;
    inline-size: fit-content;
    max-inline-size: 80%;
    padding: 0.5rem 1rem;
    border-radius: var(--adk-radius, 1rem);
    background: color-mix(in srgb, var(--adk-accent, #0b57d0) 15%, transparent);
  }

  .composer {
    display: flex;
    gap: 0.5rem;
    padding: 1rem;
  }

  textarea {
    flex: 1;
    font: inherit;
  }
`;
