/**
 * Notices silence. A half-open connection gives no other signal at all. Touching it is cheap: the
 * timer is set anew only when it fires.
 */
export class IdleTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = Date.now();
  #limit: number;
  readonly #onIdle: () => void;

  constructor(limit: number, onIdle: () => void) {
    this.#limit = limit;
    this.#onIdle = onIdle;
    this.#arm(limit);
  }

  touch(): void {
    this.#last = Date.now();
  }

  /** Starts again with another limit. */
  restart(limit: number): void {
    this.stop();
    this.#limit = limit;
    this.touch();
    this.#arm(limit);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(wait: number): void {
    this.#timer = setTimeout(() => {
      const rest = this.#last + this.#limit - Date.now();
      if (rest > 0) this.#arm(rest);
      else this.#onIdle();
    }, wait);
  }
}
