import type { UIMessage, UIMessageChunk } from 'ai';
import { decodeBase64 } from '../audio/base64.js';
import { AdkError, networkError, type AdkErrorCode } from '../errors.js';
import { AI_SDK_CAPABILITIES } from './capabilities.js';
import { isRecord, parseEvent } from './chunk-shapes.js';
import { ChunkQueue } from './coalesce.js';
import { LiveEmitter } from './live-events.js';
import { continuedMessage, Normaliser } from './normalise.js';
import type { RecordedError, RecordingEntry } from './recording.js';
import type {
  LiveEvents,
  LiveTransport,
  ToolReport,
  TransportCapabilities,
  TransportRequest,
} from './transport.js';

export interface ReplayOptions {
  /** `real` keeps the pauses of the recording, `fast` leaves them out. */
  speed?: 'real' | 'fast';
}

/** No pause is longer than this: nobody wants to see how long a user thought. */
const LONGEST_PAUSE = 5000;

type Response = { n: number; queue: ChunkQueue; normaliser: Normaliser };

/**
 * Plays a recording: a chat without a backend. It goes on by itself up to the next thing that the
 * user did (a message, a decision), and waits until that happens again.
 */
export class ReplayTransport implements LiveTransport {
  readonly capabilities: TransportCapabilities;
  readonly resumeStreamIsReplay: boolean;
  readonly on: LiveEmitter['on'];
  readonly #events = new LiveEmitter();
  readonly #entries: RecordingEntry[];
  readonly #isReal: boolean;
  /** The entry that is played next. */
  #next = 0;
  #isPlaying = false;
  #isClosed = false;
  #response: Response | undefined;

  constructor(recording: string, { speed = 'real' }: ReplayOptions = {}) {
    const [header, ...entries] = readEntries(recording);
    if (header?.type !== 'recording') {
      throw new AdkError('configuration', 'This is not a recording of a chat.');
    }
    this.capabilities = { ...AI_SDK_CAPABILITIES, ...header.capabilities };
    this.resumeStreamIsReplay = header.resumeStreamIsReplay;
    this.#entries = entries;
    this.#isReal = speed === 'real';
    this.on = this.#events.on;
    if (this.capabilities.approvalChannel !== 'side') delete this.sendDecisions;
  }

  async sendMessages(request: TransportRequest): Promise<ReadableStream<UIMessageChunk>> {
    // What the recorded user did in between is skipped.
    const index = this.#entries.findIndex(({ type }, i) => i >= this.#next && type === 'send');
    if (index < 0) throw new AdkError('unsupported', 'The recording ends here.');
    return this.#answer(index, continuedMessage(request))!;
  }

  async reconnectToStream(): Promise<ReadableStream<UIMessageChunk> | null> {
    return this.#entries[this.#next]?.type === 'resume' ? this.#answer(this.#next) : null;
  }

  sendDecisions? = async (reports: readonly ToolReport[]): Promise<void> => {
    for (const { approval } of reports) {
      if (approval) this.#response?.normaliser.decide(approval.id, approval.approved);
    }
    if (this.#entries[this.#next]?.type === 'decisions') this.#next++;
    this.#play();
  };

  async startVoice(): Promise<void> {
    this.#play();
  }

  async stopVoice(): Promise<void> {}

  sendAudio(): boolean {
    return true;
  }

  close(): void {
    this.#isClosed = true;
  }

  #answer(index: number, message?: UIMessage): ReadableStream<UIMessageChunk> | null {
    const { n } = this.#entries[index] as Extract<RecordingEntry, { n: number }>;
    const first = this.#entries.find((entry, i) => i > index && 'n' in entry && entry.n === n);
    this.#next = index + 1;
    const queue = new ChunkQueue({ onCancel: () => (this.#response = undefined) });
    this.#response = { n, queue, normaliser: new Normaliser({ message, events: this.#events }) };
    this.#play();
    if (first?.type === 'error') throw toError(first.error);
    return first?.type === 'none' ? null : queue.stream;
  }

  #play(): void {
    if (!this.#isPlaying) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isPlaying = true;
    let now = this.#entries[this.#next]?.t ?? 0;
    while (!this.#isClosed) {
      const entry = this.#entries[this.#next];
      if (!entry || ['send', 'resume', 'decisions'].includes(entry.type)) break;
      const pause = this.#isReal ? Math.min(LONGEST_PAUSE, entry.t - now) : 0;
      now = entry.t;
      this.#next++;
      await (pause > 0 ? new Promise((resolve) => setTimeout(resolve, pause)) : undefined);
      this.#show(entry);
    }
    this.#isPlaying = false;
  }

  #show(entry: RecordingEntry): void {
    if (entry.type === 'event') return this.#emit(entry);
    const response = this.#response;
    if (!response || !('n' in entry) || entry.n !== response.n) return;
    if (entry.type === 'chunk') {
      for (const chunk of response.normaliser.push(entry.chunk)) response.queue.push(chunk);
      return;
    }
    if (entry.type === 'end') response.queue.close();
    if (entry.type === 'error') response.queue.fail(toError(entry.error));
    this.#response = undefined;
  }

  #emit({ name, detail }: Extract<RecordingEntry, { type: 'event' }>): void {
    if (name !== 'pcm') return this.#events.emit(name, detail as LiveEvents[typeof name]);
    const { content, sampleRate } = detail as { content: string; sampleRate: number };
    const samples = new Int16Array(decodeBase64(content).buffer);
    this.#events.emit('pcm', { samples, sampleRate });
  }
}

function toError({ code, message, retryable }: RecordedError): Error {
  if (code === 'network') return networkError(message);
  return new AdkError(code as AdkErrorCode, message, { retryable });
}

function readEntries(recording: string): RecordingEntry[] {
  return recording.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    try {
      const entry = parseEvent(line);
      return isRecord(entry) && typeof entry.t === 'number' ? [entry as RecordingEntry] : [];
    } catch {
      return [];
    }
  });
}
