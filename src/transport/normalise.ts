import type { UIMessage, UIMessageChunk } from 'ai';
import { isToolPart, toolNameOf, type AnyToolPart } from '../chat/message-parts.js';
import { isRecord, parseEvent, readChunk } from './chunk-shapes.js';
import type { LiveEmitter } from './live-events.js';
import type { TransportRequest } from './transport.js';

/** What a transport feeds with the events of one response. */
export interface ChunkReader {
  /** The chunks that one event becomes. */
  read(text: string): UIMessageChunk[];
  /** Whether the response may end here: otherwise its end is a loss of connection. */
  readonly isComplete: boolean;
  readonly isEmpty: boolean;
}

interface Call {
  toolName: string;
  dynamic: boolean;
  state: 'streaming' | 'ready' | 'settled';
  step: number;
  approvalId?: string;
  isAutomatic?: boolean;
  approved?: boolean;
}

export interface NormaliserOptions {
  /** The assistant message that the response continues. */
  message?: UIMessage | undefined;
  events?: LiveEmitter | undefined;
}

const ERROR_LENGTH = 2000;

/**
 * Turns what servers really send into what the AI SDK's store accepts: AI SDK 5, 6 and 7, ADK
 * bridges, home-made ones. Pure but for its memory of one response. Whatever comes in, the store
 * never throws over what comes out, and the message it builds is valid history.
 */
export class Normaliser implements ChunkReader {
  readonly #isContinuation: boolean;
  readonly #events: LiveEmitter | undefined;
  readonly #open = { text: new Set<string>(), reasoning: new Set<string>() };
  readonly #calls = new Map<string, Call>();
  #out: UIMessageChunk[] = [];
  #step = 0;
  #isStepOpen = false;
  #isTerminated = false;
  #hasWritten = false;
  #hasNoticed = false;

  constructor({ message, events }: NormaliserOptions = {}) {
    this.#events = events;
    this.#isContinuation = message !== undefined;
    for (const part of message?.parts ?? []) {
      if (isToolPart(part)) this.#calls.set(part.toolCallId, remember(part));
    }
  }

  get isEmpty(): boolean {
    return !this.#hasWritten && !this.#isTerminated;
  }

  /**
   * A terminal chunk settles it. Without one, an answer that leaves nothing half-open is accepted:
   * not every server says `finish`, least of all one that stops to ask a question.
   */
  get isComplete(): boolean {
    if (this.#isTerminated) return true;
    const calls = [...this.#calls.values()];
    if (calls.some((call) => call.approvalId !== undefined && call.approved === undefined))
      return true;
    return (
      this.#hasWritten &&
      !this.#isStepOpen &&
      this.#open.text.size + this.#open.reasoning.size === 0 &&
      !calls.some((call) => call.state === 'streaming')
    );
  }

  read(text: string): UIMessageChunk[] {
    if (text.trim() === '[DONE]') {
      this.#isTerminated = true;
      return [];
    }
    return parseEvents(text, () => this.#notice()).flatMap((event) => this.push(event));
  }

  push(raw: unknown): UIMessageChunk[] {
    this.#out = [];
    if (isRecord(raw)) this.#accept(raw);
    else this.#notice();
    return this.#out;
  }

  /** Remembers an answer that went to the server while the response was running. */
  decide(approvalId: string, approved: boolean): void {
    const call = this.#callOf(approvalId);
    if (call) call.approved = approved;
  }

  /** What follows goes to a reader that has seen nothing of the open texts. */
  forgetTexts(): void {
    this.#open.text.clear();
    this.#open.reasoning.clear();
  }

  #accept(raw: Record<string, unknown>): void {
    const { type, id, delta } = raw;
    // Most events by far; they need no table.
    if (type === 'text-delta' && typeof id === 'string' && typeof delta === 'string') {
      const chunk = readMetadata({ type, id, delta } as const, raw);
      return this.#delta('text', id, chunk);
    }
    const chunk = cleanChunk(raw);
    if (chunk) this.#handle(chunk);
    else if (typeof type !== 'string' || /^(tool-|data-image$)/.test(type)) this.#notice();
  }

  #handle(chunk: UIMessageChunk): void {
    switch (chunk.type) {
      case 'start': {
        // A new id in mid-message would make the store keep two copies of it.
        const { messageId, ...rest } = chunk;
        return this.#emit(
          this.#isContinuation || this.#hasWritten || !messageId ? rest : { ...rest, messageId },
        );
      }
      case 'finish':
        this.#isTerminated = true;
        this.#closeTexts();
        return this.#emit(chunk);
      case 'abort':
      case 'error':
        this.#isTerminated = true;
        return this.#emit(chunk);
      case 'start-step':
        this.#isStepOpen = true;
        this.#step++;
        return this.#emit(chunk);
      case 'finish-step':
        this.#isStepOpen = false;
        return this.#emit(chunk);
      case 'reset-step':
        this.forgetTexts();
        for (const [id, call] of this.#calls) {
          if (call.step === this.#step && !(this.#isContinuation && this.#step === 0)) {
            this.#calls.delete(id);
          }
        }
        return this.#emit(chunk);
      case 'text-start':
      case 'reasoning-start':
        return this.#start(chunk.type === 'text-start' ? 'text' : 'reasoning', chunk);
      case 'text-delta':
        return this.#delta('text', chunk.id, chunk);
      case 'reasoning-delta':
        return this.#delta('reasoning', chunk.id, chunk);
      case 'text-end':
        return this.#open.text.delete(chunk.id) ? this.#emit(chunk) : undefined;
      case 'reasoning-end':
        return this.#open.reasoning.delete(chunk.id) ? this.#emit(chunk) : undefined;
      default:
        return this.#tool(chunk);
    }
  }

  #start(
    kind: 'text' | 'reasoning',
    chunk: Extract<UIMessageChunk, { type: 'text-start' | 'reasoning-start' }>,
  ): void {
    if (this.#open[kind].has(chunk.id)) this.#emit({ type: `${kind}-end`, id: chunk.id });
    this.#open[kind].add(chunk.id);
    this.#emit(chunk);
  }

  #delta(kind: 'text' | 'reasoning', id: string, chunk: UIMessageChunk): void {
    if (!this.#open[kind].has(id)) this.#start(kind, { type: `${kind}-start`, id });
    this.#emit(chunk);
  }

  #closeTexts(): void {
    for (const kind of ['text', 'reasoning'] as const) {
      for (const id of this.#open[kind]) this.#emit({ type: `${kind}-end`, id });
      this.#open[kind].clear();
    }
  }

  #tool(chunk: UIMessageChunk): void {
    switch (chunk.type) {
      case 'tool-input-start':
      case 'tool-input-available':
      case 'tool-input-error': {
        const known = this.#calls.get(chunk.toolCallId);
        // A call that is told again, in another step, would become a second part.
        if (known && known.state !== 'streaming') return;
        const dynamic = known?.dynamic ?? chunk.dynamic ?? false;
        this.#calls.set(chunk.toolCallId, {
          toolName: chunk.toolName,
          dynamic,
          step: this.#step,
          state:
            chunk.type === 'tool-input-start'
              ? 'streaming'
              : chunk.type === 'tool-input-error'
                ? 'settled'
                : 'ready',
        });
        if (chunk.type === 'tool-input-start') return this.#emit({ ...chunk, dynamic });
        return this.#emit({ ...chunk, dynamic, input: chunk.input ?? {} });
      }
      case 'tool-input-delta':
        if (this.#calls.get(chunk.toolCallId)?.state === 'streaming') this.#emit(chunk);
        return;
      case 'tool-approval-request': {
        const call = this.#ensure(chunk.toolCallId);
        if (call.state === 'settled' || call.approvalId === chunk.approvalId) return;
        call.state = 'ready';
        call.approvalId = chunk.approvalId;
        call.isAutomatic = chunk.isAutomatic ?? false;
        delete call.approved;
        return this.#emit(chunk);
      }
      case 'tool-approval-response': {
        const call = this.#callOf(chunk.approvalId);
        if (!call || call.state === 'settled') return;
        call.approved = chunk.approved;
        return this.#emit(chunk);
      }
      case 'tool-output-available': {
        const call = this.#ensure(chunk.toolCallId, chunk);
        if (call.approved === false) return this.#deny(chunk.toolCallId, call);
        this.#answer(call, true);
        if (!chunk.preliminary) call.state = 'settled';
        return this.#emit({ ...chunk, output: chunk.output ?? null });
      }
      case 'tool-output-error': {
        const call = this.#ensure(chunk.toolCallId, chunk);
        const isOpen = call.approvalId !== undefined && call.approved === undefined;
        if (isOpen && !call.isAutomatic) {
          // The server stopped waiting: that is a refusal for history, not a failure of the tool.
          this.#answer(call, false, chunk.errorText);
          this.#events?.emit('expired', { approvalId: call.approvalId!, reason: chunk.errorText });
        }
        if (call.approved === false) return this.#deny(chunk.toolCallId, call);
        this.#answer(call, true);
        call.state = 'settled';
        return this.#emit(chunk);
      }
      case 'tool-output-denied':
        return this.#deny(chunk.toolCallId, this.#ensure(chunk.toolCallId));
      default:
        return this.#emit(chunk);
    }
  }

  /** A denial is valid history only together with the question and its answer. */
  #deny(toolCallId: string, call: Call): void {
    if (call.state === 'settled') return;
    if (call.approvalId === undefined) {
      call.approvalId = `denied:${toolCallId}`;
      this.#emit({ type: 'tool-approval-request', approvalId: call.approvalId, toolCallId });
    }
    if (call.approved) delete call.approved;
    this.#answer(call, false);
    call.state = 'settled';
    this.#emit({ type: 'tool-output-denied', toolCallId });
  }

  #answer(call: Call, approved: boolean, reason?: string): void {
    if (call.approvalId === undefined || call.approved !== undefined) return;
    call.approved = approved;
    this.#emit({
      type: 'tool-approval-response',
      approvalId: call.approvalId,
      approved,
      ...(reason ? { reason } : {}),
    });
  }

  /** The store throws for a call that it never saw; a nameless one is better than a lost answer. */
  #ensure(toolCallId: string, chunk: object = {}): Call {
    const known = this.#calls.get(toolCallId);
    if (known) return known;
    const toolName =
      'toolName' in chunk && typeof chunk.toolName === 'string' ? chunk.toolName : 'tool';
    const call: Call = { toolName, dynamic: true, state: 'ready', step: this.#step };
    this.#calls.set(toolCallId, call);
    this.#emit({ type: 'tool-input-available', toolCallId, toolName, input: {}, dynamic: true });
    return call;
  }

  #callOf(approvalId: string): Call | undefined {
    for (const call of this.#calls.values()) if (call.approvalId === approvalId) return call;
    return undefined;
  }

  #emit(chunk: UIMessageChunk): void {
    if (chunk.type !== 'start' && chunk.type !== 'start-step') this.#hasWritten = true;
    this.#out.push(chunk);
  }

  #notice(): void {
    if (this.#hasNoticed) return;
    this.#hasNoticed = true;
    this.#events?.emit('notice', {
      code: 'malformed-event',
      message: 'A part of the answer could not be read and was left out.',
    });
  }
}

/** One chunk, whatever dialect it came in, with nothing in it that the AI SDK would refuse. */
export function cleanChunk(raw: unknown): UIMessageChunk | undefined {
  if (!isRecord(raw)) return undefined;
  const { type, data } = raw;
  if (type === 'error' || (type === undefined && 'error' in raw)) {
    return { type: 'error', errorText: errorTextOf(raw) };
  }
  if (type !== 'data-image' || !isRecord(data)) return readChunk(raw);
  const { content, mediaType } = data;
  if (typeof content !== 'string' || typeof mediaType !== 'string') return undefined;
  const url = content.startsWith('data:') ? content : `data:${mediaType};base64,${content}`;
  return { type: 'file', mediaType, url };
}

/** The assistant message that the response to a request goes on with. */
export function continuedMessage(request: TransportRequest): UIMessage | undefined {
  if (request.trigger !== 'submit-message') return undefined;
  const { messages, messageId } = request;
  const target =
    (messageId !== undefined && messages.find((message) => message.id === messageId)) ||
    messages.at(-1);
  return target?.role === 'assistant' ? target : undefined;
}

/** The JSON values of one event. Some servers forget the blank line between two. */
export function parseEvents(text: string, onMalformed: () => void): unknown[] {
  try {
    return [parseEvent(text)];
  } catch {
    if (text.includes('\n'))
      return text.split('\n').flatMap((line) => parseEvents(line, onMalformed));
    onMalformed();
    return [];
  }
}

function remember(part: AnyToolPart): Call {
  const approval = part.approval;
  const isSettled = part.state === 'output-error' || part.state === 'output-denied';
  return {
    toolName: toolNameOf(part),
    dynamic: part.type === 'dynamic-tool',
    state: part.state === 'input-streaming' ? 'streaming' : isSettled ? 'settled' : 'ready',
    step: 0,
    ...(approval && { approvalId: approval.id, isAutomatic: approval.isAutomatic ?? false }),
    ...(approval?.approved !== undefined && { approved: approval.approved }),
  };
}

function readMetadata(
  chunk: Extract<UIMessageChunk, { type: 'text-delta' }>,
  raw: Record<string, unknown>,
): UIMessageChunk {
  return raw.providerMetadata == null ? chunk : (readChunk(raw) ?? chunk);
}

/** `errorText` (AI SDK), `error` as text or `{message}` (ADK bridges), `detail` (HTTP frameworks). */
function errorTextOf(raw: Record<string, unknown>): string {
  const { error } = raw;
  const candidates = [
    raw.errorText,
    isRecord(error) ? error.message : error,
    raw.message,
    raw.detail,
  ];
  const text = candidates.find((value) => typeof value === 'string' && value !== '');
  return typeof text === 'string'
    ? text.slice(0, ERROR_LENGTH)
    : 'The server reported an error without saying which.';
}
