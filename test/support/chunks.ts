import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';

export const hello: UIMessage = {
  id: 'u1',
  role: 'user',
  parts: [{ type: 'text', text: 'Hello' }],
};

/** A request as `AbstractChat` makes it. */
export function requestOf(
  messages: UIMessage[] = [hello],
  more: Partial<Parameters<ChatTransport<UIMessage>['sendMessages']>[0]> = {},
): Parameters<ChatTransport<UIMessage>['sendMessages']>[0] {
  return {
    trigger: 'submit-message',
    chatId: 'chat-1',
    messageId: undefined,
    abortSignal: undefined,
    messages,
    ...more,
  };
}

/** Everything a stream gives, and how it ended. */
export async function collect(
  stream: ReadableStream<UIMessageChunk>,
): Promise<{ chunks: UIMessageChunk[]; error: unknown }> {
  const chunks: UIMessageChunk[] = [];
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { chunks, error: undefined };
      chunks.push(value);
    }
  } catch (error) {
    return { chunks, error };
  }
}

export function textIn(chunks: readonly UIMessageChunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('');
}
