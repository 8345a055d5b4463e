/**
 * Text from a model, a server or a file, made honest: characters that a reader cannot see, or that
 * reorder what stands around them, become visible marks. Everything else stays as it is.
 */

// Joiners are spelling in some scripts and glue in emoji; anywhere else they hide something.
const JOINED =
  '[\\p{Extended_Pictographic}\\uFE0F\\p{Emoji_Modifier}\\p{sc=Arab}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]';
const HIDDEN = new RegExp(
  '((?![\\n\\t\\u200C\\u200D])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Co}\\u115F\\u1160\\u2800\\u3164\\uFFA0]' +
    `|[\\u{E0100}-\\u{E01EF}]|[\\u17B4\\u17B5]|(?<!${JOINED})[\\u200C\\u200D])`,
  'gu',
);

/** Alternates between plain text (even places) and single hidden characters (odd places). */
export function splitHidden(text: string): string[] {
  return text.split(HIDDEN);
}

export function codePointName(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** For places that take plain text only: accessible names, titles, text nodes of a host. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (character) => `[${codePointName(character)}]`);
}

const LATIN = /\p{sc=Latin}/u;
const LOOKS_LATIN = /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{sc=Lisu}]/u;
const ONLY_TWINS = /^(?:[аеорсухіјѕһԁԛԝӏɑοαρν]|[^\p{L}])*$/u;

/** Whether a name is written so that it can be taken for another one. */
export function isLookalike(name: string): boolean {
  return (
    (LOOKS_LATIN.test(name) && (LATIN.test(name) || ONLY_TWINS.test(name))) ||
    name.normalize('NFKC') !== name.normalize('NFC')
  );
}
