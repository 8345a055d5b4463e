import { HeardTranscript } from '../audio/heard-transcript.js';
import type { PlayerMessage } from '../audio/worklet-messages.js';
import type { ChatStore } from '../chat/chat-store.js';
import { textOf } from '../chat/message-parts.js';
import type { LiveTransport } from '../transport/transport.js';
import { cutMessage } from './cut-message.js';

export interface Caption {
  role: 'user' | 'assistant';
  text: string;
}

/** Follows what is said on both sides, and shortens an answer that was interrupted. */
export class Conversation {
  readonly store: ChatStore;
  readonly #onCaption: (caption: Caption) => void;
  readonly #heard = new HeardTranscript();
  #isTurnOver = true;
  /** Set until the server has finished the answer that nobody hears any more. */
  #cut: { id: string; length: number; text: string } | undefined;

  constructor(store: ChatStore, onCaption: (caption: Caption) => void) {
    this.store = store;
    this.#onCaption = onCaption;
  }

  attach(transport: LiveTransport): () => void {
    const undo = [
      transport.on('pcm', ({ samples, sampleRate }) => {
        this.#beginTurn();
        this.#heard.hear(samples.length / sampleRate);
      }),
      transport.on('transcript', ({ role, text, final }) => {
        if (role === 'user') return this.#onCaption({ role, text });
        this.#beginTurn();
        this.#heard.read(text, final);
      }),
      this.store.subscribe(({ type }) => {
        this.#applyCut();
        if (type === 'status' && !this.store.isBusy) {
          this.#isTurnOver = true;
          this.#cut = undefined;
        }
      }),
    ];
    return () => {
      for (const end of undo) end();
    };
  }

  onPlayer({ type, played }: PlayerMessage): void {
    if (type === 'drained' || type === 'cleared') this.#heard.settle();
    else this.#heard.advance(played);
    if (type !== 'cleared') this.#onCaption({ role: 'assistant', text: this.#heard.text });
  }

  /** Keeps of the answer only what was heard by now. */
  cut(): void {
    const message = this.store.messages.findLast(({ role }) => role === 'assistant');
    if (!message) return;
    const all = textOf(message).length;
    const { length } = this.#heard;
    // More would come of an answer that is not complete, even if all of it was heard so far.
    if (length >= all && !this.store.isBusy) return;
    this.#cut = { id: message.id, length: Math.min(length, all), text: '' };
    this.#applyCut();
    if (!this.store.isBusy) this.#cut = undefined;
  }

  /** The AI SDK writes the whole answer anew with each piece that comes. */
  #applyCut(): void {
    const cut = this.#cut;
    const index = this.store.messages.findIndex(({ id }) => id === cut?.id);
    const message = this.store.messages[index];
    if (!cut || !message || textOf(message) === cut.text) return;
    const shortened = cutMessage(message, cut.length);
    cut.text = textOf(shortened);
    this.store.messages = this.store.messages.with(index, shortened);
  }

  #beginTurn(): void {
    if (this.#isTurnOver) this.#heard.begin();
    this.#isTurnOver = false;
  }
}
