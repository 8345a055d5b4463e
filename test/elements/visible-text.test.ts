import { expect } from '@open-wc/testing';
import { isLookalike, visibleText } from '../../src/elements/visible-text.js';

describe('visibleText', () => {
  for (const [name, text, expected] of [
    ['a bidi override', 'pay\u202Eabc', 'pay[U+202E]abc'],
    ['an isolate', '\u2067x\u2069', '[U+2067]x[U+2069]'],
    ['a control character', 'a\u0000b\u001B', 'a[U+0000]b[U+001B]'],
    ['a zero-width joiner between letters', 'a\u200Db', 'a[U+200D]b'],
    ['a byte order mark and a soft hyphen', '\uFEFFa\u00ADb', '[U+FEFF]a[U+00AD]b'],
    ['a line separator', 'a\u2028b', 'a[U+2028]b'],
    ['a tag character', 'a\u{E0041}', 'a[U+E0041]'],
    ['half a surrogate pair', '\uD800', '[U+D800]'],
    ['a blank that is a letter', 'a\u3164b', 'a[U+3164]b'],
  ] as const) {
    it(`shows ${name}`, () => expect(visibleText(text)).to.equal(expected));
  }

  for (const text of ['a\n\tb', '👨‍👩‍👧 ❤️‍🔥 👍🏽', 'می‌خواهم', 'क्‍ष', 'é 東京 ß', 'e\u0301']) {
    it(`leaves ${JSON.stringify(text)} alone`, () => expect(visibleText(text)).to.equal(text));
  }
});

describe('isLookalike', () => {
  for (const name of ['раypal', 'рау', 'ｐay', 'αpprove', 'ᎪpproᏙe']) {
    it(`suspects ${name}`, () => expect(isLookalike(name)).to.equal(true));
  }
  for (const name of ['process_payment', 'оплата', '送金', 'envoyer_l’é', 'get-weather2']) {
    it(`trusts ${name}`, () => expect(isLookalike(name)).to.equal(false));
  }
});
