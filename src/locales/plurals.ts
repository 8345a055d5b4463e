type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Picks the form that a language uses for a number, and writes the number where `#` stands. */
export function plurals(locale: string): (count: number, forms: Forms | string) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms) => {
    const form = typeof forms === 'string' ? forms : (forms[rules.select(count)] ?? forms.other);
    return form.replace('#', numbers.format(count));
  };
}
