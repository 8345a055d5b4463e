import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import { AI_SDK_CAPABILITIES } from './capabilities.js';
import { ChunkQueue, pump } from './coalesce.js';
import { emptyAnswer } from './http-errors.js';
import { LiveEmitter } from './live-events.js';
import { continuedMessage, Normaliser } from './normalise.js';
import { isLiveTransport, type LiveTransport, type ResumeRequest } from './transport.js';

interface NormaliserSettings {
  events?: LiveEmitter;
  /** Turns the transport's errors into ours. */
  explain?: (error: unknown) => unknown;
}

/**
 * Gives a foreign `ChatTransport` what ours have: its chunks are made safe for the store and paced
 * by the screen. A `LiveTransport` is returned as it is.
 */
export function withNormaliser(
  transport: ChatTransport<UIMessage>,
  { events = new LiveEmitter(), explain = (error) => error }: NormaliserSettings = {},
): LiveTransport {
  if (isLiveTransport(transport)) return transport;
  const explained = async <T>(promise: Promise<T>): Promise<T> => {
    try {
      return await promise;
    } catch (error) {
      throw explain(error);
    }
  };
  const wrap = (
    source: ReadableStream<UIMessageChunk>,
    message?: UIMessage,
    mayBeEmpty = message !== undefined,
  ) => {
    const reader = source.getReader();
    const normaliser = new Normaliser({ message, events });
    const queue = new ChunkQueue({ onCancel: () => void reader.cancel().catch(() => {}) });
    void pump(queue, async () => {
      for (;;) {
        const { done, value } = await explained(reader.read());
        if (done) break;
        for (const chunk of normaliser.push(value)) queue.push(chunk);
        await queue.drained();
      }
      if (normaliser.isEmpty && !mayBeEmpty) throw emptyAnswer();
    });
    return queue.stream;
  };
  return {
    capabilities: AI_SDK_CAPABILITIES,
    on: events.on,
    ...(transport.resumeStreamIsReplay !== undefined && {
      resumeStreamIsReplay: transport.resumeStreamIsReplay,
    }),
    close: () => transport.close?.(),
    async sendMessages(request) {
      return wrap(await explained(transport.sendMessages(request)), continuedMessage(request));
    },
    async reconnectToStream(request: ResumeRequest) {
      const stream = await explained(transport.reconnectToStream(request));
      return stream && wrap(stream, request.message, true);
    },
  };
}
