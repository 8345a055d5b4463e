import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { en, type Strings } from '../locales/en.js';
import { loadLocale, matchLocale } from '../locales/load-locale.js';

export interface LocaleSource extends ReactiveControllerHost, HTMLElement {
  strings: Partial<Strings> | undefined;
}

/** Finds the language of an element: its own `lang`, or that of the page around it. */
export class LocaleController implements ReactiveController {
  readonly #host: LocaleSource;
  #loaded: Strings = en;
  #name = 'en';
  #overrides: Partial<Strings> | undefined;
  #merged: Strings = en;
  #page: MutationObserver | undefined;

  /** BCP 47 tag, for `Intl`. */
  tag = 'en';
  /** Direction of the text. */
  dir: 'ltr' | 'rtl' = 'ltr';

  constructor(host: LocaleSource) {
    this.#host = host;
    host.addController(this);
  }

  get strings(): Strings {
    if (this.#overrides !== this.#host.strings) {
      this.#overrides = this.#host.strings;
      this.#merged = { ...this.#loaded, ...this.#overrides };
    }
    return this.#merged;
  }

  hostConnected(): void {
    // The language around the element may be set or switched after it is there.
    this.#page = new MutationObserver(() => this.#host.requestUpdate());
    this.#page.observe(document.documentElement, {
      attributeFilter: ['lang', 'dir'],
      subtree: true,
    });
  }

  hostDisconnected(): void {
    this.#page?.disconnect();
  }

  hostUpdate(): void {
    const { lang, dir } = inherited(this.#host);
    this.tag = isTag(lang) ? lang : 'en';
    const name = matchLocale(this.tag);
    this.dir = dir ?? (name === 'ar' ? 'rtl' : 'ltr');
    if (name === this.#name) return;
    this.#name = name;
    void loadLocale(name)
      .catch(() => en)
      .then((strings) => {
        if (this.#name !== name) return;
        this.#loaded = strings;
        this.#merged = { ...strings, ...this.#overrides };
        this.#host.requestUpdate();
      });
  }
}

/**
 * Language and direction as the nearest elements say, looking out of shadow roots too. A direction
 * further out than the language was meant for another language.
 */
function inherited(host: LocaleSource): { lang: string; dir: 'ltr' | 'rtl' | undefined } {
  let dir: 'ltr' | 'rtl' | undefined;
  for (let at: Element | undefined = host; at; at = outer(at)) {
    const own = at.getAttribute('dir');
    if (own === 'rtl' || own === 'ltr') dir ??= own;
    const lang = at === host ? host.lang : at.getAttribute('lang');
    if (lang) return { lang, dir };
  }
  return { lang: 'en', dir };
}

function outer(element: Element): Element | undefined {
  return element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
