import { css } from 'lit';

export const composerStyles = css`
  adk-composer {
    display: block;
    flex: none;
  }

  .composer {
    inline-size: 100%;
    max-inline-size: calc(var(--_max-width) + 2 * var(--_space));
    margin-inline: auto;
    padding: 6px var(--_space) var(--_space);
  }

  .box {
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) + 8px);
    background: var(--adk-input-surface, var(--_surface));
    box-shadow: 0 1px 4px light-dark(#1018280f, #0004);
    transition: border-color 0.15s;
  }

  .box:focus-within {
    border-color: var(--_accent);
    box-shadow: 0 0 0 1px var(--_accent);
  }

  .dragging .box {
    border-style: dashed;
    border-color: var(--_accent);
    background: color-mix(in srgb, var(--_accent) 8%, var(--_surface));
  }

  .row {
    display: flex;
    align-items: flex-end;
    gap: 2px;
    padding: 5px;
  }

  .row > .tools {
    display: flex;
    align-items: center;
    gap: 4px;
  }

  /* To hold it down must neither scroll nor select. */
  .mic {
    touch-action: none;
    user-select: none;
    -webkit-user-select: none;
  }

  .composer textarea {
    flex: 1;
    min-inline-size: 0;
    field-sizing: content;
    min-block-size: 36px;
    max-block-size: min(30vh, 220px);
    padding: 6px 8px;
    border: 0;
    outline: 0;
    resize: none;
    color: var(--_text);
    background: none;
    line-height: 24px;
    scrollbar-width: thin;
  }

  textarea::placeholder {
    color: var(--_muted);
    opacity: 1;
    white-space: nowrap;
  }

  .problem {
    padding: 4px 8px 8px;
    color: var(--_danger);
  }

  .attachments {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    padding: 10px 10px 2px;
    list-style: none;
  }

  .attachment {
    position: relative;
    display: flex;
    align-items: center;
    gap: 8px;
    max-inline-size: 100%;
    padding: 4px 4px 4px 10px;
    padding-inline: 10px 4px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    background: var(--_raised);
    font-size: 0.87em;
    overflow: hidden;
  }

  .attachment:has(img) {
    padding-inline-start: 4px;
  }

  .attachment img {
    inline-size: 36px;
    block-size: 36px;
    border-radius: 6px;
    object-fit: cover;
  }

  .attachment bdi {
    min-inline-size: 0;
    max-inline-size: 18ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .attachment progress {
    position: absolute;
    inset: auto 0 0;
    inline-size: 100%;
    block-size: 3px;
  }

  @media (pointer: coarse) {
    /* iOS zooms into any field with smaller text. */
    .composer textarea {
      font-size: max(16px, 1em);
    }
  }

  @container adk-chat (max-width: 340px) {
    .composer {
      padding: 4px 8px 8px;
    }

    .row > .tools {
      gap: 0;
    }
  }
`;
