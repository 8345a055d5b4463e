import { en, type Strings } from './en.js';

export type Locale = Partial<Strings>;

const LOADERS: Record<string, () => Promise<{ default: Locale }>> = {};

/** The shipped language that fits a BCP 47 tag best; English if none does. */
export function matchLocale(tag: string): string {
  const [language = '', ...rest] = tag.toLowerCase().split(/[-_]/);
  if (language === 'zh') {
    const traditional = rest.some((subtag) => ['hant', 'tw', 'hk', 'mo'].includes(subtag));
    return traditional ? 'zh-Hant' : 'zh-Hans';
  }
  if (language === 'pt') return 'pt-BR';
  return language in LOADERS ? language : 'en';
}

/** The texts of a language; English fills what a catalogue lacks. */
export async function loadLocale(name: string): Promise<Strings> {
  const loaded = await LOADERS[name]?.();
  return { ...en, ...loaded?.default };
}
