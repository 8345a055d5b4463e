import { AdkError, networkError } from '../errors.js';
import { resolveOption, type TransportOptions } from './transport.js';

const CONNECT_TIMEOUT = 30_000;

export type SocketOptions = Pick<
  TransportOptions,
  'endpoint' | 'params' | 'protocols' | 'webSocket'
>;

/** Connects, asking for parameters and subprotocols afresh. Resolves when the socket is open. */
export async function openSocket(
  options: SocketOptions,
  signal?: AbortSignal,
  timeout = CONNECT_TIMEOUT,
): Promise<WebSocket> {
  const [params, protocols] = await Promise.all([
    resolveOption(options.params),
    resolveOption(options.protocols),
  ]);
  signal?.throwIfAborted();
  const socket = new (options.webSocket ?? WebSocket)(
    socketUrl(options.endpoint, params),
    protocols,
  );
  socket.binaryType = 'arraybuffer';
  await new Promise<void>((resolve, reject) => {
    const fail = (cause?: unknown) => {
      socket.close();
      reject(signal?.aborted ? signal.reason : unreachable(cause));
    };
    const timer = setTimeout(fail, timeout);
    socket.onopen = () => resolve();
    socket.onerror = fail;
    socket.onclose = (event) => fail(event);
    const onAbort = () => fail();
    signal?.addEventListener('abort', onAbort);
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      // Closing a socket that is still connecting raises one more error.
      socket.onerror = () => {};
      socket.onclose = socket.onopen = null;
    };
    socket.addEventListener('open', settle);
    socket.addEventListener('close', settle);
  });
  return socket;
}

export function socketUrl(endpoint: string, params: Record<string, string> = {}): string {
  let url: URL;
  try {
    url = new URL(endpoint, globalThis.location?.href);
  } catch (cause) {
    throw new AdkError('configuration', `"${endpoint}" is no address of a chat service.`, {
      cause,
    });
  }
  url.protocol = url.protocol.replace(/^http/, 'ws');
  url.hash = '';
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

/** What the end of an open socket means, in the form that the AI SDK takes for a disconnect. */
export function closeError({ code, reason }: { code?: number; reason?: string } = {}): Error {
  const details = code === undefined ? undefined : `${code} ${reason ?? ''}`.trim();
  if (code === 1008 || code === 4401 || code === 4403) {
    return new AdkError('auth', 'The chat service refused the connection.', { details });
  }
  if (code === 1009) {
    return new AdkError('http', 'The message or a file in it is too large.', { details });
  }
  return networkError('The network connection was lost before the answer was complete.', {
    ...(details !== undefined && { details }),
  });
}

function unreachable(cause: unknown): Error {
  return networkError(
    'The chat service could not be reached. Check your connection; if it works, the service may not allow this site.',
    { cause },
  );
}
