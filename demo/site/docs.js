/** Colours the code of the documentation with the library's own highlighter. */
import { highlight } from '/dist/extras/highlight.js';

const NAMES = { sh: 'bash', html: 'xml', tsx: 'typescript', vue: 'xml', svelte: 'xml' };

for (const code of document.querySelectorAll('[data-language]')) {
  const { language } = code.dataset;
  highlight(code, code.textContent, NAMES[language] ?? language);
}
document.querySelector('.contents [aria-current]')?.scrollIntoView({ block: 'nearest' });
