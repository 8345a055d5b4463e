/** Zero crossings of the sinc on each side. More: a steeper edge, more delay and more work. */
const ZERO_CROSSINGS = 32;
/** Kaiser window: some 80 dB of rejection. */
const BETA = 8;
/** Where the filter is half open, as a share of the lower Nyquist frequency; it is closed at 1. */
const CUTOFF = 0.92;
/** Every pair of ordinary rates needs fewer phases; exotic pairs share the nearest one. */
const MAX_PHASES = 1024;

/**
 * Band-limited conversion between two sample rates, one sample at a time and without allocation.
 *
 * Time is counted in whole fractions of an input sample, never in floating point, so that nothing
 * drifts: n input samples give n · out / in output samples, however long it runs and however the
 * input is cut into blocks.
 */
export class Resampler {
  /** How far the output lags behind, in seconds. */
  readonly delay: number;
  readonly #up: number;
  readonly #down: number;
  readonly #taps: number;
  readonly #phases: number;
  /** Filter coefficients, phase after phase, newest sample last. */
  readonly #table: Float32Array;
  /** The last `taps` samples, written twice so that a window never wraps. */
  readonly #history: Float32Array;
  #position = 0;
  /** Time until the next output sample, in input samples / up. */
  #due: number;

  constructor(inputRate: number, outputRate: number) {
    const divisor = greatestCommonDivisor(inputRate, outputRate);
    this.#up = outputRate / divisor;
    this.#down = inputRate / divisor;
    const stretch = Math.max(1, inputRate / outputRate);
    const half = inputRate === outputRate ? 0 : Math.ceil(ZERO_CROSSINGS * stretch);
    this.#taps = half === 0 ? 1 : half * 2;
    this.#phases = Math.min(this.#up, MAX_PHASES);
    this.#table = half === 0 ? Float32Array.of(1) : createTable(half, this.#phases, stretch);
    this.#history = new Float32Array(this.#taps * 2);
    this.#due = this.#up;
    this.delay = half / inputRate;
  }

  /** Whether `pull` has to wait for a `push`. */
  get isHungry(): boolean {
    return this.#due >= this.#up;
  }

  push(sample: number): void {
    this.#history[this.#position] = sample;
    this.#history[this.#position + this.#taps] = sample;
    this.#position = this.#position + 1 === this.#taps ? 0 : this.#position + 1;
    this.#due -= this.#up;
  }

  pull(): number {
    const taps = this.#taps;
    const table = this.#table;
    const history = this.#history;
    const from = this.#position;
    const phase =
      this.#phases === this.#up ? this.#due : Math.floor((this.#due * this.#phases) / this.#up);
    const row = phase * taps;
    let sum = 0;
    for (let i = 0; i < taps; i++) sum += history[from + i]! * table[row + i]!;
    this.skip();
    return sum;
  }

  /** Passes over one output sample without computing it. */
  skip(): void {
    this.#due += this.#down;
  }

  /** Forgets the past, as after a gap. */
  reset(): void {
    this.#history.fill(0);
    this.#position = 0;
    this.#due = this.#up;
  }
}

/** Converts a whole signal at once. */
export function resample(
  samples: Float32Array,
  inputRate: number,
  outputRate: number,
): Float32Array {
  const resampler = new Resampler(inputRate, outputRate);
  const output = new Float32Array(Math.ceil((samples.length * outputRate) / inputRate));
  let written = 0;
  for (let i = 0; i < samples.length; i++) {
    resampler.push(samples[i]!);
    while (!resampler.isHungry) output[written++] = resampler.pull();
  }
  return output.subarray(0, written);
}

function createTable(half: number, phases: number, stretch: number): Float32Array {
  const taps = half * 2;
  const table = new Float32Array(taps * phases);
  const bandwidth = CUTOFF / stretch;
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    for (let i = 0; i < taps; i++) {
      // The newest sample is the last of the window: age counts down to zero.
      const time = taps - 1 - i + phase / phases - half;
      const value = sinc(time * bandwidth) * kaiser(time / half);
      table[phase * taps + i] = value;
      sum += value;
    }
    // Every phase passes a constant unchanged; otherwise the phases would hum.
    for (let i = 0; i < taps; i++) table[phase * taps + i]! /= sum;
  }
  return table;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA);
}

/** Modified Bessel function of the first kind, order zero, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-9; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
