import { WebSocketChatTransport, type UIMessage } from 'ai';
import { AdkError, isAbort } from '../errors.js';
import type { LiveEmitter } from './live-events.js';
import { closeError, socketUrl } from './socket.js';
import { createTolerantSocket } from './tolerant-socket.js';
import { resolveOption, type LiveTransport, type TransportOptions } from './transport.js';
import { withNormaliser } from './with-normaliser.js';

/** A socket that was silent for this long is not trusted with a new request. */
const STALE = 60_000;

/** The AI SDK's own WebSocket transport, behind a socket that forgives what a server gets wrong. */
export function createWebSocketTransport(
  options: Omit<TransportOptions, 'kind'>,
  events: LiveEmitter,
): LiveTransport {
  let protocols: string | string[] | undefined;
  const { socketClass, link } = createTolerantSocket(
    options.webSocket ?? WebSocket,
    events,
    () => protocols,
    options.idleTimeout,
  );
  const inner = new WebSocketChatTransport<UIMessage>({
    url: socketUrl(options.endpoint),
    headers: options.headers,
    body: options.body,
    // The one thing that it asks for at each connect.
    params: async () => {
      protocols = await resolveOption(options.protocols);
      return (await resolveOption(options.params)) ?? {};
    },
    webSocket: socketClass,
  });
  // Our socket has checked each chunk already; doing it again takes longer than all the rest.
  Object.assign(inner, { validateResponseChunk: async (chunk: unknown) => chunk });
  const live = withNormaliser(inner, { events, explain: (error) => explain(error, link.closed) });
  const refresh = () => {
    if (link.active === 0 && link.isOpen && Date.now() - link.heard > STALE) inner.close();
  };
  return {
    ...live,
    async sendMessages(request) {
      refresh();
      return live.sendMessages(request);
    },
    async reconnectToStream(request) {
      refresh();
      return live.reconnectToStream(request);
    },
  };
}

function explain(error: unknown, closed: { code?: number; reason?: string } | undefined): unknown {
  if (isAbort(error) || AdkError.isInstance(error) || !(error instanceof Error)) return error;
  if (error instanceof TypeError) return closeError(closed);
  return new AdkError('server', 'The chat service reported an error.', {
    cause: error,
    details: error.message,
    retryable: true,
  });
}
