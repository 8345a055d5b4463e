import {
  convertToModelMessages,
  createUIMessageStream,
  generateId,
  isStepCount,
  isToolUIPart,
  streamText,
  toUIMessageStream,
  validateUIMessages,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import type { BackendContext } from './backend-options.js';
import { pickScenario } from './scenarios.js';
import { createToolSet, needsApproval } from './tools.js';

/** One request of an AI SDK client, over HTTP or over a socket. */
export interface ChatRequest {
  chatId: string;
  messages: UIMessage[];
}

/** Throws when the history is not one that an AI SDK server accepts. */
export async function readMessages(messages: unknown): Promise<UIMessage[]> {
  return await validateUIMessages({ messages });
}

export function textOf(message: UIMessage | undefined): string {
  return (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Writes down what the request brought: a new message, decisions, results of browser tools. */
export function keepRecord({ journal }: BackendContext, { chatId, messages }: ChatRequest): void {
  const last = messages.at(-1);
  if (last?.role === 'user') journal.message({ chatId, id: last.id, text: textOf(last) });
  if (last?.role !== 'assistant') return;
  const step = last.parts.slice(last.parts.findLastIndex((part) => part.type === 'step-start') + 1);
  for (const part of step) {
    if (!isToolUIPart(part)) continue;
    const { toolCallId, approval } = part;
    if (approval?.approved !== undefined) {
      journal.decision({ chatId, approvalId: approval.id, approved: approval.approved });
    }
    if (part.state === 'output-available') {
      journal.result({ chatId, toolCallId, output: part.output });
    }
  }
}

/** The answer as a stream of chunks, made by the AI SDK from the model's output. */
export async function* answer(
  context: BackendContext,
  { chatId, messages }: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<UIMessageChunk> {
  const tools = createToolSet((execution) => context.journal.execution({ chatId, ...execution }));
  const result = streamText({
    model: await context.createModel(),
    messages: await convertToModelMessages(messages, { tools }),
    tools,
    toolApproval: ({ toolCall }) =>
      needsApproval(toolCall.toolName, toolCall.input) ? 'user-approval' : undefined,
    stopWhen: isStepCount(8),
    abortSignal: signal,
    // Without this, streamText prints every scripted error.
    onError: () => {},
  });
  const question = messages.findLast((message) => message.role === 'user');
  const data = pickScenario(textOf(question)).data ?? [];
  yield* createUIMessageStream({
    originalMessages: messages,
    generateId,
    onError: describe,
    execute: async ({ writer }) => {
      const chunks = toUIMessageStream({
        stream: result.stream,
        originalMessages: messages,
        generateMessageId: generateId,
        sendSources: true,
        onError: describe,
      });
      for await (const chunk of chunks) {
        if (chunk.type === 'finish-step') {
          for (const { name, ...part } of data) writer.write({ type: `data-${name}`, ...part });
        }
        writer.write(chunk);
      }
    },
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
