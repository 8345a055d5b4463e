/** The named references that occur in prose; the full list would weigh more than the renderer. */
const NAMES =
  'amp& lt< gt> quot" apos\' nbsp\u00a0 copy© reg® trade™ hellip… mdash— ndash– lsquo‘ rsquo’ ldquo“ ' +
  'rdquo” bull• middot· laquo« raquo» times× divide÷ deg° plusmn± frac12½ sup2² sup3³ micro\u00b5 ' +
  'rarr→ larr← uarr↑ darr↓ harr↔ rArr⇒ hArr⇔ euro€ pound£ yen¥ cent¢ sect§ para¶ le≤ ge≥ ne≠ ' +
  'asymp≈ infin∞ sum∑ radic√ check✓ star☆ iexcl¡ iquest¿ ouml\u00f6 auml\u00e4 uuml\u00fc Ouml\u00d6 ' +
  'Auml\u00c4 Uuml\u00dc szlig\u00df eacute\u00e9 egrave\u00e8 agrave\u00e0 ccedil\u00e7 ntilde\u00f1 ' +
  'alpha\u03b1 beta\u03b2 gamma\u03b3 delta\u03b4 lambda\u03bb mu\u03bc pi\u03c0 sigma\u03c3 omega\u03c9 Delta\u0394 Sigma\u03a3 Omega\u03a9 ' +
  'colon: sol/ bsol\\ lpar( rpar) lsqb[ rsqb] lbrace{ rbrace} grave` ast* lowbar_ num# percnt% ' +
  'dollar$ commat@ excl! quest? equals= plus+ comma, period. semi; vert| Tab\t NewLine\n ensp\u2002 emsp\u2003 ' +
  'thinsp\u2009 zwj\u200d zwnj\u200c shy\u00ad';

const named = new Map(
  NAMES.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)] as const),
);

/** The character of one reference such as `&amp;` or `&#x41;`, or the reference itself. */
export function decodeEntity(reference: string): string {
  const name = reference.slice(1, -1);
  if (name[0] !== '#') return named.get(name) ?? reference;
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
  const valid = code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff);
  return String.fromCodePoint(valid ? code : 0xfffd);
}

/** Resolves the escapes and references that a link destination or title may contain. */
export function unescapeText(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,31});/gi,
    (match, escaped?: string) => escaped ?? decodeEntity(match),
  );
}
