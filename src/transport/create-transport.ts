import { DefaultChatTransport, type ChatTransport, type UIMessage } from 'ai';
import { AdkError } from '../errors.js';
import type { TransportOptions } from './transport.js';

/** Makes the transport that speaks the given backend's language. */
export function createTransport(options: TransportOptions): ChatTransport<UIMessage> {
  switch (options.kind) {
    case 'sse':
      return new DefaultChatTransport({
        api: options.endpoint,
        headers: options.headers,
        body: options.body,
        credentials: options.credentials,
        fetch: options.fetch,
      });
    default:
      throw new AdkError('unsupported', `The transport "${options.kind}" is not available.`);
  }
}
