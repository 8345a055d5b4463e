import { css } from 'lit';

export const composerStyles = css``;
