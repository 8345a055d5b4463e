const INTERVAL = 2000;
/** How long a ping may stay unanswered. */
const PATIENCE = 10_000;

export interface HeartbeatHooks {
  ping(timestamp: number): void;
  onLatency(milliseconds: number): void;
  /** The other side has gone without a word. */
  onDead(): void;
}

/** Keeps asking whether the other side is there: a half-open socket gives no other signal at all. */
export class Heartbeat {
  readonly #hooks: HeartbeatHooks;
  readonly #patience: number;
  readonly #timer: ReturnType<typeof setInterval>;
  #lastPing = 0;
  #lastTick = Date.now();
  #waitingSince: number | undefined;

  constructor(hooks: HeartbeatHooks, patience = PATIENCE) {
    this.#hooks = hooks;
    this.#patience = patience;
    this.#timer = setInterval(() => this.#tick(), Math.min(INTERVAL, patience / 2));
  }

  /** Whatever arrives is a sign of life. */
  touch(): void {
    this.#waitingSince = undefined;
  }

  pong(timestamp: unknown): void {
    if (timestamp === this.#lastPing) this.#hooks.onLatency(Date.now() - this.#lastPing);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const now = Date.now();
    // A page that slept has not read its mail yet: it must not judge.
    if (now - this.#lastTick > this.#patience) this.#waitingSince = undefined;
    this.#lastTick = now;
    if (this.#waitingSince !== undefined && now - this.#waitingSince >= this.#patience) {
      this.stop();
      return this.#hooks.onDead();
    }
    this.#waitingSince ??= now;
    this.#lastPing = now;
    this.#hooks.ping(now);
  }
}
