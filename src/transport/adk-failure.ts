import { AdkError } from '../errors.js';
import { isRecord, text } from './adk-event-schema.js';

const BUSY = /\b429\b|RESOURCE_EXHAUSTED|quota|rate.?limit/i;
const OVERLOADED = /\b50[34]\b|UNAVAILABLE|overloaded|DEADLINE_EXCEEDED/i;

/**
 * The text of an error in any of the shapes that ADK servers use: `{error}`, `{error,
 * error_details}`, `{error: {message}}`, `{detail}`, `{detail: [{msg}]}`.
 */
export function errorTextOf(value: unknown): string | undefined {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map(errorTextOf).filter(Boolean).join('; ') || undefined;
  if (!isRecord(value)) return undefined;
  return errorTextOf(value.error ?? value.detail ?? value.message ?? value.msg);
}

/** A failure inside a run, as an error that says what the person in front of the screen can do. */
export function runFailure(code: string | undefined, details: string | undefined): AdkError {
  const hint = `${code ?? ''} ${details ?? ''}`;
  if (BUSY.test(hint)) {
    return new AdkError('rate-limit', 'The model is busy. Please try again in a moment.', {
      retryable: true,
      details,
    });
  }
  return new AdkError('server', 'The agent could not finish its answer.', {
    retryable: OVERLOADED.test(hint) || code === 'MALFORMED_FUNCTION_CALL',
    details: details ?? code,
  });
}
