import type { ComplexAttributeConverter } from 'lit';

/** A text to send, or a short label for a longer one. */
export type Suggestion = string | { label: string; prompt: string };

export function suggestionOf(suggestion: Suggestion): { label: string; prompt: string } {
  return typeof suggestion === 'string' ? { label: suggestion, prompt: suggestion } : suggestion;
}

/** `["a","b"]` or `a | b`. */
export const listConverter: ComplexAttributeConverter<readonly Suggestion[]> = {
  fromAttribute(value) {
    if (!value) return [];
    if (value.trimStart().startsWith('[')) {
      try {
        const list: unknown = JSON.parse(value);
        if (Array.isArray(list)) return list.filter(isSuggestion);
      } catch {
        // Not JSON after all: a text may begin with a bracket.
      }
    }
    return value
      .split('|')
      .map((text) => text.trim())
      .filter(Boolean);
  },
};

export const originsConverter: ComplexAttributeConverter<readonly string[]> = {
  fromAttribute: (value) => value?.split(/[\s,]+/).filter(Boolean) ?? [],
};

function isSuggestion(value: unknown): value is Suggestion {
  if (typeof value === 'string') return true;
  const { label, prompt } = (value ?? {}) as Record<string, unknown>;
  return typeof label === 'string' && typeof prompt === 'string';
}
