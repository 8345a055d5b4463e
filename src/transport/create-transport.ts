import { AdkError } from '../errors.js';
import { SseTransport } from './sse.js';
import type { LiveTransport, TransportOptions } from './transport.js';

/** Makes the transport that speaks the given backend's language. */
export function createTransport(options: TransportOptions): LiveTransport {
  switch (options.kind) {
    case 'sse':
      return new SseTransport(options);
    default:
      throw new AdkError('unsupported', `The transport "${options.kind}" is not available.`);
  }
}
