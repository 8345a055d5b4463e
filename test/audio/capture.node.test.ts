import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Capture, FRAME_LENGTH } from '../../src/audio/capture.js';
import { toFloat } from '../../src/audio/pcm.js';
import { resample } from '../../src/audio/resampler.js';
import { decodeWav } from '../../src/audio/wav.js';
import type { RecorderMessage } from '../../src/audio/worklet-messages.js';
import { findLag, rms, sine } from '../support/signals.js';

const speech = Float32Array.from(
  decodeWav(readFileSync(new URL('fixtures/speech-1.wav', import.meta.url)))!.samples,
  toFloat,
);

function setUp(rate: number) {
  const messages: RecorderMessage[] = [];
  const capture = new Capture(rate, (message) => messages.push(message));
  const feed = (signal: Float32Array, block = 128) => {
    for (let i = 0; i < signal.length; i += block) capture.process([signal.subarray(i, i + block)]);
  };
  const samples = () =>
    messages.flatMap((message) => (message.type === 'frame' ? [...message.samples] : []));
  return { capture, messages, feed, samples };
}

describe('Capture', () => {
  for (const rate of [16_000, 44_100, 48_000]) {
    it(`records speech at ${rate} Hz without gap or drift`, () => {
      const { capture, feed, samples } = setUp(rate);
      capture.receive({ type: 'gate', gate: 'open' });
      feed(resample(speech, 16_000, rate));
      capture.receive({ type: 'gate', gate: 'closed' });
      const result = samples();
      assert.ok(Math.abs(result.length - speech.length) <= 1, `${result.length} samples`);
      const early = findLag(speech, result, 8_000, 4_000, 4_200, 4_000);
      const lags = [4_000, 12_000, 20_000, 26_000].map(
        (from) => findLag(speech, result, 6_000, from, from + 200, from).lag - from,
      );
      assert.ok(early.correlation > 0.99, `${early.correlation}`);
      assert.deepEqual(new Set(lags).size, 1, `lags ${lags.join()}`);
    });
  }

  it('gives the same samples for any block length', () => {
    const results = [128, 64, 1, 1000].map((block) => {
      const { capture, feed, samples } = setUp(44_100);
      capture.receive({ type: 'gate', gate: 'open' });
      feed(sine(440, 44_100, 44_100), block);
      capture.receive({ type: 'gate', gate: 'closed' });
      return samples();
    });
    for (const result of results) assert.equal(result.join(), results[0]!.join());
  });

  it('mixes all channels into one', () => {
    const { capture, messages } = setUp(16_000);
    capture.receive({ type: 'gate', gate: 'open' });
    const left = new Float32Array(FRAME_LENGTH).fill(0.5);
    capture.process([left, new Float32Array(FRAME_LENGTH)]);
    const [frame] = messages;
    assert.ok(frame?.type === 'frame');
    assert.equal(frame.samples[100], 8_192);
    assert.ok(Math.abs(frame.level - 0.25) < 1e-6);
  });

  it('sends frames of 32 ms, the rest on closing, and then says that it closed', () => {
    const { capture, messages, feed } = setUp(16_000);
    capture.receive({ type: 'gate', gate: 'open' });
    feed(new Float32Array(1_200));
    capture.receive({ type: 'gate', gate: 'closed' });
    assert.deepEqual(
      messages.map((message) => (message.type === 'frame' ? message.samples.length : message.type)),
      [512, 512, 176, 'closed'],
    );
  });

  it('lets nothing but levels out while the gate is closed', () => {
    const { messages, feed } = setUp(48_000);
    feed(sine(1_000, 48_000, 48_000).fill(0, 0, 24_000));
    assert.deepEqual([...new Set(messages.map((message) => message.type))].sort(), [
      'level',
      'speech',
    ]);
    const last = messages.findLast((message) => message.type === 'level');
    assert.ok(Math.abs(last!.level - 0.5 / Math.SQRT2) < 0.01);
  });

  it('sends what was said before it was recognised as speech, and nothing of the silence', () => {
    const { capture, messages, feed, samples } = setUp(16_000);
    capture.receive({ type: 'gate', gate: 'voice' });
    const first = speech.findIndex((value) => Math.abs(value) > 0.01);
    feed(new Float32Array(32_000));
    assert.equal(samples().length, 0);
    feed(speech);
    feed(new Float32Array(32_000));
    const words = messages.filter((message) => message.type === 'speech');
    assert.deepEqual(
      words.map((message) => message.speech),
      [true, false],
    );
    const order = messages.map((message) => message.type).filter((type) => type !== 'level');
    assert.equal(order.at(0), 'speech');
    assert.equal(order.at(-1), 'speech');
    const result = Float32Array.from(samples(), toFloat);
    const { lag, correlation } = findLag(speech, result, 16_000, 0, 6_000, first);
    assert.ok(correlation > 0.999);
    assert.ok(rms(result, 0, lag) < 0.01, 'silence before the first syllable');
    assert.ok(result.length < speech.length + 16_000);
  });
});
