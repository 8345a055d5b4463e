import { AdkError } from '../errors.js';
import {
  ADK_CAPABILITIES,
  ADK_LIVE_CAPABILITIES,
  ADK_STREAM_CAPABILITIES,
  AI_SDK_CAPABILITIES,
} from './capabilities.js';
import { lazyTransport } from './lazy-transport.js';
import { SseTransport } from './sse.js';
import type { LiveTransport, TransportOptions } from './transport.js';

/** Makes the transport that speaks the given backend's language. */
export function createTransport(options: TransportOptions): LiveTransport {
  switch (options.kind) {
    case 'sse':
      return new SseTransport(options);
    case 'websocket':
      return lazyTransport(AI_SDK_CAPABILITIES, async (events) => {
        const { createWebSocketTransport } = await import('./websocket.js');
        return createWebSocketTransport(options, events);
      });
    case 'adk-stream':
      if (!/^wss?:/i.test(options.endpoint)) {
        return lazyTransport(ADK_STREAM_CAPABILITIES, async (events) => {
          const { AdkStreamSseTransport } = await import('./adk-stream-sse.js');
          return new AdkStreamSseTransport(options, events);
        });
      }
      return lazyTransport(ADK_LIVE_CAPABILITIES, async (events) => {
        const { AdkStreamLiveTransport } = await import('./adk-stream-live.js');
        return new AdkStreamLiveTransport(options, events);
      });
    case 'adk':
      return lazyTransport(ADK_CAPABILITIES, async (events) => {
        const { AdkTransport } = await import('./adk.js');
        return new AdkTransport(options, events);
      });
    default:
      throw new AdkError('unsupported', `The transport "${options.kind}" is not available.`);
  }
}
