/** What went wrong, as a word that a host can switch on. */
export type AdkErrorCode =
  | 'network'
  | 'http'
  | 'auth'
  | 'rate-limit'
  | 'protocol'
  | 'server'
  | 'timeout'
  | 'tool'
  | 'mic-denied'
  | 'mic-missing'
  | 'audio-blocked'
  | 'worklet-load'
  | 'unsupported'
  | 'configuration'
  | 'storage';

export interface AdkErrorOptions {
  cause?: unknown;
  /** Whether trying the same thing again can succeed without anybody changing anything. */
  retryable?: boolean;
  /** Milliseconds the server asked us to wait before the next try. */
  retryAfter?: number;
  /** HTTP status, where there was one. */
  status?: number;
  /** Raw text from the server. Untrusted; shown only behind "details". */
  details?: string;
}

const MARKER = Symbol.for('adk-chat.error');

/**
 * The one error type that leaves this library. `message` is written for the person in front of the
 * screen, `code` for the program, `details` and `cause` for whoever debugs it.
 */
export class AdkError extends Error {
  override readonly name = 'AdkError';
  readonly code: AdkErrorCode;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly status: number | undefined;
  readonly details: string | undefined;
  readonly [MARKER] = true;

  constructor(code: AdkErrorCode, message: string, options: AdkErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfter = options.retryAfter;
    this.status = options.status;
    this.details = options.details;
  }

  /** Unlike `instanceof`, also recognises errors of another copy of this library. */
  static isInstance(value: unknown): value is AdkError {
    return typeof value === 'object' && value !== null && MARKER in value;
  }
}

/** An abort is something the user asked for, not an error. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * A lost connection, in the one form that the AI SDK recognises as such: a `TypeError` that says
 * "network". The `AdkError` for the user travels as its cause.
 */
export function networkError(message: string, options: AdkErrorOptions = {}): TypeError {
  const cause = new AdkError('network', message, { retryable: true, ...options });
  return new TypeError(`network: ${message}`, { cause });
}
