/** Answers that come from outside, by id: whoever comes first, the answer or the one who waits. */
export class WaitingRoom<T> {
  #answers = new Map<string, T>();
  #waiting = new Map<string, (answer: T) => void>();

  /** An answer that nobody waits for yet is kept. */
  deliver(id: string, answer: T): void {
    const resolve = this.#waiting.get(id);
    if (resolve) resolve(answer);
    else this.#answers.set(id, answer);
  }

  /** Undefined when the time is over or the signal fires. */
  async wait(id: string, milliseconds: number, signal: AbortSignal): Promise<T | undefined> {
    const early = this.#answers.get(id);
    if (early !== undefined) {
      this.#answers.delete(id);
      return early;
    }
    const answer = await new Promise<T | undefined>((resolve) => {
      const giveUp = () => resolve(undefined);
      const timer = setTimeout(giveUp, milliseconds);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.set(id, (value) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(value);
      });
      if (signal.aborted) giveUp();
    });
    this.#waiting.delete(id);
    return answer;
  }
}
