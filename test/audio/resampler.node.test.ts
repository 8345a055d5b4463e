import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resample, Resampler } from '../../src/audio/resampler.js';
import { amplitudeAt, decibels, sine } from '../support/signals.js';

const RATES = [8_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 44_099];

describe('Resampler', () => {
  for (const rate of RATES) {
    it(`gives exactly 16,000 samples per second over 10 minutes at ${rate} Hz`, () => {
      const resampler = new Resampler(rate, 16_000);
      let count = 0;
      for (let second = 1; second <= 600; second++) {
        for (let i = 0; i < rate; i++) {
          resampler.push(0);
          while (!resampler.isHungry) {
            // The filter is not what is measured: reading one value in a thousand suffices.
            if (count % 1000 === 0) resampler.pull();
            else resampler.skip();
            count++;
          }
        }
        assert.ok(Math.abs(count - second * 16_000) <= 1, `${count} after ${second} s`);
      }
    });
  }

  for (const [input, output] of [
    [48_000, 16_000],
    [44_100, 16_000],
    [24_000, 48_000],
    [24_000, 44_100],
    [16_000, 48_000],
    [44_099, 16_000],
  ] as const) {
    const lower = Math.min(input, output);

    it(`keeps speech as it is from ${input} to ${output} Hz`, () => {
      for (const frequency of [200, 1_000, 3_400, lower * 0.4]) {
        const result = resample(sine(frequency, input, input), input, output);
        const settled = result.subarray(Math.round(output * 0.1));
        const change = decibels(amplitudeAt(settled, frequency, output) / 0.5);
        assert.ok(Math.abs(change) < 0.1, `${frequency} Hz: ${change.toFixed(3)} dB`);
      }
    });

    it(`lets no alias or image through from ${input} to ${output} Hz`, () => {
      const isDown = output < input;
      for (const frequency of isDown ? [8_200, 9_500, 12_000, 15_000] : [1_000, 5_000]) {
        const result = resample(sine(frequency, input, input), input, output);
        const settled = result.subarray(Math.round(output * 0.1));
        const ghost = isDown ? Math.abs(output - frequency) : input - frequency;
        const level = decibels(amplitudeAt(settled, ghost, output) / 0.5);
        const limit = input === 44_099 ? -55 : -70;
        assert.ok(level < limit, `${frequency} Hz shows at ${ghost} Hz: ${level.toFixed(1)} dB`);
      }
    });
  }

  it('passes samples through untouched when the rates are equal', () => {
    const input = sine(440, 48_000, 1_000);
    assert.deepEqual(resample(input, 48_000, 48_000), input);
  });
});
