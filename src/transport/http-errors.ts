import { AdkError, isAbort, networkError, type AdkErrorCode } from '../errors.js';

/** How much of a server's answer is kept for "details". */
const EXCERPT = 4096;

/** A `fetch` that answers with a good response or throws an error for a person to act on. */
export function guardFetch(fetchFunction?: typeof fetch): typeof fetch {
  return async (input, init) => {
    let response: Response;
    try {
      // Looked up at each call: a host may replace the global one later.
      response = await (fetchFunction ?? globalThis.fetch)(input, init);
    } catch (error) {
      if (isAbort(error) || init?.signal?.aborted || AdkError.isInstance(error)) throw error;
      throw networkError(
        'The chat service could not be reached. Check your connection; if it works, the service may not allow this site.',
        { cause: error },
      );
    }
    if (!response.ok) throw await httpError(response);
    return response;
  };
}

export async function httpError(response: Response): Promise<AdkError> {
  const { status } = response;
  const retryAfter = retryAfterOf(response.headers.get('retry-after'));
  const [code, message, retryable] = explain(status, retryAfter);
  const details = await excerptOf(response);
  return new AdkError(code, message, {
    status,
    retryable,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(details && { details }),
  });
}

export function emptyAnswer(): AdkError {
  return new AdkError('protocol', 'The server sent an empty answer.', { retryable: true });
}

function explain(
  status: number,
  retryAfter: number | undefined,
): [code: AdkErrorCode, message: string, retryable: boolean] {
  const when =
    retryAfter === undefined ? 'in a moment' : `in ${Math.ceil(retryAfter / 1000)} seconds`;
  if (status === 401) return ['auth', 'You are not signed in. Sign in and try again.', false];
  if (status === 403) return ['auth', 'You are not allowed to use this chat.', false];
  if (status === 404) return ['http', 'There is no chat service at this address.', false];
  if (status === 413) return ['http', 'The message or a file in it is too large.', false];
  if (status === 429) return ['rate-limit', `Too many requests. Try again ${when}.`, true];
  if (status >= 500) {
    return ['server', `The chat service has a problem (${status}). Try again ${when}.`, true];
  }
  return [
    'http',
    `The chat service refused the request (${status}).`,
    status === 408 || status === 425,
  ];
}

/** `Retry-After` is a number of seconds or a date. */
function retryAfterOf(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Reads no further than needed: the body of an error can be endless, too. */
async function excerptOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < EXCERPT) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
  } catch {
    // What arrived is enough.
  }
  return text.slice(0, EXCERPT);
}
