import { z } from 'zod';

/** What adk-stream servers read of a message; every other part is ignored by them. */
const partSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('file'),
    filename: z.string(),
    url: z.string().startsWith('data:'),
    mediaType: z.string(),
  }),
  z.object({
    type: z.string().startsWith('tool-'),
    state: z.literal('approval-responded'),
    toolCallId: z.string(),
    approval: z.object({ id: z.string(), approved: z.boolean() }),
  }),
  z.object({
    type: z.string().startsWith('tool-'),
    state: z.literal('output-available'),
    toolCallId: z.string(),
    // A string or an array is no function response.
    output: z.record(z.string(), z.unknown()),
  }),
  z.object({
    type: z.literal('tool-result'),
    toolCallId: z.string(),
    result: z.record(z.string(), z.unknown()),
  }),
]);

const messageSchema = z.object({
  id: z.string().optional(),
  role: z.enum(['user', 'assistant', 'system', 'tool']),
  content: z.string().optional(),
  parts: z.array(z.unknown()).optional(),
});

export interface IncomingTurn {
  id: string | undefined;
  role: 'user' | 'assistant' | 'system' | 'tool';
  text: string;
  files: { filename: string; mediaType: string; url: string }[];
  decisions: Map<string, boolean>;
  results: Map<string, Record<string, unknown>>;
}

/** Undefined when the message is none that the protocol knows. */
export function readTurn(value: unknown): IncomingTurn | undefined {
  const message = messageSchema.safeParse(value).data;
  if (!message || (!message.parts && message.content === undefined)) return undefined;
  const turn: IncomingTurn = {
    id: message.id,
    role: message.role,
    text: message.content ?? '',
    files: [],
    decisions: new Map(),
    results: new Map(),
  };
  for (const candidate of message.parts ?? []) {
    const part = partSchema.safeParse(candidate).data;
    if (!part) continue;
    if ('text' in part) turn.text += part.text;
    else if ('url' in part) turn.files.push(part);
    else if ('approval' in part) turn.decisions.set(part.approval.id, part.approval.approved);
    else turn.results.set(part.toolCallId, 'result' in part ? part.result : part.output);
  }
  return turn;
}
