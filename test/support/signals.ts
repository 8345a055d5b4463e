/** Signals for audio tests: everything is reproducible. */

/** Mulberry32: the same numbers on every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function sine(
  frequency: number,
  rate: number,
  length: number,
  amplitude = 0.5,
): Float32Array {
  return Float32Array.from(
    { length },
    (_, i) => amplitude * Math.sin((2 * Math.PI * frequency * i) / rate),
  );
}

export function whiteNoise(length: number, amplitude: number, seed = 1): Float32Array {
  const random = createRandom(seed);
  return Float32Array.from({ length }, () => amplitude * (random() * 2 - 1));
}

export function rms(samples: ArrayLike<number>, from = 0, to = samples.length): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += samples[i]! ** 2;
  return Math.sqrt(sum / Math.max(1, to - from));
}

/** Strength of one frequency in a signal, as the amplitude of its sine (Hann window). */
export function amplitudeAt(samples: ArrayLike<number>, frequency: number, rate: number): number {
  let re = 0;
  let im = 0;
  let weight = 0;
  for (let i = 0; i < samples.length; i++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (samples.length - 1));
    const angle = (2 * Math.PI * frequency * i) / rate;
    re += samples[i]! * window * Math.cos(angle);
    im -= samples[i]! * window * Math.sin(angle);
    weight += window;
  }
  return (2 * Math.hypot(re, im)) / weight;
}

export function decibels(ratio: number): number {
  return 20 * Math.log10(ratio + 1e-12);
}

/** Normalised correlation of two stretches of equal length: 1 is the same shape. */
export function correlation(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  length: number,
  aFrom = 0,
  bFrom = 0,
): number {
  let product = 0;
  let powerA = 0;
  let powerB = 0;
  for (let i = 0; i < length; i++) {
    const x = a[aFrom + i] ?? 0;
    const y = b[bFrom + i] ?? 0;
    product += x * y;
    powerA += x * x;
    powerB += y * y;
  }
  return product / Math.sqrt(powerA * powerB + 1e-12);
}

/** Where `needle` fits best into `haystack` within the given places. */
export function findLag(
  needle: ArrayLike<number>,
  haystack: ArrayLike<number>,
  length: number,
  from: number,
  to: number,
  needleFrom = 0,
): { lag: number; correlation: number } {
  let best = { lag: from, correlation: -1 };
  for (let lag = from; lag <= to; lag++) {
    const value = correlation(needle, haystack, length, needleFrom, lag);
    if (value > best.correlation) best = { lag, correlation: value };
  }
  return best;
}
