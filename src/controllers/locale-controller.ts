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
    // The page's language may be set or switched after the element is there.
    this.#page = new MutationObserver(() => this.#host.requestUpdate());
    this.#page.observe(document.documentElement, { attributeFilter: ['lang', 'dir'] });
  }

  hostDisconnected(): void {
    this.#page?.disconnect();
  }

  hostUpdate(): void {
    const tag = closest(this.#host, 'lang') ?? 'en';
    this.tag = isTag(tag) ? tag : 'en';
    const name = matchLocale(this.tag);
    const dir = closest(this.#host, 'dir');
    this.dir = dir === 'rtl' || dir === 'ltr' ? dir : name === 'ar' ? 'rtl' : 'ltr';
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

/** The nearest value of an attribute, looking out of shadow roots too. */
function closest(element: Element, attribute: string): string | undefined {
  const found = element.closest(`[${attribute}]`);
  if (found) return found.getAttribute(attribute) ?? undefined;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? closest(root.host, attribute) : undefined;
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
