import type { UIMessageChunk } from 'ai';

type Kind = 'text' | 'reasoning';

export interface TextPiece {
  kind: Kind;
  text: string;
}

/** What one speaker has streamed since its last whole text. */
interface Streamed extends Record<Kind, string> {
  open?: { id: string; kind: Kind };
}

/**
 * Joins what ADK says twice: partial events carry deltas, then one event repeats the whole. Agents
 * that speak in parallel each keep a text part of their own.
 */
export class AdkTexts {
  readonly #push: (chunk: UIMessageChunk) => void;
  readonly #startStep: () => void;
  readonly #streamed = new Map<string, Streamed>();
  #speaker: string | undefined;
  #count = 0;

  constructor(push: (chunk: UIMessageChunk) => void, startStep: () => void) {
    this.#push = push;
    this.#startStep = startStep;
  }

  say(speaker: string, pieces: readonly TextPiece[], partial: boolean): void {
    const streamed = this.#streamed.get(speaker) ?? { text: '', reasoning: '' };
    this.#streamed.set(speaker, streamed);
    if (partial) {
      for (const { kind, text } of pieces) {
        this.#delta(speaker, streamed, kind, text);
        streamed[kind] += text;
      }
      return;
    }
    for (const { kind, text } of this.#missing(streamed, pieces)) {
      this.#delta(speaker, streamed, kind, text);
    }
    this.#end(streamed);
    this.#streamed.delete(speaker);
  }

  get hasOpen(): boolean {
    return [...this.#streamed.values()].some(({ open }) => open);
  }

  isOpen(speaker: string): boolean {
    return this.#streamed.get(speaker)?.open !== undefined;
  }

  /** Ends the open parts; a whole that comes later is still compared with what was streamed. */
  close(): void {
    for (const streamed of this.#streamed.values()) this.#end(streamed);
  }

  /** A new turn of the model begins: whatever it says is said for the first time. */
  forget(): void {
    this.close();
    this.#streamed.clear();
    this.#speaker = undefined;
  }

  #missing(streamed: Streamed, pieces: readonly TextPiece[]): readonly TextPiece[] {
    if (!streamed.text && !streamed.reasoning) return pieces;
    const whole = { reasoning: '', text: '' };
    for (const { kind, text } of pieces) whole[kind] += text;
    const kinds = ['reasoning', 'text'] as const;
    if (kinds.every((kind) => whole[kind].startsWith(streamed[kind]))) {
      return kinds
        .map((kind) => ({ kind, text: whole[kind].slice(streamed[kind].length) }))
        .filter(({ text }) => text);
    }
    // The server changed its mind about what it had streamed.
    this.close();
    this.#push({ type: 'reset-step' });
    streamed.text = streamed.reasoning = '';
    return pieces;
  }

  #delta(speaker: string, streamed: Streamed, kind: Kind, delta: string): void {
    if (streamed.open?.kind !== kind) {
      this.#end(streamed);
      if (this.#speaker !== speaker) this.#startStep();
      this.#speaker = speaker;
      streamed.open = { id: `${kind}-${++this.#count}`, kind };
      this.#push({ type: `${kind}-start`, id: streamed.open.id });
    }
    this.#push({ type: `${kind}-delta`, id: streamed.open.id, delta });
  }

  #end(streamed: Streamed): void {
    const { open } = streamed;
    if (open) this.#push({ type: `${open.kind}-end`, id: open.id });
    delete streamed.open;
  }
}
