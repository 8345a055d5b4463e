import { WebSocket } from 'ws';
import type { AnyChunk } from './mock-backend.js';

/** Listens to what a chat writes to its wire and what it reads from a socket. */
export class WireTap {
  /** Parsed frames or request bodies, oldest first. */
  readonly sent: AnyChunk[] = [];
  readonly received: string[] = [];
  readonly sockets: WebSocket[] = [];

  /** For the option of the same name. */
  readonly fetch: typeof fetch = (input, init) => {
    if (typeof init?.body === 'string') this.sent.push(JSON.parse(init.body));
    return fetch(input, init);
  };

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
}

/** The parts of a message that answer questions. */
export function decisionsIn(message: AnyChunk): AnyChunk[] {
  const parts: AnyChunk[] = message?.parts ?? [];
  return parts.filter(({ type }) => type === 'tool-adk_request_confirmation');
}
