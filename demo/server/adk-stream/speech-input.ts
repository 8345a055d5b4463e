/** Louder than this is a voice; the noise of a microphone is not. */
const VOICED = 600;

/** Finds the end of what somebody says: told by the client, or a pause. */
export class SpeechInput {
  readonly #pause: number;
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;
  #heard = false;
  #voiced = false;

  constructor(pause: number, onEnd: () => void) {
    this.#pause = pause;
    this.#onEnd = onEnd;
  }

  /** 16-bit mono PCM. */
  add(bytes: Buffer): void {
    this.#heard = true;
    const voiced = isVoiced(bytes);
    this.#voiced ||= voiced;
    // Silence after a voice is a pause even if chunks keep coming.
    if (voiced || !this.#voiced) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.finish(), this.#pause);
    }
  }

  finish(): void {
    clearTimeout(this.#timer);
    if (!this.#heard) return;
    this.#heard = this.#voiced = false;
    this.#onEnd();
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}

function isVoiced(bytes: Buffer): boolean {
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (Math.abs(bytes.readInt16LE(at)) > VOICED) return true;
  }
  return false;
}
