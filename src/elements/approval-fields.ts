import { toolNameOf, type AnyToolPart } from '../chat/message-parts.js';
import type { Strings } from '../locales/en.js';
import { toJson } from './value-view.js';
import { visibleText } from './visible-text.js';

const SHOWN = 10_000;

/** The text of something that a question is about, found by a path as `input.recipient`. */
export function fieldText(
  part: AnyToolPart,
  description: string,
  path: string,
  strings: Strings,
): string {
  let value: unknown = {
    tool: toolNameOf(part),
    title: part.title ?? toolNameOf(part),
    description,
    reason: part.approval?.requestReason,
    input: part.input,
  };
  for (const key of path.split('.')) {
    const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = isInside ? (value as Record<string, unknown>)[key] : undefined;
  }
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : toJson(value, strings);
  const rest = text.length - SHOWN;
  return visibleText(text.slice(0, SHOWN)) + (rest > 0 ? ` … ${strings.moreCharacters(rest)}` : '');
}
