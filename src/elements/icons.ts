import { html } from 'lit';

/** Outlines on a grid of 24, drawn with the colour of the text around them. */
const PATHS = {
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  attach:
    'M20 11.5l-8 8a5.3 5.3 0 0 1-7.5-7.5l8.3-8.3a3.5 3.5 0 0 1 5 5l-8.3 8.3a1.8 1.8 0 0 1-2.5-2.5l7.5-7.5',
  close: 'M6 6l12 12M18 6L6 18',
  chat: 'M4 5.5h16v11H11l-5 4v-4H4z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  redo: 'M20 5v5h-5M19.5 10a8 8 0 1 0 .5 4',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3',
  up: 'M7 11v9H4v-9zM7 11l4-7a2.3 2.3 0 0 1 2 3l-1 3h6a1.5 1.5 0 0 1 1.5 2l-2 6.5a2 2 0 0 1-2 1.5H7',
  down: 'M17 13V4h3v9zM17 13l-4 7a2.3 2.3 0 0 1-2-3l1-3H6a1.5 1.5 0 0 1-1.5-2l2-6.5a2 2 0 0 1 2-1.5H17',
  end: 'M12 5v14M6 13l6 6 6-6',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  chevron: 'M9 6l6 6-6 6',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  offline:
    'M4 4l16 16M8.5 16a5 5 0 0 1 7 0M5 12.5a10 10 0 0 1 4-2.4M12 20h.01M14.5 10.2a10 10 0 0 1 4.5 2.3',
  shield: 'M12 3l8 3v6c0 4.5-3.3 7.8-8 9-4.7-1.2-8-4.5-8-9V6zM9 12l2.2 2.2L15.2 10',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2',
  running: 'M12 3a9 9 0 1 0 9 9',
  play: 'M8 5.5v13l10-6.5z',
  pause: 'M7.5 6h2v12h-2zM14.5 6h2v12h-2z',
  mic: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside or instead of a label; the label is the control's. */
export const icon = (name: IconName) =>
  html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${PATHS[name]} />
  </svg>`;
