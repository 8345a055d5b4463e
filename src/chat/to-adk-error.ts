import { AdkError } from '../errors.js';

/** Gives any thrown value the one shape that leaves this library. */
export function toAdkError(error: unknown): AdkError {
  if (AdkError.isInstance(error)) return error;
  // A transport's own error may travel as the cause of the `TypeError` that the AI SDK understands.
  if (error instanceof Error && AdkError.isInstance(error.cause)) return error.cause;
  const details = error instanceof Error ? error.message : String(error);
  if (isNetworkFailure(error)) {
    return new AdkError('network', 'The connection was lost.', {
      cause: error,
      retryable: true,
      details,
    });
  }
  const status = statusOf(error);
  if (status !== undefined) {
    const auth = status === 401 || status === 403;
    return new AdkError(
      auth ? 'auth' : status === 429 ? 'rate-limit' : 'http',
      auth ? 'You are not signed in, or may not do this.' : `The server answered ${status}.`,
      { cause: error, status, retryable: status === 429 || status >= 500, details },
    );
  }
  return new AdkError('server', details || 'Something went wrong.', { cause: error, details });
}

/** What `AbstractChat` takes for a disconnect, in every browser's words. */
export function isNetworkFailure(error: unknown): boolean {
  if (AdkError.isInstance(error)) return error.code === 'network';
  return error instanceof TypeError && /fetch|network|^load failed$/i.test(error.message);
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}
