/**
 * Characters that a reader does not see but that change what they read: controls, bidi controls,
 * zero-width characters, tag characters. Joiners stay, because scripts and emoji need them.
 */
const HIDDEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- finding such characters is the point
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** The ones that have no honest use in prose: controls, and what reorders the text around it. */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const REORDERING = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

const show = (character: string) =>
  `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** The text with every hidden character spelled out, for places where each character counts. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, show);
}

/** The text with control characters and bidi overrides spelled out, for prose and code. */
export function safeText(text: string): string {
  return text.replace(REORDERING, show);
}
