/**
 * What every chunk type of the AI SDK's stream must and may carry. This table is the trust boundary:
 * only fields named here get through, and only with the type named here. It is a table and not a
 * schema library's object because it runs for each chunk of each answer.
 */
import type { FinishReason, UIMessageChunk } from 'ai';

type Kind = 'string' | 'boolean' | 'object' | 'metadata' | 'array' | 'any' | 'finish-reason';
type Shape = readonly [required: Record<string, Kind>, optional: Record<string, Kind>];

const metadata = { providerMetadata: 'metadata' } as const;
const call = {
  ...metadata,
  providerExecuted: 'boolean',
  toolMetadata: 'object',
  dynamic: 'boolean',
  title: 'string',
} as const;
const id = { id: 'string' } as const;
const toolCall = { toolCallId: 'string', toolName: 'string' } as const;
const delta: Shape = [{ id: 'string', delta: 'string' }, metadata];
const file: Shape = [{ url: 'string', mediaType: 'string' }, metadata];
const nothing: Shape = [{}, {}];

const SHAPES = new Map<string, Shape>(
  Object.entries<Shape>({
    start: [{}, { messageId: 'string', messageMetadata: 'object' }],
    finish: [{}, { finishReason: 'finish-reason', messageMetadata: 'object' }],
    abort: [{}, { reason: 'string' }],
    error: [{ errorText: 'string' }, {}],
    'message-metadata': [{ messageMetadata: 'object' }, {}],
    'start-step': nothing,
    'finish-step': nothing,
    'reset-step': nothing,
    'text-start': [id, metadata],
    'text-delta': delta,
    'text-end': [id, { ...metadata, citations: 'array' }],
    'reasoning-start': [id, metadata],
    'reasoning-delta': delta,
    'reasoning-end': [id, metadata],
    'reasoning-file': file,
    file,
    'source-url': [
      { sourceId: 'string', url: 'string' },
      { ...metadata, title: 'string' },
    ],
    'source-document': [
      { sourceId: 'string', mediaType: 'string', title: 'string' },
      { ...metadata, filename: 'string' },
    ],
    custom: [{ kind: 'string' }, metadata],
    'steering-message': [{ id: 'string', parts: 'array' }, {}],
    'tool-input-start': [toolCall, { ...call, inputEncoding: 'string' }],
    'tool-input-delta': [{ toolCallId: 'string', inputTextDelta: 'string' }, {}],
    'tool-input-available': [toolCall, { ...call, input: 'any' }],
    'tool-input-error': [
      { ...toolCall, errorText: 'string' },
      { ...call, input: 'any' },
    ],
    'tool-approval-request': [
      { approvalId: 'string', toolCallId: 'string' },
      {
        approvalDescriptor: 'object',
        inputSchemaInput: 'any',
        reason: 'string',
        isAutomatic: 'boolean',
        signature: 'string',
      },
    ],
    'tool-approval-response': [
      { approvalId: 'string', approved: 'boolean' },
      { ...metadata, reason: 'string', providerExecuted: 'boolean' },
    ],
    'tool-output-available': [
      { toolCallId: 'string' },
      { ...call, output: 'any', preliminary: 'boolean' },
    ],
    'tool-output-error': [{ toolCallId: 'string', errorText: 'string' }, call],
    'tool-output-denied': [{ toolCallId: 'string' }, {}],
  }),
);

const DATA: Shape = [{ data: 'any' }, { id: 'string', transient: 'boolean' }];

const FINISH_REASONS: readonly FinishReason[] = [
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'interrupted',
  'other',
];

/** Deeper values break `structuredClone` and every recursive walk further up. */
const MAX_DEPTH = 256;

/** A clean copy of the chunk; undefined when it is none that this library knows. */
export function readChunk(raw: Record<string, unknown>): UIMessageChunk | undefined {
  const { type } = raw;
  if (typeof type !== 'string') return undefined;
  const shape = SHAPES.get(type) ?? (type.startsWith('data-') ? DATA : undefined);
  if (!shape) return undefined;
  const chunk: Record<string, unknown> = { type };
  for (const [field, kind] of Object.entries(shape[0])) {
    const value = read(raw[field], kind);
    if (value === undefined) return undefined;
    chunk[field] = value;
  }
  for (const [field, kind] of Object.entries(shape[1])) {
    const value = read(raw[field], kind);
    if (value !== undefined) chunk[field] = value;
  }
  return chunk as UIMessageChunk;
}

/** Null stands for absent, except where any value is allowed. */
function read(value: unknown, kind: Kind): unknown {
  switch (kind) {
    case 'any':
      return isTooDeep(value) ? undefined : value;
    case 'array':
      return Array.isArray(value) && value.every(isRecord) && !isTooDeep(value) ? value : undefined;
    case 'metadata':
      return read(value, 'object') && Object.values(value as object).every(isRecord)
        ? value
        : undefined;
    case 'object':
      return isRecord(value) && !isTooDeep(value) ? value : undefined;
    case 'finish-reason':
      if (typeof value !== 'string') return undefined;
      return FINISH_REASONS.find((reason) => reason === value) ?? 'other';
    default:
      return typeof value === kind ? value : undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const child of Object.values(item)) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}

/** Parses one event. Keys that reach for a prototype are left out. */
export function parseEvent(text: string): unknown {
  const isSuspicious = text.includes('__proto__') || text.includes('\\u005');
  return JSON.parse(text, isSuspicious ? withoutPrototypeKeys : undefined);
}

function withoutPrototypeKeys(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
