import type { UIMessage, WebSocketChatTransportInitOptions } from 'ai';
import { isRecord, parseEvent } from './chunk-shapes.js';
import { IdleTimer } from './idle-timer.js';
import type { LiveEmitter } from './live-events.js';
import { cleanChunk } from './normalise.js';

/** Tools may think long without a word, so this is generous. */
const IDLE_TIMEOUT = 300_000;
/** How long, and how many chunks, an earlier one may be waited for. */
const GAP_TIMEOUT = 1000;
const GAP_CHUNKS = 64;

/** What there is to know about the connection. */
export interface SocketLink {
  isOpen: boolean;
  /** Requests that are being answered. */
  active: number;
  /** When the last frame arrived. */
  heard: number;
  closed?: { code?: number; reason?: string };
}

interface Answer {
  /** The number of the next chunk, as the server counts. */
  next: number;
  /** The same, as we count what we pass on. */
  passed: number;
  early: Map<number, unknown>;
  timer?: ReturnType<typeof setTimeout>;
}

type SocketClass = NonNullable<WebSocketChatTransportInitOptions<UIMessage>['webSocket']>;

type Frame = Record<string, unknown> & { type: string; requestId: string };

/**
 * A socket class for the AI SDK's transport, to which any frame that it does not expect is fatal.
 * This one passes on only what it accepts: chunks in order, each once, clean.
 */
export function createTolerantSocket(
  Socket: typeof WebSocket,
  events: LiveEmitter,
  protocols: () => string | string[] | undefined,
  idleTimeout = IDLE_TIMEOUT,
): { socketClass: SocketClass; link: SocketLink } {
  const link: SocketLink = { isOpen: false, active: 0, heard: Date.now() };

  class TolerantSocket {
    onopen: ((event: unknown) => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onerror: ((event: unknown) => void) | null = null;
    onclose: ((event: unknown) => void) | null = null;
    readonly #socket: WebSocket;
    readonly #answers = new Map<string, Answer>();
    #idle: IdleTimer | undefined;
    #hasLost = false;
    #hasNoticed = false;

    constructor(url: string | URL) {
      events.emit('state', 'connecting');
      delete link.closed;
      this.#socket = new Socket(url, protocols());
      this.#socket.binaryType = 'arraybuffer';
      this.#socket.onopen = (event) => {
        link.isOpen = true;
        link.heard = Date.now();
        events.emit('state', 'open');
        this.onopen?.(event);
      };
      this.#socket.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data);
      this.#socket.onerror = (event) => this.onerror?.(event);
      this.#socket.onclose = (event) => this.#end(event);
    }

    get readyState(): number {
      return this.#socket.readyState;
    }

    get bufferedAmount(): number {
      return this.#socket.bufferedAmount;
    }

    send(text: string): void {
      const [, type, requestId] = /^{"type":"(\w+)","requestId":"([^"]+)"/.exec(text) ?? [];
      if (requestId && type === 'abort') this.#forget(requestId);
      else if (requestId) {
        this.#answers.set(requestId, { next: 0, passed: 0, early: new Map() });
        link.active = this.#answers.size;
        this.#idle ??= new IdleTimer(idleTimeout, () => this.close());
        this.#idle.touch();
      }
      this.#socket.send(text);
    }

    close(code?: number, reason?: string): void {
      // 1011 is what the AI SDK says, but browsers let a page use only these.
      if (code === 1000) this.#socket.close(code, reason);
      else this.#socket.close();
      // A connection that is half-open would take its time.
      this.#end({});
    }

    #end(event: { code?: number; reason?: string }): void {
      const { onclose } = this;
      this.onclose = this.onmessage = this.onerror = null;
      this.#socket.onmessage = this.#socket.onclose = null;
      this.#socket.onerror = () => {};
      for (const requestId of [...this.#answers.keys()]) this.#forget(requestId);
      if (!onclose) return;
      link.isOpen = false;
      link.closed = event;
      events.emit('state', 'closed');
      onclose(event);
    }

    #receive(data: unknown): void {
      link.heard = Date.now();
      this.#idle?.touch();
      const frame = readFrame(data);
      if (!frame) {
        this.#hasLost = true;
        return this.#notice();
      }
      const answer = this.#answers.get(frame.requestId);
      if (!answer) return;
      switch (frame.type) {
        case 'chunk':
          return this.#onChunk(frame, answer);
        case 'start':
          return this.#pass(frame);
        case 'end':
        case 'no-active':
        case 'error':
          this.#release(frame.requestId, answer);
          this.#forget(frame.requestId);
          return this.#pass(
            frame.type === 'error' && typeof frame.errorText !== 'string'
              ? { type: 'error', requestId: frame.requestId }
              : frame,
          );
        default:
      }
    }

    #onChunk({ requestId, sequence, chunk }: Frame, answer: Answer): void {
      const place = typeof sequence === 'number' ? sequence : answer.next;
      if (place < answer.next) return;
      answer.early.set(place, chunk);
      // What could not be read was probably what is missing here.
      if (place > answer.next && (this.#hasLost || answer.early.size > GAP_CHUNKS)) {
        this.#hasLost = false;
        return this.#release(requestId, answer);
      }
      this.#passReady(requestId, answer);
      clearTimeout(answer.timer);
      if (answer.early.size > 0) {
        answer.timer = setTimeout(() => this.#release(requestId, answer), GAP_TIMEOUT);
      }
    }

    /** Goes on without what is missing. */
    #release(requestId: string, answer: Answer): void {
      while (answer.early.size > 0) {
        answer.next = Math.min(...answer.early.keys());
        this.#notice();
        this.#passReady(requestId, answer);
      }
    }

    #passReady(requestId: string, answer: Answer): void {
      while (answer.early.has(answer.next)) {
        const raw = answer.early.get(answer.next);
        answer.early.delete(answer.next++);
        const chunk = cleanChunk(raw);
        if (chunk) this.#pass({ type: 'chunk', requestId, sequence: answer.passed++, chunk });
      }
    }

    #pass(frame: object): void {
      this.onmessage?.({ data: JSON.stringify(frame) });
    }

    #forget(requestId: string): void {
      clearTimeout(this.#answers.get(requestId)?.timer);
      this.#answers.delete(requestId);
      link.active = this.#answers.size;
      if (link.active > 0) return;
      this.#idle?.stop();
      this.#idle = undefined;
    }

    #notice(): void {
      if (this.#hasNoticed) return;
      this.#hasNoticed = true;
      events.emit('notice', {
        code: 'malformed-event',
        message: 'A part of the answer could not be read and was left out.',
      });
    }
  }

  return { socketClass: TolerantSocket, link };
}

function readFrame(data: unknown): Frame | undefined {
  try {
    const text = data instanceof ArrayBuffer ? new TextDecoder().decode(data) : String(data);
    const frame = parseEvent(text);
    if (!isRecord(frame)) return undefined;
    const { type, requestId } = frame;
    return typeof type === 'string' && typeof requestId === 'string' ? (frame as Frame) : undefined;
  } catch {
    return undefined;
  }
}
