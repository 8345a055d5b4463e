import type { FinishReason, UIMessageChunk } from 'ai';
import type { AdkError } from '../errors.js';
import {
  isWebUrl,
  parseAdkEvent,
  record,
  standardBase64,
  text,
  type AdkEvent,
  type AdkFunctionCall,
  type AdkFunctionResponse,
  type AdkPart,
} from './adk-event-schema.js';
import { describeCredential } from './adk-credential.js';
import { errorTextOf, runFailure } from './adk-failure.js';
import { AdkTexts, type TextPiece } from './adk-texts.js';

export const CONFIRMATION = 'adk_request_confirmation';
export const CREDENTIAL = 'adk_request_credential';
const TRANSFER = 'transfer_to_agent';

/** The hint that ADK writes when the tool's author wrote none; it speaks to programs. */
const STOCK_HINT = 'responding with a FunctionResponse';
const PLACEHOLDER = 'This tool call requires confirmation';
const REJECTED = 'This tool call is rejected';

const FILTERED = new Set([
  'SAFETY',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'RECITATION',
  'IMAGE_SAFETY',
  'LANGUAGE',
]);

/** What has to be remembered about a call beyond the event that brought it. */
export interface AdkCall {
  toolName: string;
  longRunning: boolean;
  /** Id of the question that asks for this call's confirmation. */
  approvalId?: string;
  approved?: boolean;
  /** What a credential request asked with. It may hold a client's secret, so no message gets it. */
  secret?: object;
}

/**
 * Turns the events of one ADK run into the chunks of one assistant message. It holds no clock, no
 * connection and no DOM: the same instance serves a stream, a live turn and a stored session.
 */
export class AdkEventMapper {
  /** Set when an event or an error line ended the run. The `error` chunk is the last then. */
  failure: AdkError | undefined;

  readonly #calls: Map<string, AdkCall>;
  /** Calls that have a part in the message being built. */
  readonly #present: Set<string>;
  readonly #texts = new AdkTexts(
    (chunk) => this.#push(chunk),
    () => this.#startStep(),
  );
  readonly #sources = new Set<string>();
  #author = '';
  #stepOpen = false;
  #codeCall: string | undefined;
  #finishReason: FinishReason = 'stop';
  #out: UIMessageChunk[] = [];

  constructor(calls = new Map<string, AdkCall>(), present: Iterable<string> = []) {
    this.#calls = calls;
    this.#present = new Set(present);
  }

  /** Whether a text was begun whose whole has not come. */
  get isOpen(): boolean {
    return this.#texts.hasOpen;
  }

  has(toolCallId: string): boolean {
    return this.#present.has(toolCallId);
  }

  /** The chunks of one event (or error line), in order. */
  map(value: unknown): UIMessageChunk[] {
    this.#out = [];
    const lineError = errorTextOf(value);
    const event = lineError === undefined ? parseAdkEvent(value) : undefined;
    if (lineError !== undefined) this.#fail(undefined, lineError);
    else if (event) this.#map(event);
    return this.#out;
  }

  /** Closes everything that is open. */
  finish(): UIMessageChunk[] {
    this.#out = [];
    this.#texts.close();
    if (this.#stepOpen) this.#out.push({ type: 'finish-step' });
    this.#stepOpen = false;
    this.#out.push({ type: 'finish', finishReason: this.#finishReason });
    return this.#out;
  }

  #map(event: AdkEvent): void {
    for (const id of event.longRunningToolIds) this.#remember(id, { longRunning: true });
    for (const id of Object.keys(event.requestedToolConfirmations)) this.#remember(id, {});

    if (event.author === 'user') {
      for (const part of event.parts) {
        if (part.functionResponse) this.#mapAnswer(part.functionResponse);
      }
      return;
    }
    this.#mapAuthor(event);
    this.#mapTexts(event);
    if (!event.partial) {
      for (const part of event.parts) this.#mapPart(part, event);
    }
    this.#mapActions(event);
    for (const { url, title } of event.sources) {
      if (this.#sources.has(url)) continue;
      this.#sources.add(url);
      this.#push({ type: 'source-url', sourceId: url, url, title });
    }
    if (!event.partial) this.#mapMetadata(event);
    if (event.interrupted) {
      this.#texts.close();
      this.#push({ type: 'message-metadata', messageMetadata: { interrupted: true } });
    }
    this.#mapOutcome(event);
  }

  /** A user's functionResponse in a stored session: the answer to a question, or a tool's result. */
  #mapAnswer({ id, name, response }: AdkFunctionResponse): void {
    if (name !== CONFIRMATION) {
      const shown = name === CREDENTIAL ? { status: 'signed in' } : response;
      if (this.#present.has(id)) this.#mapOutput(id, name, shown, true);
      return;
    }
    for (const [toolCallId, call] of this.#calls) {
      if (call.approvalId !== id || call.approved !== undefined) continue;
      call.approved = confirmedOf(response);
      if (!this.#present.has(toolCallId)) continue;
      this.#push({ type: 'tool-approval-response', approvalId: id, approved: call.approved });
    }
  }

  #mapAuthor(event: AdkEvent): void {
    const { author, parts, outputTranscription } = event;
    const says = parts.length > 0 || outputTranscription;
    // An agent that speaks in parallel goes on with a part of its own.
    if (!says || !author || author === this.#author || this.#texts.isOpen(speakerOf(event))) return;
    this.#setAuthor(author);
  }

  /** The first author is the message's; a later one took over within it. */
  #setAuthor(name: string): void {
    if (this.#author) this.#push({ type: 'data-adk-agent', data: { name } });
    this.#author = name;
    this.#push({ type: 'message-metadata', messageMetadata: { author: name } });
  }

  #mapTexts(event: AdkEvent): void {
    const speaker = speakerOf(event);
    const { outputTranscription: spoken } = event;
    const pieces: TextPiece[] = event.parts.flatMap((part) =>
      part.text ? [{ kind: part.thought ? 'reasoning' : 'text', text: part.text } as const] : [],
    );
    if (pieces.length > 0) this.#texts.say(speaker, pieces, event.partial);
    if (spoken?.text) {
      const whole = spoken.finished && !event.partial;
      this.#texts.say(`${speaker}\nvoice`, [{ kind: 'text', text: spoken.text }], !whole);
    }
  }

  #startStep(): void {
    if (this.#stepOpen) this.#push({ type: 'finish-step' });
    this.#stepOpen = true;
    this.#push({ type: 'start-step' });
  }

  #mapPart(part: AdkPart, event: AdkEvent): void {
    const { functionCall, functionResponse, inlineData, fileData } = part;
    if (functionCall) this.#mapCall(functionCall, event);
    if (functionResponse) this.#mapResponse(functionResponse, event);
    if (inlineData && !inlineData.mimeType.startsWith('audio/pcm')) {
      const { mimeType, data } = inlineData;
      const url = `data:${mimeType};base64,${standardBase64(data)}`;
      this.#push({ type: 'file', mediaType: mimeType, url });
    }
    if (fileData) {
      const { mimeType, fileUri } = fileData;
      if (isWebUrl(fileUri)) this.#push({ type: 'file', mediaType: mimeType, url: fileUri });
      else this.#push({ type: 'data-adk-file', data: { uri: fileUri, mediaType: mimeType } });
    }
    this.#mapCode(part, event);
  }

  #mapCall(call: AdkFunctionCall, { longRunningToolIds }: AdkEvent): void {
    if (call.name === TRANSFER) return;
    if (call.name === CONFIRMATION) {
      this.#mapConfirmation(call);
      return;
    }
    this.#texts.close();
    if (!this.#stepOpen) this.#startStep();
    if (call.name === CREDENTIAL) {
      const config = record(call.args.authConfig ?? call.args.auth_config);
      this.#remember(call.id, { secret: config });
      this.#pushCall({ ...call, args: describeCredential(config) }, true);
      return;
    }
    const longRunning = longRunningToolIds.includes(call.id);
    this.#pushCall(call, longRunning);
  }

  #pushCall({ id, name, args }: AdkFunctionCall, longRunning: boolean): void {
    this.#remember(id, { toolName: name, longRunning });
    if (this.#present.has(id)) return;
    this.#present.add(id);
    if (longRunning) this.#finishReason = 'tool-calls';
    const common = {
      toolCallId: id,
      toolName: name,
      dynamic: true,
      // The server runs every tool that it does not wait for.
      providerExecuted: longRunning ? undefined : true,
      toolMetadata: { author: this.#author, longRunning },
    };
    this.#push({ type: 'tool-input-start', ...common });
    this.#push({ type: 'tool-input-available', ...common, input: args });
  }

  #mapConfirmation({ id, args }: AdkFunctionCall): void {
    const original = record(args.originalFunctionCall ?? args.original_function_call);
    const confirmation = record(args.toolConfirmation ?? args.tool_confirmation);
    const toolCallId = text(original.id) ?? id;
    this.#texts.close();
    this.#pushCall(
      { id: toolCallId, name: text(original.name) ?? CONFIRMATION, args: record(original.args) },
      false,
    );
    this.#remember(toolCallId, { approvalId: id });
    this.#finishReason = 'tool-calls';
    const hint = text(confirmation.hint);
    this.#push({
      type: 'tool-approval-request',
      approvalId: id,
      toolCallId,
      reason: hint?.includes(STOCK_HINT) ? undefined : hint,
      approvalDescriptor:
        confirmation.payload == null ? undefined : { payload: confirmation.payload as never },
    });
  }

  #mapResponse({ id, name, response }: AdkFunctionResponse, event: AdkEvent): void {
    this.#texts.forget();
    if (name === TRANSFER || name === CONFIRMATION) return;
    const call = this.#calls.get(id);
    const asked = call?.approvalId !== undefined && call.approved === undefined;
    if (asked || Object.hasOwn(event.requestedToolConfirmations, id)) return;
    if (String(response.error).startsWith(PLACEHOLDER)) return;
    if (!this.#present.has(id)) this.#pushCall({ id, name, args: {} }, false);
    this.#mapOutput(id, name, response, false);
  }

  #mapOutput(id: string, name: string, response: Record<string, unknown>, fromUser: boolean): void {
    const call = this.#calls.get(id);
    const { error } = response;
    const common = { toolCallId: id, dynamic: true };
    if (call?.approved === false || String(error).startsWith(REJECTED)) {
      this.#push({ type: 'tool-output-denied', toolCallId: id });
    } else if (typeof error === 'string' && Object.keys(response).length === 1) {
      this.#push({ type: 'tool-output-error', ...common, errorText: error });
    } else {
      const preliminary = call?.longRunning && !fromUser ? true : undefined;
      this.#push({ type: 'tool-output-available', ...common, output: response, preliminary });
    }
    if (fromUser) this.#remember(id, { toolName: name, longRunning: false });
  }

  #mapCode({ executableCode, codeExecutionResult }: AdkPart, event: AdkEvent): void {
    if (executableCode) {
      this.#codeCall = `code-${event.id}-${this.#present.size}`;
      const { code, language } = executableCode;
      this.#texts.close();
      this.#pushCall(
        {
          id: this.#codeCall,
          name: 'code_execution',
          args: { language: language.toLowerCase(), code },
        },
        false,
      );
    }
    if (codeExecutionResult && this.#codeCall) {
      const { outcome, output } = codeExecutionResult;
      const failed = outcome !== '' && !outcome.endsWith('_OK');
      this.#mapOutput(
        this.#codeCall,
        '',
        failed ? { error: output || outcome } : { output },
        false,
      );
      this.#codeCall = undefined;
    }
  }

  #mapActions({ stateDelta, artifactDelta, transferToAgent }: AdkEvent): void {
    if (Object.keys(stateDelta).length > 0) {
      this.#push({ type: 'data-adk-state', data: stateDelta, transient: true });
    }
    for (const [name, version] of Object.entries(artifactDelta)) {
      if (typeof version !== 'number') continue;
      this.#push({ type: 'data-adk-artifact', id: name, data: { name, version } });
    }
    if (transferToAgent && transferToAgent !== this.#author) this.#setAuthor(transferToAgent);
  }

  #mapMetadata({ usage, modelVersion, invocationId, timestamp, id }: AdkEvent): void {
    const known = {
      usage,
      modelVersion,
      invocationId,
      createdAt: timestamp,
      eventId: id || undefined,
    };
    const present = Object.entries(known).filter(([, value]) => value !== undefined);
    if (present.length === 0) return;
    this.#push({ type: 'message-metadata', messageMetadata: Object.fromEntries(present) });
  }

  #mapOutcome({ errorCode, errorMessage, finishReason }: AdkEvent): void {
    const reason = errorCode ?? finishReason;
    if (reason === 'MAX_TOKENS') this.#finishReason = 'length';
    else if (reason && FILTERED.has(reason)) this.#finishReason = 'content-filter';
    else if (errorCode && errorCode !== 'STOP') this.#fail(errorCode, errorMessage);
  }

  #fail(code: string | undefined, details: string | undefined): void {
    this.#texts.close();
    this.failure = runFailure(code, details);
    this.#push({ type: 'error', errorText: this.failure.message });
  }

  #remember(id: string, facts: Partial<AdkCall>): void {
    this.#calls.set(id, { toolName: '', longRunning: false, ...this.#calls.get(id), ...facts });
  }

  /** Optional fields that are absent stay absent: strict readers reject them as `undefined`. */
  #push(chunk: UIMessageChunk): void {
    this.#out.push(
      Object.fromEntries(
        Object.entries(chunk).filter(([, value]) => value !== undefined),
      ) as UIMessageChunk,
    );
  }
}

const speakerOf = ({ branch, author }: AdkEvent): string => `${branch}\n${author}`;

/** Servers accept the answer as an object or as that object's JSON in `response`. */
function confirmedOf(response: Record<string, unknown>): boolean {
  if (typeof response.response !== 'string') return response.confirmed === true;
  try {
    return record(JSON.parse(response.response)).confirmed === true;
  } catch {
    return false;
  }
}
