import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en, type Strings } from '../../src/locales/en.js';
import { loadLocale, matchLocale } from '../../src/locales/load-locale.js';

const NAMES = ['ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'zh-Hans', 'zh-Hant'];

/** Words that are the same in both languages. */
const SHARED: Record<string, (keyof Strings)[]> = {
  de: ['chat', 'code'],
  es: ['chat'],
  fr: [
    ...(['message', 'conversation', 'assistant', 'sources', 'suggestions', 'image'] as const),
    ...(['chat', 'code'] as const),
  ],
  'pt-BR': ['chat'],
};

const KEYS = Object.keys(en) as (keyof Strings)[];

/** What a text becomes for numbers, names and times alike. */
function sample(text: unknown, argument: unknown): string {
  if (typeof text !== 'function') return String(text);
  return String((text as (...values: unknown[]) => unknown)(argument, argument));
}

for (const name of NAMES) {
  describe(`the texts in ${name}`, () => {
    it('leaves nothing in English by accident', async () => {
      const strings = await loadLocale(name);
      const same = KEYS.filter((key) => sample(strings[key], 3) === sample(en[key], 3));
      assert.deepEqual(same, SHARED[name] ?? []);
    });

    it('keeps the values that a text is about, whatever their number', async () => {
      const strings = await loadLocale(name);
      const number = (value: number) => new Intl.NumberFormat(name).format(value);
      for (const key of KEYS.filter((key) => typeof en[key] === 'function')) {
        const text = sample(strings[key], 11);
        assert.ok(text.includes('11') || text.includes(number(11)), `${key}: ${text}`);
        for (const count of [0, 1, 2, 3, 11, 100, 12_345]) {
          assert.doesNotMatch(sample(strings[key], count), /#|undefined|NaN|object/, key);
        }
      }
    });
  });
}

it('counts as the language does', async () => {
  const german = await loadLocale('de');
  assert.equal(german.unread(1), '1 neue Nachricht');
  assert.equal(german.unread(2), '2 neue Nachrichten');
  assert.equal(german.characters(12_345), '12.345 Zeichen');
  const arabic = await loadLocale('ar');
  const forms = new Set([1, 2, 3, 11, 100].map((count) => arabic.unread(count).replace(/\d+/, '')));
  assert.ok(forms.size >= 4);
});

it('finds the language that fits a tag best', () => {
  const cases = {
    'de-AT': 'de',
    zh: 'zh-Hans',
    'zh-CN': 'zh-Hans',
    'zh-TW': 'zh-Hant',
    'zh-Hant-HK': 'zh-Hant',
    'zh-Hans-HK': 'zh-Hans',
    pt: 'pt-BR',
    'pt-PT': 'pt-BR',
    AR: 'ar',
    tlh: 'en',
    constructor: 'en',
  };
  for (const [tag, expected] of Object.entries(cases))
    assert.equal(matchLocale(tag), expected, tag);
});
