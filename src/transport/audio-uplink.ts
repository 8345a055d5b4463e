/** Bytes that may wait in the socket before sound is held back. */
const CONGESTED = 64 * 1024;
/** Frames of sound that are held back; older ones are dropped, for they are past. */
const HELD_FRAMES = 50;

/** Sends what the microphone hears no faster than the connection takes it. */
export class AudioUplink {
  readonly #frames: Int16Array[] = [];
  readonly #send: (frame: Int16Array) => void;
  readonly #onDrop: () => void;
  #isDropping = false;

  constructor(send: (frame: Int16Array) => void, onDrop: () => void) {
    this.#send = send;
    this.#onDrop = onDrop;
  }

  /** False when sound had to be dropped. Without a socket it waits for one. */
  push(frame: Int16Array, socket: WebSocket | undefined): boolean {
    this.#frames.push(frame);
    const isLate = this.#frames.length > HELD_FRAMES;
    if (isLate) {
      this.#frames.shift();
      // Once for each time that the connection is too slow.
      if (!this.#isDropping) this.#onDrop();
      this.#isDropping = true;
    }
    if (socket) this.flush(() => socket.bufferedAmount < CONGESTED);
    return !isLate;
  }

  /** Sends what was held back. */
  flush(mayGoOn: () => boolean = () => true): void {
    while (this.#frames.length > 0 && mayGoOn()) this.#send(this.#frames.shift()!);
    if (this.#frames.length === 0) this.#isDropping = false;
  }
}
