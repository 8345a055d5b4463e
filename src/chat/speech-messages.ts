import type { ChatState, UIMessage } from 'ai';
import type { Transcript } from '../transport/transport.js';

export interface SpeechHost {
  state: ChatState<UIMessage>;
  generateId(): string;
  /** Whether the last message is an answer that is still arriving. */
  isBusy(): boolean;
}

/**
 * Turns what the user says into messages of their own. The transcript of a question often arrives
 * after the answer has begun: it still goes in front of that answer.
 */
export class SpeechMessages {
  readonly #host: SpeechHost;
  #currentId: string | undefined;

  constructor(host: SpeechHost) {
    this.#host = host;
  }

  write({ role, text, final }: Transcript): void {
    if (role !== 'user') return;
    const { state } = this.#host;
    const index = state.messages.findIndex(({ id }) => id === this.#currentId);
    const existing = state.messages[index];
    if (existing) {
      state.replaceMessage(index, { ...existing, parts: [{ type: 'text', text }] });
    } else if (text.trim()) {
      this.#currentId = this.#insert(text);
    }
    if (final) this.#currentId = undefined;
  }

  #insert(text: string): string {
    const { state } = this.#host;
    const message: UIMessage = {
      id: this.#host.generateId(),
      role: 'user',
      metadata: { speech: true },
      parts: [{ type: 'text', text }],
    };
    const at = state.messages.length - (this.#isUnpromptedAnswer() ? 1 : 0);
    state.messages = state.messages.toSpliced(at, 0, message);
    return message.id;
  }

  /** An answer that follows no message of the user is the answer to what is being transcribed. */
  #isUnpromptedAnswer(): boolean {
    const { messages } = this.#host.state;
    return (
      this.#host.isBusy() &&
      messages.at(-1)?.role === 'assistant' &&
      messages.at(-2)?.role !== 'user'
    );
  }
}
