import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { toFloat } from '../../src/audio/pcm.js';
import { VoiceActivity } from '../../src/audio/voice-activity.js';
import { decodeWav } from '../../src/audio/wav.js';
import { createRandom, rms, whiteNoise } from '../support/signals.js';

const RATE = 16_000;
const HOP = 160;

const fixture = (name: string) =>
  Float32Array.from(
    decodeWav(readFileSync(new URL(`fixtures/${name}.wav`, import.meta.url)))!.samples,
    toFloat,
  );
const utterances = [fixture('speech-1'), fixture('speech-2')];

/** Twenty-odd seconds of two voices with pauses, and where somebody speaks (by 10 ms hops). */
function conversation(): { clean: Float32Array; truth: boolean[] } {
  const clean = new Float32Array(RATE * 24);
  [2, 6, 12, 17].forEach((second, i) => clean.set(utterances[i % 2]!, second * RATE));
  const truth: boolean[] = [];
  for (let from = 0; from < clean.length; from += HOP) {
    truth.push(rms(clean, from, from + HOP) > 0.01);
  }
  // Inside an utterance, gaps shorter than the hangover are speech too.
  for (let i = 0, last = -1000; i < truth.length; i++) {
    if (!truth[i]) continue;
    if (i - last < 40) truth.fill(true, last, i);
    last = i;
  }
  return { clean, truth };
}

const noises: Record<string, (length: number) => Float32Array> = {
  'no noise': (length) => new Float32Array(length),
  white: (length) => whiteNoise(length, 1, 3),
  'hum and rumble': (length) =>
    Float32Array.from(
      { length },
      (_, i) =>
        Math.sin((i * 2 * Math.PI * 50) / RATE) + 0.3 * Math.sin((i * 2 * Math.PI * 100) / RATE),
    ),
  'breathing fan': (length) => {
    const noise = whiteNoise(length, 1, 5);
    return noise.map((value, i) => value * (1 + 0.3 * Math.sin((i * 2 * Math.PI) / RATE)));
  },
};

function mix(clean: Float32Array, noise: Float32Array, snr: number): Float32Array {
  const speech = rms(utterances[0]!);
  const strength = rms(noise);
  const gain = strength === 0 ? 0 : speech / strength / 10 ** (snr / 20);
  return clean.map((value, i) => value + noise[i]! * gain);
}

function detect(signal: Float32Array, activity = new VoiceActivity()): boolean[] {
  const result: boolean[] = [];
  signal.forEach((sample, i) => {
    activity.push(sample);
    if (i % HOP === HOP - 1) result.push(activity.isSpeech);
  });
  return result;
}

describe('VoiceActivity', () => {
  for (const [name, create] of Object.entries(noises)) {
    for (const snr of name === 'no noise' ? [Infinity] : [20, 10]) {
      it(`hears speech and little else with ${name} at ${snr} dB`, (t) => {
        const { clean, truth } = conversation();
        const heard = detect(mix(clean, create(clean.length), snr));
        let hits = 0;
        let missed = 0;
        let wrong = 0;
        heard.forEach((speech, i) => {
          if (truth[i] && speech) hits++;
          // Onset (80 ms) comes with the pre-roll and is no miss.
          else if (truth[i] && truth[i - 8]) missed++;
          // The hangover (600 ms) is wanted and is no false alarm.
          else if (speech && !truth.slice(Math.max(0, i - 65), i).some(Boolean)) wrong++;
        });
        const precision = hits / (hits + wrong);
        const recall = hits / (hits + missed);
        t.diagnostic(
          `${name} ${snr} dB: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
        );
        assert.ok(precision > 0.97, `precision ${precision}`);
        assert.ok(recall > 0.95, `recall ${recall}`);
      });
    }
  }

  it('notices the start of speech within 100 ms of sound', () => {
    const signal = new Float32Array(RATE * 4);
    signal.set(utterances[0]!, RATE);
    const first = utterances[0]!.findIndex((value) => Math.abs(value) > 0.02);
    const onset = detect(signal).indexOf(true) * HOP - RATE - first;
    assert.ok(onset <= RATE / 10, `${(onset / RATE) * 1000} ms`);
  });

  it('takes no click or knock for speech', () => {
    const random = createRandom(9);
    const signal = whiteNoise(RATE * 5, 0.002);
    for (let second = 1; second < 5; second++) {
      for (let i = 0; i < RATE * 0.03; i++) signal[second * RATE + i]! += random() - 0.5;
    }
    assert.ok(!detect(signal).includes(true));
  });

  it('gets used to a new steady noise within three seconds', () => {
    const signal = whiteNoise(RATE * 10, 0.001);
    signal.set(whiteNoise(RATE * 8, 0.03, 2), RATE * 2);
    assert.ok(!detect(signal).slice(500).includes(true));
  });

  it('wants speech to be louder while the loudspeaker is on', () => {
    const background = whiteNoise(RATE * 3, 0.01);
    const signal = background.map((value, i) => (i > RATE && i < RATE * 1.5 ? value * 3.2 : value));
    const careful = new VoiceActivity();
    careful.margin = 6;
    assert.ok(detect(signal).includes(true));
    assert.ok(!detect(signal, careful).includes(true));
  });
});
