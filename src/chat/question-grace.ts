/**
 * On the side channel a question may follow its call as an event of its own. A browser tool waits
 * this long for it before it runs without one.
 */
const GRACE = 300;

/** Calls that may still turn out to be questions. */
export class QuestionGrace {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  wait(toolCallId: string, then: () => void): void {
    if (this.#timers.has(toolCallId)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(toolCallId);
      then();
    }, GRACE);
    this.#timers.set(toolCallId, timer);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
