import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import { AI_SDK_CAPABILITIES } from './capabilities.js';
import { ChunkQueue, pump } from './coalesce.js';
import { LiveEmitter } from './live-events.js';
import { continuedMessage, Normaliser } from './normalise.js';
import { isLiveTransport, type LiveTransport } from './transport.js';

/**
 * Gives a foreign `ChatTransport` what ours have: its chunks are made safe for the store and paced
 * by the screen. A `LiveTransport` is returned as it is.
 */
export function withNormaliser(transport: ChatTransport<UIMessage>): LiveTransport {
  if (isLiveTransport(transport)) return transport;
  const events = new LiveEmitter();
  const wrap = (source: ReadableStream<UIMessageChunk>, message?: UIMessage) =>
    normalised(source, new Normaliser({ message, events }));
  return {
    capabilities: AI_SDK_CAPABILITIES,
    on: events.on,
    ...(transport.resumeStreamIsReplay !== undefined && {
      resumeStreamIsReplay: transport.resumeStreamIsReplay,
    }),
    close: () => transport.close?.(),
    async sendMessages(request) {
      return wrap(await transport.sendMessages(request), continuedMessage(request));
    },
    async reconnectToStream(request) {
      const stream = await transport.reconnectToStream(request);
      return stream && wrap(stream);
    },
  };
}

function normalised(
  source: ReadableStream<UIMessageChunk>,
  normaliser: Normaliser,
): ReadableStream<UIMessageChunk> {
  const reader = source.getReader();
  const queue = new ChunkQueue({ onCancel: () => void reader.cancel().catch(() => {}) });
  void pump(queue, async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const chunk of normaliser.push(value)) queue.push(chunk);
      await queue.drained();
    }
  });
  return queue.stream;
}
