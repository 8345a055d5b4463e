/** What has no honest use in prose: controls, and what reorders the text around it. */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const REORDERING = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

const show = (character: string) =>
  `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** The text with control characters and bidi overrides spelled out, for prose and code. */
export function safeText(text: string): string {
  return text.replace(REORDERING, show);
}
