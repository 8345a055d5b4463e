/** The loudest moments of a recording, in `count` equal stretches, each 0 to 1. */
export function peaksOf(samples: Int16Array, count: number): number[] {
  const size = samples.length / count;
  const peaks = Array.from({ length: count }, (_, i) => {
    let peak = 0;
    for (let at = Math.floor(i * size); at < Math.floor((i + 1) * size); at++) {
      peak = Math.max(peak, Math.abs(samples[at]!));
    }
    return peak;
  });
  // A quiet recording fills the picture as well.
  const loudest = Math.max(1, ...peaks);
  return peaks.map((peak) => peak / loudest);
}
