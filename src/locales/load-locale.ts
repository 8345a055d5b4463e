import { en, type Strings } from './en.js';

/** Each language is a file of its own, loaded when a page asks for it. */
const LOADERS: Record<string, () => Promise<{ strings: Strings }>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  ja: () => import('./ja.js'),
  ko: () => import('./ko.js'),
  'pt-BR': () => import('./pt-BR.js'),
  'zh-Hans': () => import('./zh-Hans.js'),
  'zh-Hant': () => import('./zh-Hant.js'),
};

/** The shipped language that fits a BCP 47 tag best; English if none does. */
export function matchLocale(tag: string): string {
  const [language = '', ...rest] = tag.toLowerCase().split(/[-_]/);
  if (language === 'zh') {
    const traditional = ['hant', 'tw', 'hk', 'mo'].some((subtag) => rest.includes(subtag));
    return traditional && !rest.includes('hans') ? 'zh-Hant' : 'zh-Hans';
  }
  if (language === 'pt') return 'pt-BR';
  return Object.hasOwn(LOADERS, language) ? language : 'en';
}

export async function loadLocale(name: string): Promise<Strings> {
  return (await LOADERS[name]?.())?.strings ?? en;
}
