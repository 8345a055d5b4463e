import { html, nothing, type TemplateResult } from 'lit';
import type { Strings } from '../locales/en.js';
import { codePointName, splitHidden } from './visible-text.js';

/** A nested value beyond this depth is shown as JSON text. */
const LIST_DEPTH = 5;
/** Beyond this depth nothing is followed any more: neither a list nor JSON text. */
const JSON_DEPTH = 100;
/** How many entries one view follows; a million-entry array must not freeze the page. */
const ENTRIES = 1000;
const FOLD_AT = 240;
const FOLD_LINES = 3;
const SHOWN = 50_000;
const PREVIEW_VALUES = 4;
const PREVIEW_LENGTH = 40;

interface Budget {
  entries: number;
}

/** Text with its hidden characters made visible, isolated from the direction of what surrounds it. */
export function renderText(text: string): TemplateResult {
  return html`<bdi
    >${splitHidden(text).map((piece, i) =>
      i % 2 ? html`<span class="hidden-character">${codePointName(piece)}</span>` : piece,
    )}</bdi
  >`;
}

/** Text of any length: what is long is folded, and says how long it is. */
export function renderLongText(text: string, strings: Strings): TemplateResult {
  const head = text.split('\n', FOLD_LINES).join('\n').slice(0, FOLD_AT);
  if (head.length === text.length) return renderText(text);
  return html`<details class="fold">
    <summary>
      <span class="fold-head">${renderText(head)}…</span>
      <span class="fold-size">${strings.characters(text.length)}</span>
    </summary>
    ${renderCapped(text, strings)}
  </details>`;
}

function renderCapped(text: string, strings: Strings): TemplateResult {
  const rest = text.length - SHOWN;
  return rest > 0
    ? html`${renderText(text.slice(0, SHOWN))} <em>${strings.moreCharacters(rest)}</em>`
    : renderText(text);
}

/** The first few plain values, to tell one call from another at a glance. */
export function previewOf(value: unknown): string {
  const values: unknown[] = Array.isArray(value)
    ? value
    : isContainer(value)
      ? Object.values(value)
      : [value];
  return values
    .slice(0, PREVIEW_VALUES)
    .filter((entry) => typeof entry === 'string' || typeof entry === 'number')
    .map((entry) => String(entry).slice(0, PREVIEW_LENGTH))
    .join(', ');
}

/** A value as a list of names and values that a person can check, with its exact JSON behind "Raw". */
export function renderValue(value: unknown, strings: Strings): TemplateResult {
  const budget = { entries: ENTRIES };
  return html`<div class="value">
    ${renderNode(value, strings, 0, budget)}
    ${
      isContainer(value)
        ? html`<details class="raw">
            <summary>${strings.raw}</summary>
            <pre tabindex="0">${renderCapped(toJson(value, strings), strings)}</pre>
          </details>`
        : nothing
    }
  </div>`;
}

function renderNode(
  value: unknown,
  strings: Strings,
  depth: number,
  budget: Budget,
): TemplateResult {
  if (typeof value === 'string') {
    return value
      ? html`<span class="text">${renderLongText(value, strings)}</span>`
      : html`<em>${strings.emptyText}</em>`;
  }
  if (!isContainer(value)) return html`<code>${String(value)}</code>`;
  const entries = entriesOf(value);
  if (entries.length === 0) return html`<em>${strings.emptyList}</em>`;
  if (depth >= LIST_DEPTH) {
    return html`<code>${renderLongText(toJson(value, strings, budget), strings)}</code>`;
  }
  const shown = entries.slice(0, Math.max(0, budget.entries));
  budget.entries -= shown.length;
  const rest = entries.length - shown.length;
  return html`<dl>
    ${shown.map(
      ([key, child]) =>
        html`<div class=${isContainer(child) && entriesOf(child).length > 0 ? 'nested' : ''}>
          <dt>${renderText(key)}</dt>
          <dd>${renderNode(child, strings, depth + 1, budget)}</dd>
        </div>`,
    )}
    ${
      rest > 0
        ? html`<div>
            <dt>…</dt>
            <dd><em>${strings.moreEntries(rest)}</em></dd>
          </div>`
        : nothing
    }
  </dl>`;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function entriesOf(value: object): [string, unknown][] {
  return Array.isArray(value)
    ? value.map((child, i) => [String(i + 1), child])
    : Object.entries(value);
}

/** Indented JSON that survives any depth, size and cycle, where `JSON.stringify` would throw. */
export function toJson(
  value: unknown,
  strings: Strings,
  budget: Budget = { entries: ENTRIES * 5 },
): string {
  const write = (node: unknown, indent: string, depth: number): string => {
    if (typeof node === 'bigint') return String(node);
    if (!isContainer(node)) return JSON.stringify(node) ?? String(node);
    const isArray = Array.isArray(node);
    const entries = entriesOf(node);
    const [open, close] = isArray ? '[]' : '{}';
    if (entries.length === 0) return `${open}${close}`;
    if (depth >= JSON_DEPTH) return strings.tooDeep;
    const inner = `${indent}  `;
    const lines: string[] = [];
    for (const [key, child] of entries) {
      if (budget.entries-- <= 0) {
        lines.push(`${inner}${strings.moreEntries(entries.length - lines.length)}`);
        break;
      }
      const name = isArray ? '' : `${JSON.stringify(key)}: `;
      lines.push(`${inner}${name}${write(child, inner, depth + 1)}`);
    }
    return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
  };
  return write(value, '', 0);
}
