import { generateId, type LanguageModel } from 'ai';
import type { Beat, Scene, ToolOutcome } from './scene.js';
import { pickScenario } from './scenarios.js';

/** The interface of a language model, taken from `ai` itself so that no provider package is needed. */
type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type CallOptions = Parameters<Model['doStream']>[0];
type StreamPart =
  Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never;
type Prompt = CallOptions['prompt'];
type ToolOutput = Extract<
  Extract<Prompt[number], { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>['output'];

export interface ScriptedModelOptions {
  /** Milliseconds between two deltas. */
  pace: number;
}

/** A language model that plays the scenario which the last user message asks for. */
export function createScriptedModel({ pace }: ScriptedModelOptions): Model {
  const stream = ({ prompt, abortSignal }: CallOptions): ReadableStream<StreamPart> => {
    const scene = readScene(prompt);
    const beats = pickScenario(scene.text).play(scene);
    return readableFrom(perform(beats, { pace, signal: abortSignal }), abortSignal);
  };
  return {
    specificationVersion: 'v4',
    provider: 'mock',
    modelId: 'scripted',
    supportedUrls: {},
    doStream: async (options) => ({ stream: stream(options) }),
    doGenerate: () => Promise.reject(new Error('The scripted model only streams.')),
  };
}

/** What the script needs to know of the conversation: the last question and what came of its calls. */
export function readScene(prompt: Prompt): Scene {
  const start = prompt.findLastIndex((message) => message.role === 'user');
  const user = prompt[start];
  const parts = user?.role === 'user' ? user.content : [];
  const outputs = new Map<string, ToolOutput>();
  for (const message of prompt.slice(start + 1)) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type === 'tool-result') outputs.set(part.toolCallId, part.output);
    }
  }
  const outcomes: ToolOutcome[] = [];
  for (const message of prompt.slice(start + 1)) {
    if (message.role !== 'assistant') continue;
    for (const part of message.content) {
      if (part.type !== 'tool-call') continue;
      outcomes.push({
        toolName: part.toolName,
        input: part.input as Record<string, unknown>,
        ...readOutput(outputs.get(part.toolCallId)),
      });
    }
  }
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    files: parts.flatMap((part) => (part.type === 'file' ? [part.filename ?? part.mediaType] : [])),
    outcomes,
    turn: prompt.filter((message) => message.role === 'user').length,
  };
}

function readOutput(output: ToolOutput | undefined): Pick<ToolOutcome, 'state' | 'value'> {
  if (!output) return { state: 'missing' };
  switch (output.type) {
    case 'execution-denied':
      return { state: 'denied', value: output.reason };
    case 'error-text':
    case 'error-json':
      // A denial that an earlier response already settled comes back as an error text.
      return /denied|rejected/i.test(String(output.value))
        ? { state: 'denied' }
        : { state: 'failed', value: output.value };
    case 'json':
      return isFailure(output.value)
        ? { state: 'failed', value: output.value.error }
        : { state: 'done', value: output.value };
    default:
      return { state: 'done', value: output.value };
  }
}

function isFailure(value: unknown): value is { error: unknown } {
  return typeof value === 'object' && value !== null && 'error' in value && !('result' in value);
}

interface Performance {
  pace: number;
  signal: AbortSignal | undefined;
}

async function* perform(
  beats: readonly Beat[],
  { pace, signal }: Performance,
): AsyncGenerator<StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  let calls = 0;
  let pauses = pace;
  for (const beat of beats) {
    if ('pause' in beat) {
      await pause(beat.pause, signal);
    } else if ('pace' in beat) {
      pauses = Math.max(beat.pace, pace);
    } else if ('text' in beat || 'reasoning' in beat) {
      const kind = 'text' in beat ? 'text' : 'reasoning';
      const id = generateId();
      yield { type: `${kind}-start`, id };
      for (const delta of words('text' in beat ? beat.text : beat.reasoning)) {
        if (pauses > 0) await pause(pauses, signal);
        yield { type: `${kind}-delta`, id, delta };
      }
      yield { type: `${kind}-end`, id };
    } else if ('call' in beat) {
      calls++;
      yield* performCall(beat.call, pauses, signal);
    } else if ('source' in beat) {
      yield { type: 'source', sourceType: 'url', id: generateId(), ...beat.source };
    } else if ('document' in beat) {
      yield { type: 'source', sourceType: 'document', id: generateId(), ...beat.document };
    } else if ('file' in beat) {
      const { mediaType, base64 } = beat.file;
      yield { type: 'file', mediaType, data: { type: 'data', data: base64 } };
    } else {
      yield { type: 'error', error: new Error(beat.error) };
      return;
    }
  }
  yield {
    type: 'finish',
    finishReason: { unified: calls > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 12, noCache: 12, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 34, text: 34, reasoning: 0 },
    },
  };
}

async function* performCall(
  { toolName, input }: { toolName: string; input: Record<string, unknown> },
  pace: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamPart> {
  const id = `call_${generateId()}`;
  const json = JSON.stringify(input);
  yield { type: 'tool-input-start', id, toolName };
  for (let at = 0; at < json.length; at += 12) {
    if (pace > 0) await pause(pace, signal);
    yield { type: 'tool-input-delta', id, delta: json.slice(at, at + 12) };
  }
  yield { type: 'tool-input-end', id };
  yield { type: 'tool-call', toolCallId: id, toolName, input: json };
}

/** Words with the white space that follows them; the pieces add up to the text. */
export function words(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? [text];
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done);
  });
}

function readableFrom<T>(
  source: AsyncGenerator<T>,
  signal: AbortSignal | undefined,
): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (signal?.aborted) controller.error(signal.reason);
      else if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void source.return(undefined),
  });
}
