import { streamText, type ModelMessage } from 'ai';
import type { BackendContext } from '../backend-options.js';
import { createToolDeclarations, DEMO_TOOLS } from '../tools.js';

export interface ToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

export interface AgentStep {
  calls: ToolCall[];
  failed?: string;
}

/** Where the pieces of one step go, in the order in which the model makes them. */
export interface StepSink {
  /** `done` marks the end of one text or thought. */
  text(id: string, delta: string, done: boolean): void;
  reasoning(id: string, delta: string, done: boolean): void;
  file(mediaType: string, base64: string): void;
  source(url: string, title: string): void;
}

/**
 * Asks the model once. Its tool calls are returned, not run: adk-stream servers ask, wait and run
 * in their own order. What was said and called is added to `history`.
 */
export async function runStep(
  context: BackendContext,
  history: ModelMessage[],
  sink: StepSink,
  signal: AbortSignal,
): Promise<AgentStep> {
  const result = streamText({
    model: await context.createModel(),
    messages: history,
    tools: createToolDeclarations(),
    abortSignal: signal,
    onError: () => {},
  });
  const calls: ToolCall[] = [];
  for await (const part of result.stream) {
    switch (part.type) {
      case 'text-delta':
        sink.text(part.id, part.text, false);
        break;
      case 'text-end':
        sink.text(part.id, '', true);
        break;
      case 'reasoning-delta':
        sink.reasoning(part.id, part.text, false);
        break;
      case 'reasoning-end':
        sink.reasoning(part.id, '', true);
        break;
      case 'file':
        sink.file(part.file.mediaType, part.file.base64);
        break;
      case 'source':
        if (part.sourceType === 'url') sink.source(part.url, part.title ?? part.url);
        break;
      case 'tool-call':
        calls.push({ toolCallId: part.toolCallId, toolName: part.toolName, input: part.input });
        break;
      case 'error':
        return { calls, failed: String(part.error) };
      default:
    }
  }
  if (signal.aborted) return { calls: [] };
  history.push(...(await result.response).messages);
  return { calls };
}

/** Adds what came of the calls, which the model reads in its next step. */
export function addResults(
  history: ModelMessage[],
  results: readonly { call: ToolCall; outcome: ToolOutcome }[],
): void {
  history.push({
    role: 'tool',
    content: results.map(({ call: { toolCallId, toolName }, outcome }) => ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output:
        'output' in outcome
          ? { type: 'json', value: outcome.output as never }
          : { type: 'error-text', value: outcome.errorText },
    })),
  });
}

export type ToolOutcome = { output: Record<string, unknown> } | { errorText: string };

/** A result that reports its own failure is an error on the wire. */
export function outcomeOf(result: Record<string, unknown>): ToolOutcome {
  const failed = result.success === false || ('error' in result && !('result' in result));
  return failed ? { errorText: String(result.error ?? 'Tool failed') } : { output: result };
}

/** The chunk that tells a client. */
export function outcomeChunk(toolCallId: string, outcome: ToolOutcome): object {
  return 'output' in outcome
    ? { type: 'tool-output-available', toolCallId, output: outcome.output }
    : { type: 'tool-output-error', toolCallId, errorText: outcome.errorText };
}

/** Runs a server tool; undefined if it belongs to the browser. */
export function execute(
  { journal }: Pick<BackendContext, 'journal'>,
  chatId: string,
  call: ToolCall,
): Record<string, unknown> | undefined {
  const run = DEMO_TOOLS[call.toolName]?.execute;
  if (!run) return undefined;
  journal.execution({ chatId, ...call });
  return run(call.input as never);
}
