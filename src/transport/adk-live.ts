import type { UIMessage, UIMessageChunk } from 'ai';
import { decodeBase64, encodeBase64 } from '../audio/base64.js';
import { CAPTURE_RATE, PcmAssembler, PLAYBACK_RATE } from '../audio/pcm.js';
import { TurnRecording } from '../audio/turn-recording.js';
import { toolPartsOf } from '../chat/message-parts.js';
import { explainSocket } from './adk-diagnosis.js';
import { parseAdkEvent, type AdkEvent } from './adk-event-schema.js';
import { AdkEventMapper, type AdkCall } from './adk-events.js';
import type { AdkOutPart } from './adk-message.js';
import type { AdkSession } from './adk-session.js';
import { ChunkQueue } from './coalesce.js';
import type { LiveEmitter } from './live-events.js';
import { closeError, openSocket } from './socket.js';
import { resolveOption, type TransportOptions } from './transport.js';

/** Bytes that may wait in the socket before sound is dropped. */
const CONGESTED = 256 * 1024;
/** How often a lost connection is tried again while the user talks. */
const ATTEMPTS = 6;
/** What makes the model's own detection notice that the user has finished. */
const SILENCE = new Int16Array(CAPTURE_RATE);
/** More pictures than that the model does not look at. */
const FRAME_PAUSE = 1000;

interface Turn {
  mapper: AdkEventMapper;
  queue: ChunkQueue;
  /** What was said so far, as captions want it. */
  spoken: string;
}

/** `/run_live`: one socket for as long as voice is on. */
export class AdkLive {
  readonly #options: TransportOptions;
  readonly #session: AdkSession;
  readonly #events: LiveEmitter;
  readonly #calls: Map<string, AdkCall>;
  readonly #sound = new PcmAssembler();
  readonly #recording = new TurnRecording();
  readonly #inbound: Turn[] = [];
  #socket: WebSocket | undefined;
  #turn: Turn | undefined;
  #isWanted = false;
  /** The rest of an answer that nobody wants any more is thrown away. */
  #isMuted = false;
  #heard = '';
  #lastSpoken = '';
  #attempt = 0;
  #lastFrame = 0;
  #hasDropped = false;

  constructor(
    options: TransportOptions,
    session: AdkSession,
    events: LiveEmitter,
    calls: Map<string, AdkCall>,
  ) {
    this.#options = options;
    this.#session = session;
    this.#events = events;
    this.#calls = calls;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  async open(signal?: AbortSignal): Promise<void> {
    this.#isWanted = true;
    if (this.#socket) return;
    this.#events.emit('state', 'connecting');
    try {
      await this.#connect(signal);
    } catch (error) {
      this.#isWanted = false;
      this.#events.emit('state', 'closed');
      throw await explainSocket(error, this.#session);
    }
  }

  /** Ends voice; the session stays and goes on by text. */
  async close(): Promise<void> {
    this.#isWanted = false;
    const socket = this.#socket;
    if (!socket) return;
    this.#write({ close: true });
    this.#drop();
    socket.close();
    this.#events.emit('state', 'idle');
  }

  /** Typed while voice is on: one turn, asked for by the user. */
  say(
    parts: AdkOutPart[],
    continued: UIMessage | undefined,
    signal: AbortSignal | undefined,
  ): ReadableStream<UIMessageChunk> {
    this.#finish();
    this.#isMuted = false;
    const turn = this.#begin(continued);
    signal?.addEventListener('abort', () => turn === this.#turn && this.interrupt(), {
      once: true,
    });
    this.#write({ content: { role: 'user', parts } });
    return turn.queue.stream;
  }

  /** The oldest turn that the model began by itself. */
  takeTurn(): ReadableStream<UIMessageChunk> | undefined {
    return this.#inbound.shift()?.queue.stream;
  }

  sendAudio(frame: Int16Array): boolean {
    if (!this.#socket) return false;
    if (this.#socket.bufferedAmount > CONGESTED) {
      if (!this.#hasDropped) {
        this.#events.emit('notice', {
          code: 'audio-dropped',
          message: 'The connection is too slow: parts of what you said were lost.',
        });
      }
      this.#hasDropped = true;
      return false;
    }
    this.#hasDropped = false;
    const bytes = new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength);
    this.#blob(`audio/pcm;rate=${CAPTURE_RATE}`, bytes);
    return true;
  }

  /** The model finds the end of speech by itself, but only in sound: push-to-talk sends none. */
  setActivity(activity: 'start' | 'end'): void {
    if (activity === 'end') this.sendAudio(SILENCE);
  }

  sendFrame(jpeg: Uint8Array): void {
    const now = Date.now();
    if (now - this.#lastFrame < FRAME_PAUSE) return;
    this.#lastFrame = now;
    this.#blob('image/jpeg', jpeg);
  }

  /** ADK has no word for it: the answer goes on there, unheard. */
  interrupt(): void {
    if (!this.#turn) return;
    this.#isMuted = true;
    this.#events.emit('interrupted', undefined);
    this.#finish();
  }

  async #connect(signal?: AbortSignal): Promise<void> {
    const session = this.#session;
    const socket = await openSocket(
      {
        ...this.#options,
        endpoint: `${session.base}/run_live`,
        params: {
          ...(await resolveOption(this.#options.params)),
          app_name: session.appName,
          user_id: session.userId,
          session_id: session.sessionId ?? '',
          modalities: 'AUDIO',
        },
      },
      signal,
    );
    if (!this.#isWanted) return socket.close();
    socket.onmessage = ({ data }: MessageEvent<unknown>) => this.#onFrame(String(data));
    socket.onclose = (event) => {
      if (socket === this.#socket) void this.#onLost(event);
    };
    this.#socket = socket;
    this.#events.emit('state', 'open');
  }

  /** The provider's limit, a changed network: the session is still there, so the talk goes on. */
  async #onLost({ code, reason }: { code: number; reason: string }): Promise<void> {
    this.#drop();
    if (!this.#isWanted) return;
    this.#events.emit('state', 'reconnecting');
    try {
      if (code === 1002) await this.#session.recreate();
      if (this.#attempt > 0 || code !== 1000) await this.#pause();
      if (this.#isWanted) await this.#connect();
    } catch (error) {
      if (this.#attempt < ATTEMPTS) return this.#onLost({ code: 0, reason: String(error) });
      this.#isWanted = false;
      this.#events.emit('state', 'closed');
      const { message } = closeError({ code, reason });
      this.#events.emit('notice', { code: 'voice-lost', message });
    }
  }

  async #pause(): Promise<void> {
    const wait = Math.min(8000, 300 * 2 ** this.#attempt++);
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
  }

  /** Nothing more comes from this socket; what arrived stays. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket) socket.onmessage = socket.onclose = null;
    this.#finish();
    this.#isMuted = false;
  }

  #begin(continued?: UIMessage): Turn {
    const present = continued ? toolPartsOf(continued).map(({ toolCallId }) => toolCallId) : [];
    const turn: Turn = {
      mapper: new AdkEventMapper(this.#calls, present),
      queue: new ChunkQueue({ onCancel: () => turn === this.#turn && this.interrupt() }),
      spoken: '',
    };
    this.#turn = turn;
    turn.queue.push({ type: 'start', messageMetadata: { sessionId: this.#session.sessionId } });
    return turn;
  }

  /** A turn that no request asked for. */
  #beginInbound(): Turn {
    const turn = this.#begin();
    this.#inbound.push(turn);
    this.#events.emit('inbound', undefined);
    return turn;
  }

  #finish(error?: Error): void {
    const turn = this.#turn;
    if (!turn) return;
    this.#turn = undefined;
    this.#sound.reset();
    this.#lastSpoken = turn.spoken;
    if (turn.spoken) this.#caption(turn.spoken, true);
    const recording = this.#recording.take();
    if (recording) turn.queue.push(recording);
    if (error) return turn.queue.fail(error);
    for (const chunk of turn.mapper.finish()) turn.queue.push(chunk);
    turn.queue.close();
  }

  #onFrame(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return;
    }
    const event = parseAdkEvent(value);
    if (!event) return;
    this.#attempt = 0;
    this.#hear(event);
    if (event.author !== 'user' && !this.#isMuted && this.#isPartOfTurn(event)) {
      this.#show(event, value, this.#turn ?? this.#beginInbound());
    }
    if (event.interrupted) {
      this.#events.emit('interrupted', undefined);
      this.#finish();
    }
    if (event.turnComplete) this.#finish();
    if (event.interrupted || event.turnComplete) this.#isMuted = false;
  }

  /** Usage, resumption and the like come between turns and are none. */
  #isPartOfTurn({ parts, outputTranscription: spoken, errorCode, stateDelta }: AdkEvent): boolean {
    if (this.#turn) return true;
    // The whole of what was said may follow the end of the turn.
    const isEcho = spoken?.finished === true && spoken.text.trim() === this.#lastSpoken.trim();
    return (
      parts.length > 0 ||
      (spoken !== undefined && spoken.text !== '' && !isEcho) ||
      errorCode !== undefined ||
      Object.keys(stateDelta).length > 0
    );
  }

  #show(event: AdkEvent, value: unknown, turn: Turn): void {
    for (const { inlineData } of event.parts) if (inlineData) this.#play(inlineData);
    const { outputTranscription: spoken } = event;
    if (spoken?.text) {
      const isWhole = spoken.finished && !event.partial;
      turn.spoken = isWhole ? spoken.text : turn.spoken + spoken.text;
      this.#caption(turn.spoken, false);
    }
    for (const chunk of turn.mapper.map(value)) if (chunk.type !== 'error') turn.queue.push(chunk);
    this.#refuseQuestions(event, turn);
    if (turn.mapper.failure) this.#finish(turn.mapper.failure);
  }

  /** ADK's live flow can neither ask nor take an answer: the call is lost. */
  #refuseQuestions({ requestedToolConfirmations }: AdkEvent, { mapper, queue }: Turn): void {
    const message = 'This needs your approval, which is not possible by voice. Ask again by text.';
    for (const toolCallId of Object.keys(requestedToolConfirmations)) {
      if (!mapper.has(toolCallId)) continue;
      queue.push({ type: 'tool-output-error', toolCallId, dynamic: true, errorText: message });
      this.#events.emit('notice', { code: 'live-confirmation', message });
    }
  }

  #hear({ inputTranscription: heard, partial }: AdkEvent): void {
    if (!heard?.text) return;
    const isWhole = heard.finished && !partial;
    this.#heard = isWhole ? heard.text : this.#heard + heard.text;
    this.#events.emit('transcript', { role: 'user', text: this.#heard, final: heard.finished });
    if (heard.finished) this.#heard = '';
  }

  #caption(text: string, final: boolean): void {
    this.#events.emit('transcript', { role: 'assistant', text, final });
  }

  #play({ mimeType, data }: { mimeType: string; data: string }): void {
    if (!mimeType.startsWith('audio/pcm')) return;
    const sampleRate = Number(/rate=(\d+)/.exec(mimeType)?.[1]) || PLAYBACK_RATE;
    let samples: Int16Array;
    try {
      samples = this.#sound.push(decodeBase64(data));
    } catch {
      return;
    }
    if (samples.length === 0) return;
    this.#recording.push(samples, sampleRate);
    this.#events.emit('pcm', { samples, sampleRate });
  }

  #blob(mimeType: string, bytes: Uint8Array): void {
    this.#write({ blob: { mimeType, data: encodeBase64(bytes) } });
  }

  /** The keys are ADK's, in its spelling: it ends the input, silently, at the first other one. */
  #write(frame: { content: object } | { blob: object } | { close: true }): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(frame));
  }
}
