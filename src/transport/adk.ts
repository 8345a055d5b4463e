import type { UIMessage, UIMessageChunk } from 'ai';
import { toolPartsOf } from '../chat/message-parts.js';
import { AdkError, isAbort, networkError } from '../errors.js';
import { diagnose } from './adk-diagnosis.js';
import { isRecord, mediaType, standardBase64, text } from './adk-event-schema.js';
import { AdkEventMapper, CONFIRMATION, type AdkCall } from './adk-events.js';
import { readHistory } from './adk-history.js';
import type { AdkLive } from './adk-live.js';
import {
  contentOf,
  refusedIn,
  responsesIn,
  type AdkOutPart,
  type AdkResponse,
} from './adk-message.js';
import { AdkSession, isMissing } from './adk-session.js';
import { ADK_CAPABILITIES } from './capabilities.js';
import { ChunkQueue, pump } from './coalesce.js';
import { IdleTimer } from './idle-timer.js';
import type { LiveEmitter } from './live-events.js';
import { continuedMessage, parseEvents } from './normalise.js';
import { SseParser } from './sse-parser.js';
import {
  resolveOption,
  type LiveTransport,
  type TransportOptions,
  type TransportRequest,
} from './transport.js';

/** Tools and models may think long without a word. */
const IDLE_TIMEOUT = 300_000;

/** The conversation with an ADK server: `/run_sse` for text, `/run_live` while voice is on. */
export class AdkTransport implements LiveTransport {
  readonly capabilities = ADK_CAPABILITIES;
  readonly on: LiveEmitter['on'];
  readonly #options: TransportOptions;
  readonly #events: LiveEmitter;
  readonly #session: AdkSession;
  /** Every call of the session that something is still to be known about. */
  readonly #calls = new Map<string, AdkCall>();
  /** Ids of the questions and calls that the server has our answer to. */
  readonly #answered = new Set<string>();
  readonly #held = new Map<string, object>();
  #lastSent: AdkOutPart[] | undefined;
  #live: AdkLive | undefined;
  #loading: Promise<UIMessage[] | undefined> | undefined;

  constructor(options: TransportOptions, events: LiveEmitter) {
    this.#options = options;
    this.#events = events;
    this.on = events.on;
    this.#session = new AdkSession(options);
  }

  async sendMessages(request: TransportRequest): Promise<ReadableStream<UIMessageChunk>> {
    const { messages, abortSignal: signal } = request;
    // What the history brings to light decides what is still to be sent.
    await this.#loading?.catch(() => {});
    try {
      await this.#session.ready(signal);
      const { answers, isStale } = await this.#openAnswers(messages);
      const said = contentOf(lastOf(messages, request.trigger) ?? NOTHING);
      if (this.#live?.isOpen && !answers.some(({ name }) => name === CONFIRMATION)) {
        const parts = answers.length > 0 ? answers.map(toPart) : said;
        for (const answer of answers) this.#remember(answer);
        if (parts.length > 0) return this.#live.say(parts, continuedMessage(request), signal);
      }
      const runs = [answers.map(toPart), said].filter((parts) => parts.length > 0);
      // Nothing new to say: either all was said elsewhere, or the user wants another try.
      if (runs.length === 0 && !isStale) runs.push(this.#lastSent ?? contentOf(lastUser(messages)));
      return await this.#run(runs, request);
    } catch (error) {
      throw await diagnose(error, this.#session);
    }
  }

  async reconnectToStream(): Promise<ReadableStream<UIMessageChunk> | null> {
    return this.#live?.takeTurn() ?? null;
  }

  async startVoice({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    try {
      await this.#session.ready(signal);
    } catch (error) {
      throw await diagnose(error, this.#session);
    }
    const { AdkLive } = await import('./adk-live.js');
    this.#live ??= new AdkLive(this.#options, this.#session, this.#events, this.#calls);
    await this.#live.open(signal);
  }

  async stopVoice(): Promise<void> {
    await this.#live?.close();
  }

  sendAudio(frame: Int16Array): boolean {
    return this.#live?.sendAudio(frame) ?? false;
  }

  setActivity(activity: 'start' | 'end'): void {
    this.#live?.setActivity(activity);
  }

  sendFrame(jpeg: Uint8Array): void {
    this.#live?.sendFrame(jpeg);
  }

  interrupt(): void {
    this.#live?.interrupt();
  }

  close(): void {
    void this.#live?.close();
  }

  async loadHistory(): Promise<UIMessage[] | undefined> {
    this.#loading = this.#loadHistory();
    return this.#loading;
  }

  async loadFile(name: string, version: number): Promise<{ mediaType: string; url: string }> {
    await this.#session.ready();
    const segments = ['artifacts', ...name.split('/'), 'versions', version];
    const part = await this.#session.json(this.#session.path(...segments));
    const data = isRecord(part) ? (part.inlineData ?? part.inline_data) : undefined;
    if (isRecord(data) && typeof data.data === 'string') {
      const type = mediaType(data.mimeType ?? data.mime_type);
      return { mediaType: type, url: `data:${type};base64,${standardBase64(data.data)}` };
    }
    const written = isRecord(part) ? (text(part.text) ?? '') : '';
    return { mediaType: 'text/plain', url: `data:text/plain,${encodeURIComponent(written)}` };
  }

  async holdAnswer(toolCallId: string, change: (asked: object) => object): Promise<void> {
    this.#held.set(toolCallId, change(this.#calls.get(toolCallId)?.secret ?? {}));
  }

  async #loadHistory(): Promise<UIMessage[] | undefined> {
    try {
      const session = await this.#session.load();
      if (!session || session.events.length === 0) return undefined;
      this.#calls.clear();
      const { messages, answered } = readHistory(session.events, this.#calls);
      for (const id of answered) this.#answered.add(id);
      return messages;
    } catch (error) {
      throw await diagnose(error, this.#session);
    }
  }

  /** Answers that the server lacks. Somebody may have given one in another window. */
  async #openAnswers(
    messages: readonly UIMessage[],
  ): Promise<{ answers: AdkResponse[]; isStale: boolean }> {
    const all = responsesIn(messages, (id) => this.#answered.has(id));
    if (all.length === 0) return { answers: [], isStale: this.#forgetRefused(messages) };
    const session = await this.#session.load();
    if (!session) throw forgotten();
    for (const id of readHistory(session.events, new Map()).answered) this.#answered.add(id);
    const answers = all.flatMap((answer) =>
      this.#answered.has(answer.id)
        ? []
        : [{ ...answer, response: this.#held.get(answer.id) ?? answer.response }],
    );
    const isStale = answers.length < all.length;
    if (isStale) this.#events.emit('stale', undefined);
    return { answers, isStale };
  }

  /** A sign-in that the user refused is over here; there is nothing to tell the server. */
  #forgetRefused(messages: readonly UIMessage[]): boolean {
    const refused = refusedIn(messages).filter((id) => !this.#answered.has(id));
    for (const id of refused) this.#answered.add(id);
    return refused.length > 0;
  }

  async #run(
    [first, ...rest]: AdkOutPart[][],
    request: TransportRequest,
  ): Promise<ReadableStream<UIMessageChunk>> {
    const { abortSignal: signal } = request;
    const continued = continuedMessage(request);
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const queue = new ChunkQueue({ onCancel: abort });
    const response = first && (await this.#post(first, controller.signal));
    const present = continued ? toolPartsOf(continued).map(({ toolCallId }) => toolCallId) : [];
    const mapper = new AdkEventMapper(this.#calls, present);
    queue.push({ type: 'start', messageMetadata: { sessionId: this.#session.sessionId } });
    void pump(queue, async () => {
      try {
        if (response) await this.#read(response, mapper, queue, isAnswer(first));
        for (const parts of rest) {
          await this.#read(await this.#post(parts, controller.signal), mapper, queue, false);
        }
      } catch (error) {
        throw await diagnose(error, this.#session);
      }
      for (const chunk of mapper.finish()) queue.push(chunk);
    }).finally(() => signal?.removeEventListener('abort', abort));
    return queue.stream;
  }

  /** One request. A session that the server has forgotten is made anew, once. */
  async #post(parts: AdkOutPart[], signal: AbortSignal): Promise<Response> {
    try {
      return await this.#postOnce(parts, signal);
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (isAnswer(parts)) throw forgotten();
      await this.#session.recreate(signal);
      const response = await this.#postOnce(parts, signal);
      this.#events.emit('notice', {
        code: 'session-gone',
        message: 'The server no longer knew this conversation. It starts anew from here.',
      });
      return response;
    }
  }

  async #postOnce(parts: AdkOutPart[], signal: AbortSignal): Promise<Response> {
    const response = await this.#session.request('/run_sse', {
      method: 'POST',
      signal,
      body: JSON.stringify({
        ...(await resolveOption(this.#options.body)),
        appName: this.#session.appName,
        userId: this.#session.userId,
        sessionId: this.#session.sessionId,
        newMessage: { role: 'user', parts },
        streaming: true,
      }),
    });
    this.#lastSent = parts;
    for (const part of parts) if ('functionResponse' in part) this.#remember(part.functionResponse);
    return response;
  }

  #remember({ id, name, response }: AdkResponse): void {
    this.#answered.add(id);
    this.#held.delete(id);
    for (const [callId, call] of this.#calls) {
      if (name !== CONFIRMATION) {
        if (callId === id) call.longRunning = false;
      } else if (call.approvalId === id) {
        call.approved = 'confirmed' in response && response.confirmed === true;
      }
    }
  }

  async #read(
    response: Response,
    mapper: AdkEventMapper,
    queue: ChunkQueue,
    mayBeEmpty: boolean,
  ): Promise<void> {
    const source = response.body?.getReader();
    let isIdle = false;
    let isEmpty = true;
    const idle = new IdleTimer(this.#options.idleTimeout ?? IDLE_TIMEOUT, () => {
      isIdle = true;
      void source?.cancel().catch(() => {});
    });
    const onMalformed = () =>
      this.#events.emit('notice', {
        code: 'malformed-event',
        message: 'A part of the answer could not be read and was left out.',
      });
    const parser = new SseParser((data) => {
      for (const event of parseEvents(data, onMalformed)) {
        isEmpty = false;
        if (mapper.failure) return;
        for (const chunk of mapper.map(event)) if (chunk.type !== 'error') queue.push(chunk);
      }
    });
    try {
      for (;;) {
        const { done, value } = (await source?.read()) ?? { done: true };
        if (done || !value) break;
        idle.touch();
        parser.push(value);
        await queue.drained();
      }
      parser.end();
    } catch (error) {
      if (isAbort(error) || AdkError.isInstance(error)) throw error;
      throw lost(error);
    } finally {
      idle.stop();
      void source?.cancel().catch(() => {});
    }
    if (mapper.failure) throw mapper.failure;
    if (isIdle || mapper.isOpen) throw lost();
    if (isEmpty && !mayBeEmpty) {
      throw new AdkError('protocol', 'The agent sent an empty answer.', { retryable: true });
    }
  }
}

const NOTHING: UIMessage = { id: '', role: 'user', parts: [] };

const lastUser = (messages: readonly UIMessage[]): UIMessage =>
  messages.findLast(({ role }) => role === 'user') ?? NOTHING;

/** The message of the user that this request is about, if it is about one. */
function lastOf(messages: readonly UIMessage[], trigger: string): UIMessage | undefined {
  const last = messages.at(-1);
  return last?.role === 'user' || trigger === 'regenerate-message' ? lastUser(messages) : undefined;
}

const toPart = (functionResponse: AdkResponse): AdkOutPart => ({ functionResponse });

const isAnswer = (parts: readonly AdkOutPart[] = []): boolean =>
  parts.some((part) => 'functionResponse' in part);

function lost(cause?: unknown): TypeError {
  return networkError('The network connection was lost before the answer was complete.', { cause });
}

function forgotten(): AdkError {
  return new AdkError(
    'server',
    'The server no longer knows this conversation, so this question can not be answered any more. Ask again.',
  );
}
