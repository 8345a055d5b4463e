/** A queue of samples of fixed size: written in blocks, read one by one, never allocates. */
export class RingBuffer {
  readonly #samples: Int16Array;
  #start = 0;
  #length = 0;

  constructor(capacity: number) {
    this.#samples = new Int16Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  get capacity(): number {
    return this.#samples.length;
  }

  /** Appends as many samples as there is room for and returns how many those were. */
  write(block: Int16Array): number {
    const count = Math.min(block.length, this.capacity - this.#length);
    const end = (this.#start + this.#length) % this.capacity;
    const first = Math.min(count, this.capacity - end);
    this.#samples.set(block.subarray(0, first), end);
    this.#samples.set(block.subarray(first, count), 0);
    this.#length += count;
    return count;
  }

  /** Appends one sample; pushes the oldest one out when full. */
  push(sample: number): void {
    this.#samples[(this.#start + this.#length) % this.capacity] = sample;
    if (this.#length < this.capacity) this.#length++;
    else this.#start = (this.#start + 1) % this.capacity;
  }

  /** Takes the oldest sample; zero when there is none. */
  shift(): number {
    if (this.#length === 0) return 0;
    const sample = this.#samples[this.#start]!;
    this.#start = this.#start + 1 === this.capacity ? 0 : this.#start + 1;
    this.#length--;
    return sample;
  }

  /** Keeps only the oldest samples. */
  truncate(count: number): void {
    this.#length = Math.min(this.#length, count);
  }
}
