import { WebSocket } from 'ws';
import type { AnyChunk } from './mock-backend.js';

/** Listens to what a chat writes to its wire and what it reads from a socket. */
export class WireTap {
  /** Parsed frames or request bodies, oldest first. */
  readonly sent: AnyChunk[] = [];
  readonly received: string[] = [];
  readonly sockets: WebSocket[] = [];

  /** For the option of the same name. */
  readonly fetch: typeof fetch = async (input, init) => {
    if (typeof init?.body === 'string') this.sent.push(JSON.parse(init.body));
    const response = await fetch(input, init);
    this.#bodies.push(
      response
        .clone()
        .text()
        .catch(() => ''),
    );
    return response;
  };
  readonly #bodies: Promise<string>[] = [];

  readonly webSocket: typeof globalThis.WebSocket;

  constructor() {
    const { sent, received, sockets } = this;
    class TappedSocket extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        sockets.push(this);
        this.on('message', (data: Buffer, isBinary) => {
          if (!isBinary) received.push(data.toString());
        });
      }
      override send(data: string): void {
        const frame = JSON.parse(data);
        if (frame.type !== 'ping') sent.push({ ...frame, socket: sockets.indexOf(this) });
        super.send(data);
      }
    }
    this.webSocket = TappedSocket as unknown as typeof globalThis.WebSocket;
  }

  /** What carries an answer to a question. */
  get decisions(): AnyChunk[] {
    return this.sent.filter(({ messages }) => decisionsIn(messages?.at(-1)).length > 0);
  }

  /** How many chunks each response had. */
  async chunkCounts(): Promise<number[]> {
    const bodies = await Promise.all(this.#bodies);
    if (bodies.length > 0) return bodies.map((body) => body.split('data: {').length - 1);
    const counts = new Map<string, number>();
    for (const frame of this.received) {
      const request = /^{"type":"chunk","requestId":"([^"]+)"/.exec(frame)?.[1];
      const turn = frame.startsWith('data: {') ? 'turn' : request;
      if (turn) counts.set(turn, (counts.get(turn) ?? 0) + 1);
    }
    return [...counts.values()];
  }
}

/** The parts of a message that answer questions. */
export function decisionsIn(message: AnyChunk): AnyChunk[] {
  const parts: AnyChunk[] = message?.parts ?? [];
  return parts.filter(({ type }) => type === 'tool-adk_request_confirmation');
}
