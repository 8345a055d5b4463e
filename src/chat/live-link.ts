import type { ConnectionState, LiveTransport } from '../transport/transport.js';
import type { ChatChange } from './chat-state.js';
import { SpeechMessages, type SpeechHost } from './speech-messages.js';

export interface LiveLinkHost extends SpeechHost {
  /** Shows a turn that the server began by itself. */
  receive(): Promise<void>;
  /** The server no longer waits for this answer. */
  onExpired(approvalId: string, reason: string): void;
  /** The server knows more of the conversation than we do. */
  onStale(): void;
  notify(change: ChatChange): void;
}

/** Brings what a live transport tells by itself into the chat. */
export class LiveLink {
  connection: ConnectionState = 'idle';
  readonly #host: LiveLinkHost;
  readonly #undo: (() => void)[];
  #inboundWaits = false;

  constructor(live: LiveTransport | undefined, host: LiveLinkHost) {
    const speech = new SpeechMessages(host);
    this.#host = host;
    this.#undo = live
      ? [
          live.on('inbound', () => {
            this.#inboundWaits = true;
            this.receive();
          }),
          live.on('transcript', (transcript) => speech.write(transcript)),
          live.on('expired', ({ approvalId, reason = 'expired' }) =>
            host.onExpired(approvalId, reason),
          ),
          live.on('state', (connection) => {
            this.connection = connection;
            host.notify({ type: 'connection' });
          }),
          live.on('stale', () => host.onStale()),
          live.on('notice', (notice) => host.notify({ type: 'notice', ...notice })),
        ]
      : [];
  }

  /** Shows the turn that came unasked, if there is one and the chat is free. */
  receive(): void {
    if (!this.#inboundWaits || this.#host.isBusy()) return;
    this.#inboundWaits = false;
    void this.#host.receive();
  }

  close(): void {
    for (const end of this.#undo) end();
  }
}
