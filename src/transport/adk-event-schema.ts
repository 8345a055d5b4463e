/**
 * What an ADK server may send, read with suspicion: a field of the wrong type counts as absent, and
 * snake_case keys of older servers are accepted. Values that belong to tools (arguments, responses,
 * state) are passed on untouched.
 */
export interface AdkFunctionCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

export interface AdkFunctionResponse {
  id: string;
  name: string;
  response: Record<string, unknown>;
}

export interface AdkPart {
  text?: string;
  thought: boolean;
  functionCall?: AdkFunctionCall;
  functionResponse?: AdkFunctionResponse;
  inlineData?: { mimeType: string; data: string };
  fileData?: { mimeType: string; fileUri: string };
  executableCode?: { code: string; language: string };
  codeExecutionResult?: { outcome: string; output: string };
}

export interface AdkTranscription {
  text: string;
  finished: boolean;
}

export interface AdkEvent {
  id: string;
  author: string;
  branch: string;
  invocationId?: string;
  /** Milliseconds since the epoch. */
  timestamp?: number;
  partial: boolean;
  turnComplete: boolean;
  interrupted: boolean;
  finishReason?: string;
  errorCode?: string;
  errorMessage?: string;
  modelVersion?: string;
  parts: AdkPart[];
  longRunningToolIds: string[];
  stateDelta: Record<string, unknown>;
  artifactDelta: Record<string, unknown>;
  requestedToolConfirmations: Record<string, unknown>;
  transferToAgent?: string;
  usage?: Record<string, unknown>;
  sources: { url: string; title?: string }[];
  inputTranscription?: AdkTranscription;
  outputTranscription?: AdkTranscription;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one; never has a prototype's keys as data. */
export const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reads `fooBar`, or `foo_bar` where an older server wrote that. */
export function field(of: unknown, name: string): unknown {
  const owner = record(of);
  return owner[name] ?? owner[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

/** Python counts seconds, TypeScript milliseconds. */
function milliseconds(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Math.round(value < 1e11 ? value * 1000 : value);
}

/** Returns nothing for what is no event at all. */
export function parseAdkEvent(value: unknown): AdkEvent | undefined {
  if (!isRecord(value)) return undefined;
  const actions = field(value, 'actions');
  return {
    id: text(value.id) ?? '',
    author: text(value.author) ?? '',
    branch: text(value.branch) ?? '',
    invocationId: text(field(value, 'invocationId')),
    timestamp: milliseconds(value.timestamp),
    partial: value.partial === true,
    turnComplete: field(value, 'turnComplete') === true,
    interrupted: value.interrupted === true,
    finishReason: text(field(value, 'finishReason')),
    errorCode: text(String(field(value, 'errorCode') ?? '')),
    errorMessage: text(field(value, 'errorMessage')),
    modelVersion: text(field(value, 'modelVersion')),
    parts: list(record(value.content).parts).map(parsePart),
    longRunningToolIds: list(field(value, 'longRunningToolIds')).filter(
      (id) => typeof id === 'string',
    ),
    stateDelta: record(field(actions, 'stateDelta')),
    artifactDelta: record(field(actions, 'artifactDelta')),
    requestedToolConfirmations: record(field(actions, 'requestedToolConfirmations')),
    transferToAgent: text(field(actions, 'transferToAgent')),
    usage: isRecord(field(value, 'usageMetadata'))
      ? record(field(value, 'usageMetadata'))
      : undefined,
    sources: parseSources(value),
    inputTranscription: parseTranscription(field(value, 'inputTranscription')),
    outputTranscription: parseTranscription(field(value, 'outputTranscription')),
  };
}

function parsePart(value: unknown): AdkPart {
  const part = record(value);
  const call = field(part, 'functionCall');
  const response = field(part, 'functionResponse');
  const inline = field(part, 'inlineData');
  const file = field(part, 'fileData');
  const code = field(part, 'executableCode');
  const result = field(part, 'codeExecutionResult');
  return {
    text: text(part.text),
    thought: part.thought === true,
    functionCall: named(call) && { ...named(call)!, args: record(record(call).args) },
    functionResponse: named(response) && {
      ...named(response)!,
      response: responseOf(record(response).response),
    },
    inlineData: isRecord(inline)
      ? { mimeType: mediaType(field(inline, 'mimeType')), data: text(inline.data) ?? '' }
      : undefined,
    fileData: isRecord(file)
      ? {
          mimeType: mediaType(field(file, 'mimeType')),
          fileUri: text(field(file, 'fileUri')) ?? '',
        }
      : undefined,
    executableCode: isRecord(code)
      ? { code: text(code.code) ?? '', language: text(code.language) ?? '' }
      : undefined,
    codeExecutionResult: isRecord(result)
      ? { outcome: text(result.outcome) ?? '', output: text(result.output) ?? '' }
      : undefined,
  };
}

function named(value: unknown): { id: string; name: string } | undefined {
  const { id, name } = record(value);
  return text(name) ? { id: text(id) ?? '', name: String(name) } : undefined;
}

const responseOf = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? value : { result: value ?? null };

/** A media type goes into a data URL: anything that is none becomes the harmless one. */
export function mediaType(value: unknown): string {
  const type = text(value) ?? '';
  return /^[\w.+-]+\/[\w.+-]+(;\s*[\w-]+=[\w.+-]+)*$/.test(type)
    ? type
    : 'application/octet-stream';
}

function parseTranscription(value: unknown): AdkTranscription | undefined {
  return isRecord(value)
    ? { text: text(value.text) ?? '', finished: value.finished === true }
    : undefined;
}

function parseSources(event: Record<string, unknown>): { url: string; title?: string }[] {
  const grounding = list(field(field(event, 'groundingMetadata'), 'groundingChunks')).map(
    (chunk) => record(chunk).web ?? field(chunk, 'retrievedContext'),
  );
  const citations = list(record(field(event, 'citationMetadata')).citations);
  return [...grounding, ...citations].flatMap((source) => {
    const { uri, title } = record(source);
    return typeof uri === 'string' && isWebUrl(uri) ? [{ url: uri, title: text(title) }] : [];
  });
}

export const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url);

/** ADK for Python writes the URL-safe alphabet without padding; `atob` and data URLs want the other. */
export function standardBase64(data: string): string {
  const standard = data.replace(/-/g, '+').replace(/_/g, '/').replace(/[=\s]/g, '');
  return standard + '='.repeat((4 - (standard.length % 4)) % 4);
}
