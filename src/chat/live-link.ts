import type { ConnectionState, LiveTransport } from '../transport/transport.js';
import type { ChatChange } from './chat-state.js';
import { SpeechMessages, type SpeechHost } from './speech-messages.js';

export interface LiveLinkHost extends SpeechHost {
  /** The server began a turn by itself. */
  onInbound(): void;
  /** The server no longer waits for this answer. */
  onExpired(approvalId: string, reason: string): void;
  onConnection(state: ConnectionState): void;
  /** The server knows more of the conversation than we do. */
  onStale(): void;
  notify(change: ChatChange): void;
}

/** Brings what a live transport tells by itself into the chat. Returns the undo. */
export function linkLive(live: LiveTransport, host: LiveLinkHost): () => void {
  const speech = new SpeechMessages(host);
  const undo = [
    live.on('inbound', () => host.onInbound()),
    live.on('transcript', (transcript) => speech.write(transcript)),
    live.on('expired', ({ approvalId, reason = 'expired' }) => host.onExpired(approvalId, reason)),
    live.on('state', (state) => host.onConnection(state)),
    live.on('stale', () => host.onStale()),
    live.on('notice', (notice) => host.notify({ type: 'notice', ...notice })),
  ];
  return () => {
    for (const end of undo) end();
  };
}
