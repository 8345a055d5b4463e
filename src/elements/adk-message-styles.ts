import { css } from 'lit';

export const messageStyles = css``;
