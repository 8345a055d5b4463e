/** Sound that has the rhythm and the spectrum of speech, without a word in it. */

export const SPEECH_RATE = 24_000;

/** Frequencies of the first three formants of a few vowels. */
const VOWELS = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
] as const;

/** About as long as somebody needs to say the text. 16-bit mono at 24 kHz. */
export function synthesizeSpeech(text: string): Int16Array {
  const syllables = text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => [
      ...Array.from({ length: Math.max(1, Math.round(word.length / 3.5)) }, (_, index) => ({
        vowel: VOWELS[(word.charCodeAt(index) + index) % VOWELS.length]!,
        seconds: 0.13,
      })),
      { vowel: undefined, seconds: /[.!?,:]$/.test(word) ? 0.22 : 0.04 },
    ]);
  const total = syllables.reduce((sum, { seconds }) => sum + samplesIn(seconds), 0);
  const speech = new Int16Array(total);
  let at = 0;
  syllables.forEach(({ vowel, seconds }, index) => {
    const length = samplesIn(seconds);
    // The pitch falls over a phrase and moves a little from syllable to syllable.
    const pitch = 150 - (40 * index) / syllables.length + 12 * Math.sin(index * 1.7);
    if (vowel) fillSyllable(speech.subarray(at, at + length), vowel, pitch);
    at += length;
  });
  return speech;
}

function fillSyllable(
  samples: Int16Array,
  formants: readonly [number, number, number],
  pitch: number,
): void {
  const harmonics = Array.from({ length: Math.floor(3600 / pitch) }, (_, index) => {
    const frequency = pitch * (index + 1);
    const gain = formants.reduce(
      (sum, formant, order) => sum + 1 / (1 + ((frequency - formant) / (90 + 40 * order)) ** 2),
      0.02,
    );
    return { step: (2 * Math.PI * frequency) / SPEECH_RATE, gain };
  });
  const burst = samplesIn(0.02);
  for (let index = 0; index < samples.length; index++) {
    const envelope = Math.sin((Math.PI * index) / samples.length) ** 0.6;
    let value = 0;
    for (const { step, gain } of harmonics) value += gain * Math.sin(step * index);
    if (index < burst) value += 1.2 * noise(index) * (1 - index / burst);
    samples[index] = Math.max(-1, Math.min(1, (value * envelope) / 5)) * 22_000;
  }
}

const samplesIn = (seconds: number) => Math.round(seconds * SPEECH_RATE);

/** Repeatable noise, so that two runs sound the same. */
function noise(index: number): number {
  const value = Math.sin(index * 12.9898) * 43758.5453;
  return (value - Math.floor(value)) * 2 - 1;
}
