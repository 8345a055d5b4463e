import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';

/** The message that the AI SDK builds from the chunks; throws where its store would. */
export async function build(
  chunks: readonly UIMessageChunk[],
  message: UIMessage = { id: 'm', role: 'assistant', parts: [] },
): Promise<UIMessage> {
  let last = message;
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  for await (const state of readUIMessageStream({ stream, message, terminateOnError: true })) {
    last = state;
  }
  return last;
}
