import type { UIMessage, UIMessageChunk } from 'ai';
import { encodeBase64 } from '../audio/base64.js';
import { CAPTURE_RATE } from '../audio/pcm.js';
import { TurnRecording } from '../audio/turn-recording.js';
import { AdkError } from '../errors.js';
import { eventsOf, pongOf, write } from './adk-stream-frames.js';
import { decisionMessage, Deliveries, hasResult, resultOf, toWire } from './adk-stream-messages.js';
import { AdkStreamReader } from './adk-stream-reader.js';
import { AudioUplink } from './audio-uplink.js';
import { ADK_LIVE_CAPABILITIES } from './capabilities.js';
import { ChunkQueue } from './coalesce.js';
import { Heartbeat } from './heartbeat.js';
import { IdleTimer } from './idle-timer.js';
import { LiveEmitter } from './live-events.js';
import { continuedMessage } from './normalise.js';
import { closeError, openSocket } from './socket.js';
import {
  resolveOption,
  type LiveTransport,
  type ResumeRequest,
  type ToolReport,
  type TransportOptions,
  type TransportRequest,
} from './transport.js';

/** How long an interrupted answer may go on unheard before its connection is given up. */
const DRAIN = 3000;
/** How long a turn may say nothing; tools may think long. */
const SILENCE = 300_000;
/** How long `[DONE]` may take after `finish`. */
const LINGER = 5000;

/** How often a lost connection is tried again while the user talks. */
const REVIVALS = 5;

/** These tell nothing of their own: they never begin a turn. */
const EMPTY = new Set([
  'start',
  'finish',
  'start-step',
  'finish-step',
  'abort',
  'message-metadata',
]);

/** One answer: what was asked for, or what the server began by itself. */
interface Turn {
  reader: AdkStreamReader;
  queue: ChunkQueue;
  idle: IdleTimer;
}

/**
 * adk-stream-protocol over one WebSocket (`/live`) for one chat. A turn is one stream that stays open
 * over questions: decisions are written to the socket that asked. It ends with `[DONE]`.
 */
export class AdkStreamLiveTransport implements LiveTransport {
  readonly capabilities = ADK_LIVE_CAPABILITIES;
  readonly resumeStreamIsReplay = false;
  readonly on: LiveEmitter['on'];
  readonly #options: Omit<TransportOptions, 'kind'>;
  readonly #events: LiveEmitter;
  #socket: WebSocket | undefined;
  #opening: Promise<WebSocket> | undefined;
  #heartbeat: Heartbeat | undefined;
  readonly #deliveries = new Deliveries();
  #chatId = '';
  #turn: Turn | undefined;
  /** Set while the rest of an interrupted turn is thrown away. */
  #drain: ReturnType<typeof setTimeout> | undefined;
  /** Set while only `[DONE]` is missing. */
  #linger: ReturnType<typeof setTimeout> | undefined;
  /** Turns of the server that nobody has asked for yet. */
  readonly #inbound: Turn[] = [];
  /** Questions that the server waits for, by approval id. */
  readonly #questions = new Map<string, string>();
  /** Decisions and results that were written, so that none goes twice. */
  readonly #reported = new Set<string>();
  readonly #recording = new TurnRecording();
  readonly #uplink = new AudioUplink(
    (frame) => this.#sendSound(frame),
    () =>
      this.#events.emit('notice', {
        code: 'audio-dropped',
        message: 'The connection is too slow: parts of what you said were lost.',
      }),
  );
  #isSpeaking = false;
  #hasVoice = false;
  #whenIdle: (() => void)[] = [];

  constructor(options: Omit<TransportOptions, 'kind'>, events = new LiveEmitter()) {
    this.#options = options;
    this.#events = events;
    this.on = events.on;
    this.on('pcm', ({ samples, sampleRate }) => this.#recording.push(samples, sampleRate));
  }

  async sendMessages(request: TransportRequest): Promise<ReadableStream<UIMessageChunk>> {
    const { chatId, messages, trigger, messageId, abortSignal } = request;
    this.#chatId = chatId;
    const body = await resolveOption(this.#options.body);
    let socket = await this.#connect(abortSignal);
    while (this.#turn) {
      await new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve);
        abortSignal?.addEventListener('abort', () => resolve(), { once: true });
      });
      abortSignal?.throwIfAborted();
      socket = await this.#connect(abortSignal);
    }
    const turn = this.#begin(continuedMessage(request));
    const extra = this.#deliveries.insteadOfLast(request);
    this.#deliveries.add(request);
    write(socket, {
      ...body,
      ...request.body,
      type: 'message',
      id: chatId,
      trigger,
      messageId,
      messages: [...toWire(messages), ...extra],
    });
    return turn.queue.stream;
  }

  async reconnectToStream({
    chatId,
  }: ResumeRequest): Promise<ReadableStream<UIMessageChunk> | null> {
    this.#chatId = chatId;
    return this.#inbound.shift()?.queue.stream ?? null;
  }

  async sendDecisions(reports: readonly ToolReport[]): Promise<void> {
    const isNew = (key: string) => !this.#reported.has(key) && this.#reported.add(key);
    const asked: ToolReport[] = [];
    for (const report of reports) {
      const { approval, toolCallId } = report;
      const socket = this.#socket;
      if (
        !socket ||
        (approval && !this.#questions.has(approval.id) && !this.#reported.has(approval.id))
      ) {
        throw new AdkError('network', 'The agent no longer waits for this answer.');
      }
      if (approval && isNew(approval.id)) asked.push(report);
      else if (hasResult(report) && isNew(toolCallId)) {
        write(socket, { type: 'tool_result', toolCallId, result: resultOf(report) });
      }
    }
    if (asked.length === 0) return;
    for (const report of asked) {
      const { id, approved } = report.approval!;
      this.#questions.delete(id);
      this.#turn?.reader.decide(id, approved);
      if (hasResult(report)) this.#reported.add(report.toolCallId);
    }
    write(this.#socket!, { type: 'message', id: this.#chatId, messages: [decisionMessage(asked)] });
    if (this.#drain) this.#resumeTurn();
  }

  /** A barge-in only silences the answer; anything else gives it up. */
  interrupt(reason: 'user_abort' | 'timeout' | 'error' | 'barge_in' = 'user_abort'): void {
    const turn = this.#turn;
    if (!turn || !this.#socket || this.#drain) return;
    const isBargeIn = reason === 'barge_in';
    write(this.#socket, { type: 'interrupt', reason: isBargeIn ? 'user_abort' : reason });
    turn.reader.isMuted = true;
    this.#events.emit('interrupted', undefined);
    if (isBargeIn) return;
    turn.queue.close();
    // The server may not obey, and its turns have no names: the rest must pass before the next one.
    this.#drain = setTimeout(() => this.#lose(), DRAIN);
  }

  async startVoice({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    this.#hasVoice = true;
    await this.#connect(signal);
    this.setActivity('start');
  }

  async stopVoice(): Promise<void> {
    this.setActivity('end');
    this.#hasVoice = false;
  }

  sendAudio(frame: Int16Array): boolean {
    return this.#uplink.push(frame, this.#socket);
  }

  setActivity(activity: 'start' | 'end'): void {
    const isSpeaking = activity === 'start';
    if (!this.#socket || isSpeaking === this.#isSpeaking) return;
    this.#isSpeaking = isSpeaking;
    if (!isSpeaking) this.#uplink.flush();
    write(this.#socket, { type: 'audio_control', action: isSpeaking ? 'start' : 'stop' });
  }

  close(): void {
    this.#hasVoice = false;
    this.#lose();
    this.#recording.clear(true);
  }

  #connect(signal?: AbortSignal): Promise<WebSocket> {
    if (this.#socket) return Promise.resolve(this.#socket);
    this.#opening ??= this.#open(signal).finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open(signal?: AbortSignal): Promise<WebSocket> {
    this.#events.emit('state', 'connecting');
    let socket: WebSocket;
    try {
      socket = await openSocket(this.#options, signal);
    } catch (error) {
      this.#events.emit('state', 'closed');
      throw error;
    }
    const heartbeat = new Heartbeat(
      {
        ping: (timestamp) => write(socket, { type: 'ping', timestamp }),
        onLatency: (milliseconds) => this.#events.emit('latency', milliseconds),
        onDead: () => this.#lose(),
      },
      this.#options.idleTimeout,
    );
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      heartbeat.touch();
      if (data instanceof ArrayBuffer) this.#onSound(new Uint8Array(data));
      else this.#onText(String(data));
    };
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lose(closeError(event));
    };
    this.#socket = socket;
    this.#heartbeat = heartbeat;
    this.#events.emit('state', 'open');
    return socket;
  }

  /** The socket is gone, or is given up: nothing of it may reach a later turn. */
  #lose(error: Error = closeError()): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = undefined;
    this.#heartbeat?.stop();
    socket.onmessage = socket.onclose = null;
    socket.close();
    this.#isSpeaking = false;
    this.#events.emit('state', 'closed');
    const isComplete = this.#linger !== undefined;
    this.#end(
      ({ queue }) => (isComplete ? queue.close() : queue.fail(error)),
      'The connection was lost.',
    );
    if (this.#hasVoice) this.#revive();
  }

  /** Who talks does not want to press a button first. */
  #revive(attempt = 0): void {
    if (attempt === REVIVALS) this.#hasVoice = false;
    if (!this.#hasVoice) return;
    this.#events.emit('state', 'reconnecting');
    setTimeout(
      () => {
        if (this.#hasVoice) this.startVoice().catch(() => this.#revive(attempt + 1));
      },
      500 * 2 ** attempt * (0.5 + Math.random() / 2),
    );
  }

  #begin(message?: UIMessage): Turn {
    const turn: Turn = {
      reader: new AdkStreamReader(message, this.#events),
      queue: new ChunkQueue({ onCancel: () => turn === this.#turn && this.interrupt() }),
      // A server that answers pings may still have forgotten its answer.
      idle: new IdleTimer(this.#options.idleTimeout ?? SILENCE, () => this.#onSilence(turn)),
    };
    this.#turn = turn;
    return turn;
  }

  /** A turn that no request asked for. */
  #beginInbound(): Turn {
    const turn = this.#begin();
    this.#inbound.push(turn);
    this.#events.emit('inbound', undefined);
    return turn;
  }

  /** The user answered a question of a turn that was being drained: the rest is wanted after all. */
  #resumeTurn(): void {
    clearTimeout(this.#drain);
    this.#drain = undefined;
    const { reader, idle } = this.#turn!;
    idle.stop();
    reader.restart();
    reader.isMuted = false;
    this.#beginInbound().reader = reader;
  }

  #end(finish: (turn: Turn) => void, reason: string): void {
    clearTimeout(this.#drain);
    this.#endLinger();
    this.#drain = undefined;
    const turn = this.#turn;
    this.#turn = undefined;
    for (const approvalId of this.#questions.keys()) {
      this.#events.emit('expired', { approvalId, reason });
    }
    this.#questions.clear();
    turn?.idle.stop();
    if (turn) finish(turn);
    this.#recording.clear();
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #onText(text: string): void {
    for (const data of eventsOf(text)) {
      if (data === '[DONE]') this.#onDone();
      else {
        const pong = pongOf(data);
        if (pong) this.#heartbeat?.pong(pong.timestamp);
        else this.#onEvent(data);
      }
    }
  }

  #onEvent(data: string): void {
    if (this.#drain) return;
    this.#endLinger();
    if (!this.#turn && EMPTY.has(/"type"\s*:\s*"([^"]*)/.exec(data)?.[1] ?? '')) return;
    const { reader, queue, idle } = this.#turn ?? this.#beginInbound();
    idle.touch();
    for (const chunk of reader.read(data)) {
      if (chunk.type === 'tool-approval-request') {
        this.#questions.set(chunk.approvalId, chunk.toolCallId);
      } else if (chunk.type === 'tool-approval-response') this.#questions.delete(chunk.approvalId);
      // What was heard becomes a file of the answer.
      const recording = chunk.type === 'finish' && this.#recording.take();
      if (recording) queue.push(recording);
      queue.push(chunk);
      // After these `[DONE]` may never come.
      if (chunk.type === 'error') return this.#onDone();
      if (chunk.type === 'finish') this.#linger = setTimeout(() => this.#onDone(), LINGER);
    }
  }

  #endLinger(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
  }

  #onDone(): void {
    if (!this.#turn) return;
    this.#turn.reader.read('[DONE]');
    this.#end((turn) => turn.queue.close(), 'The agent no longer waits.');
  }

  #onSound(bytes: Uint8Array): void {
    if (this.#drain) return;
    const { reader, idle } = this.#turn ?? this.#beginInbound();
    idle.touch();
    reader.sound(bytes);
  }

  /** Silence is what a question is for. */
  #onSilence({ idle }: Turn): void {
    if (this.#questions.size > 0) idle.restart(this.#options.idleTimeout ?? SILENCE);
    else this.#lose();
  }

  #sendSound(frame: Int16Array): void {
    if (!this.#socket) return;
    write(this.#socket, {
      type: 'audio_chunk',
      chunk: encodeBase64(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength)),
      sampleRate: CAPTURE_RATE,
      channels: 1,
      bitDepth: 16,
    });
  }
}
