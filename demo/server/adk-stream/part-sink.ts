import { pickScenario } from '../scenarios.js';
import type { StepSink } from './agent-step.js';

interface Receiver {
  push(chunk: object): void;
}

export interface PartSink extends StepSink {
  readonly sources: { type: 'web'; uri: string; title: string }[];
}

/**
 * Turns what the model says into chunks. As in the real server each text or thought is one
 * start/delta/end triple with a number as its id; `words` sends a delta for each word instead,
 * which is nicer to look at.
 */
export function createPartSink(
  chunks: Receiver,
  { words, nextId = counter() }: { words: boolean; nextId?: () => string },
): PartSink {
  const open = new Map<string, { id: string; text: string }>();
  const sources: PartSink['sources'] = [];

  const add = (kind: 'text' | 'reasoning', key: string, delta: string, done: boolean) => {
    let part = open.get(key);
    if (!part) {
      if (done) return;
      open.set(key, (part = { id: nextId(), text: '' }));
      if (words) chunks.push({ type: `${kind}-start`, id: part.id });
    }
    part.text += delta;
    if (words && delta) chunks.push({ type: `${kind}-delta`, id: part.id, delta });
    if (!done) return;
    open.delete(key);
    if (!words) {
      chunks.push({ type: `${kind}-start`, id: part.id });
      chunks.push({ type: `${kind}-delta`, id: part.id, delta: part.text });
    }
    chunks.push({ type: `${kind}-end`, id: part.id });
  };

  return {
    sources,
    text: (key, delta, done) => add('text', key, delta, done),
    reasoning: (key, delta, done) => add('reasoning', key, delta, done),
    file: (mediaType, base64) =>
      chunks.push({ type: 'file', url: `data:${mediaType};base64,${base64}`, mediaType }),
    source: (uri, title) => void sources.push({ type: 'web', uri, title }),
  };
}

export function counter(): () => string {
  let next = 0;
  return () => String(next++);
}

export function finishChunk({ sources }: Pick<PartSink, 'sources'>, extra: object = {}): object {
  return {
    type: 'finish',
    finishReason: 'stop',
    messageMetadata: {
      usage: { promptTokens: 12, completionTokens: 34, totalTokens: 46 },
      modelVersion: 'scripted',
      ...(sources.length > 0 && { grounding: { sources } }),
      ...extra,
    },
  };
}

/** What the scenario of this question adds beside the model's answer. */
export function pushScenarioData(chunks: Receiver, question: string): void {
  for (const { name, ...part } of pickScenario(question).data ?? []) {
    chunks.push({ type: `data-${name}`, ...part });
  }
}
