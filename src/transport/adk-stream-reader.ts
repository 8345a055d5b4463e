import type { UIMessage, UIMessageChunk } from 'ai';
import { decodeBase64 } from '../audio/base64.js';
import { PcmAssembler, PLAYBACK_RATE } from '../audio/pcm.js';
import { isRecord } from './chunk-shapes.js';
import type { LiveEmitter } from './live-events.js';
import { Normaliser, parseEvents, type ChunkReader } from './normalise.js';

/** The name under which ADK itself asks; older servers show it as if it were a tool. */
export const CONFIRMATION = 'adk_request_confirmation';

/** Reads one response of an adk-stream server: its dialect on top of the AI SDK's chunks. */
export class AdkStreamReader implements ChunkReader {
  readonly #normaliser: Normaliser;
  readonly #events: LiveEmitter;
  readonly #sound = new PcmAssembler();
  /** What was said so far, by the id of the text. */
  readonly #speech = new Map<string, string>();
  /** Calls that are really questions. */
  readonly #confirmations = new Set<string>();
  readonly #calls = new Set<string>();
  /** Sound is thrown away: the user spoke over it. */
  isMuted = false;

  constructor(message: UIMessage | undefined, events: LiveEmitter) {
    this.#normaliser = new Normaliser({ message, events });
    this.#events = events;
  }

  get isComplete(): boolean {
    return this.#normaliser.isComplete;
  }

  get isEmpty(): boolean {
    return this.#normaliser.isEmpty;
  }

  read(text: string): UIMessageChunk[] {
    if (text.trim() !== '[DONE]') {
      return parseEvents(text, () => this.#normaliser.push(undefined)).flatMap((event) =>
        this.push(event),
      );
    }
    for (const [id, said] of this.#speech) this.#transcribe(id, said, true);
    this.#speech.clear();
    return this.#normaliser.read(text);
  }

  push(raw: unknown): UIMessageChunk[] {
    if (!isRecord(raw)) return this.#normaliser.push(raw);
    const { type, data, id, toolCallId } = raw;
    if (type === 'data-pcm') {
      this.#readSound(data);
      return [];
    }
    // These only ever enclose a question, where they would separate it from its call.
    if (type === 'start-step' || type === 'finish-step') return [];
    if (type === 'data-audio' && isRecord(data)) {
      const { mediaType, content } = data;
      return this.#normaliser.push({
        type: 'file',
        mediaType,
        url: `data:${String(mediaType)};base64,${String(content)}`,
      });
    }
    if (typeof id === 'string' && /_(in|out)put_text$/.test(id)) {
      return this.#hear(id, raw) ? this.#normaliser.push(raw) : [];
    }
    if (raw.toolName === CONFIRMATION) return this.#ask(raw);
    if (typeof toolCallId === 'string') {
      if (this.#confirmations.has(toolCallId)) return [];
      this.#calls.add(toolCallId);
    }
    if (type === 'finish') return [...this.#sources(raw), ...this.#normaliser.push(raw)];
    return this.#normaliser.push(raw);
  }

  /** 16-bit mono samples. */
  sound(bytes: Uint8Array, sampleRate = PLAYBACK_RATE): void {
    if (this.isMuted) return;
    const samples = this.#sound.push(bytes);
    if (samples.length > 0) this.#events.emit('pcm', { samples, sampleRate });
  }

  decide(approvalId: string, approved: boolean): void {
    this.#normaliser.decide(approvalId, approved);
  }

  /** Goes on for a reader that has seen nothing of the open texts. */
  restart(): void {
    this.#normaliser.forgetTexts();
  }

  #readSound(data: unknown): void {
    const { content, sampleRate } = isRecord(data) ? data : {};
    try {
      this.sound(decodeBase64(content as string), Number(sampleRate) || undefined);
    } catch {
      this.#normaliser.push(undefined);
    }
  }

  /** Follows speech; true when it is a part of the answer. */
  #hear(id: string, { type, delta }: Record<string, unknown>): boolean {
    const said = this.#speech.get(id) ?? '';
    if (type === 'text-start') this.#speech.set(id, '');
    else if (type === 'text-end') {
      this.#transcribe(id, said, true);
      this.#speech.delete(id);
    } else if (typeof delta === 'string') {
      // Servers repeat the whole at the end.
      if (delta === said && said !== '') return false;
      this.#speech.set(id, said + delta);
      this.#transcribe(id, said + delta, false);
    }
    return id.endsWith('_output_text');
  }

  #transcribe(id: string, text: string, final: boolean): void {
    if (text === '') return;
    const role = id.endsWith('_input_text') ? 'user' : 'assistant';
    this.#events.emit('transcript', { role, text, final });
  }

  #ask({ type, toolCallId: approvalId, input }: Record<string, unknown>): UIMessageChunk[] {
    if (typeof approvalId !== 'string') return [];
    this.#confirmations.add(approvalId);
    const original = isRecord(input) ? input.originalFunctionCall : undefined;
    if (type !== 'tool-input-available' || !isRecord(original)) return [];
    const { id: toolCallId, name: toolName, args } = original;
    const question = { type: 'tool-approval-request', approvalId, toolCallId };
    if (typeof toolCallId !== 'string' || this.#calls.has(toolCallId)) {
      return this.#normaliser.push(question);
    }
    this.#calls.add(toolCallId);
    return [
      ...this.#normaliser.push({
        type: 'tool-input-available',
        toolCallId,
        toolName,
        input: args,
      }),
      ...this.#normaliser.push(question),
    ];
  }

  #sources({ messageMetadata }: Record<string, unknown>): UIMessageChunk[] {
    const grounding = isRecord(messageMetadata) ? messageMetadata.grounding : undefined;
    const sources =
      isRecord(grounding) && Array.isArray(grounding.sources) ? grounding.sources : [];
    return sources.filter(isRecord).flatMap(({ uri, title }, index) =>
      this.#normaliser.push({
        type: 'source-url',
        sourceId: `grounding-${index}`,
        url: uri,
        title,
      }),
    );
  }
}
