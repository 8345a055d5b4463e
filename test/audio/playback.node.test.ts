import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Playback } from '../../src/audio/playback.js';
import { floatsToInt16, toFloat } from '../../src/audio/pcm.js';
import { resample } from '../../src/audio/resampler.js';
import type { PlayerMessage } from '../../src/audio/worklet-messages.js';
import { sine } from '../support/signals.js';

const QUANTUM = 128;

function setUp(rate = 48_000) {
  const messages: PlayerMessage[] = [];
  const playback = new Playback(rate, (message) => messages.push(message));
  const output: number[] = [];
  /** Plays this many milliseconds. */
  const play = (milliseconds: number) => {
    for (let left = (milliseconds * rate) / 1000; left > 0; left -= QUANTUM) {
      const block = new Float32Array(QUANTUM);
      playback.process(block);
      output.push(...block);
    }
  };
  const write = (samples: Int16Array, sampleRate = rate) =>
    playback.receive({ type: 'audio', samples, sampleRate });
  const types = () => messages.map((message) => message.type).filter((type) => type !== 'report');
  return { playback, messages, output, play, write, types };
}

const tone = (milliseconds: number, rate = 48_000) =>
  floatsToInt16(sine(440, rate, (rate * milliseconds) / 1000));

function biggestStep(samples: number[], from = 0, to = samples.length): number {
  let biggest = 0;
  for (let i = from + 1; i < to; i++)
    biggest = Math.max(biggest, Math.abs(samples[i]! - samples[i - 1]!));
  return biggest;
}
/** The steepest slope of the tone itself, with a little room. */
const SMOOTH = 0.5 * 2 * Math.PI * (440 / 48_000) * 1.1;

describe('Playback', () => {
  it('gives back every sample, in order and without a gap, at the same rate', () => {
    const { playback, output, play, write, messages, types } = setUp();
    const source = tone(1_000);
    for (let i = 0; i < source.length; i += 777) write(source.slice(i, i + 777));
    playback.receive({ type: 'end' });
    play(1_100);
    assert.equal(
      source.findIndex((value, i) => output[i] !== toFloat(value)),
      -1,
    );
    const silence = output.slice(source.length + 48 * 5 + 1);
    assert.ok(silence.length > 1_000 && silence.every((value) => value === 0));
    assert.deepEqual(types(), ['started', 'drained']);
    assert.equal(messages.at(-1)!.underruns, 0);
    assert.equal(messages.at(-1)!.played, 1);
  });

  for (const inputRate of [16_000, 22_050, 24_000]) {
    it(`plays ${inputRate} Hz like a conversion of the whole signal at once`, () => {
      const { playback, output, play, write } = setUp();
      const source = tone(500, inputRate);
      write(source, inputRate);
      playback.receive({ type: 'end' });
      play(600);
      const expected = resample(Float32Array.from(source, toFloat), inputRate, 48_000);
      let worst = 0;
      expected.forEach((value, i) => (worst = Math.max(worst, Math.abs(value - output[i]!))));
      assert.ok(worst < 1e-6, `${worst}`);
    });
  }

  it('waits for 60 ms before it starts, and reports what is buffered', () => {
    const { output, play, write, types, messages } = setUp();
    write(tone(40));
    play(100);
    assert.ok(output.every((value) => value === 0));
    assert.equal(messages.at(-1)!.state, 'buffering');
    assert.equal(messages.at(-1)!.buffered, 0.04);
    write(tone(20));
    play(10);
    assert.deepEqual(types(), ['started']);
  });

  it('plays a short piece at once when it is all there is', () => {
    const { playback, play, write, types } = setUp();
    write(tone(20));
    playback.receive({ type: 'end' });
    play(30);
    assert.deepEqual(types(), ['started', 'drained']);
  });

  it('plays a short piece after 200 ms when nobody says that it is all', () => {
    const { play, write, types } = setUp();
    write(tone(20));
    play(195);
    assert.deepEqual(types(), []);
    play(15);
    assert.deepEqual(types(), ['started']);
  });

  it('counts an underrun when audio comes late, fades out and in, and buffers more from then on', () => {
    const { play, write, messages, output } = setUp();
    write(tone(100));
    play(150);
    const before = output.length;
    assert.equal(messages.at(-1)!.underruns, 0, 'not yet: it may have been the end');
    for (let i = 0; i < 5; i++) write(tone(100));
    play(300);
    assert.equal(messages.at(-1)!.underruns, 1);
    assert.equal(messages.at(-1)!.target.toFixed(2), '0.09');
    assert.ok(biggestStep(output) < SMOOTH * 1.5, `step ${biggestStep(output)}`);
    assert.ok(output.slice(before - 480, before).every((value) => value === 0));
  });

  it('lets the buffer grow to 200 ms at most and shrink again in calm times', () => {
    const { play, write, messages } = setUp();
    for (let i = 0; i < 8; i++) {
      write(tone(250));
      play(300);
    }
    write(tone(250));
    play(50);
    assert.equal(messages.at(-1)!.underruns, 8);
    assert.equal(messages.at(-1)!.target, 0.2);
    for (let i = 0; i < 110; i++) {
      write(tone(200));
      play(200);
    }
    assert.ok(messages.at(-1)!.target < 0.17);
  });

  it('counts no underrun when the end is announced after the last sample was played', () => {
    const { playback, play, write, messages, types } = setUp();
    write(tone(100));
    play(150);
    playback.receive({ type: 'end' });
    write(tone(100));
    play(50);
    assert.deepEqual(types(), ['started', 'drained', 'started']);
    assert.equal(messages.at(-1)!.underruns, 0);
  });

  it('takes a second without audio for the end', () => {
    const { play, write, types } = setUp();
    write(tone(100));
    play(1_050);
    assert.deepEqual(types(), ['started']);
    play(100);
    assert.deepEqual(types(), ['started', 'drained']);
  });

  it('falls silent within 5 ms of a clear, without a click', () => {
    const { playback, play, write, output, types } = setUp();
    write(tone(1_000));
    play(100);
    const at = output.length;
    playback.receive({ type: 'clear' });
    play(50);
    assert.ok(biggestStep(output, at - 1) < SMOOTH * 1.5);
    assert.ok(output.slice(at + 48 * 5 + 2).every((value) => value === 0));
    assert.deepEqual(types(), ['started', 'cleared']);
  });

  it('tells how much was heard when it is cleared', () => {
    const { playback, play, write, messages } = setUp();
    write(tone(1_000));
    play(400);
    playback.receive({ type: 'clear' });
    play(50);
    const cleared = messages.find((message) => message.type === 'cleared')!;
    assert.ok(Math.abs(cleared.played - 0.405) < 0.005, `${cleared.played}`);
    assert.equal(cleared.consumed, 48_000);
  });

  it('keeps what is written after a clear', () => {
    const { playback, play, write, output } = setUp();
    write(tone(1_000));
    play(100);
    playback.receive({ type: 'clear' });
    const next = new Int16Array(4_800).fill(1_000);
    write(next);
    playback.receive({ type: 'end' });
    play(300);
    const at = output.indexOf(toFloat(1_000));
    assert.ok(output.slice(at, at + 4_800).every((value) => value === toFloat(1_000)));
  });

  it('lowers and raises its voice gradually', () => {
    const { playback, play, write, output } = setUp();
    write(new Int16Array(96_000).fill(16_384));
    play(100);
    playback.receive({ type: 'gain', gain: 0.2 });
    play(200);
    assert.ok(Math.abs(output.at(-1)! - 0.1) < 1e-6);
    assert.ok(biggestStep(output, 1) < 0.001);
    playback.receive({ type: 'gain', gain: 1 });
    play(200);
    assert.equal(output.at(-1), 0.5);
  });

  it('takes a new rate', () => {
    const { playback, play, write, messages } = setUp();
    for (const rate of [24_000, 16_000]) {
      write(tone(200, rate), rate);
      playback.receive({ type: 'end' });
      play(300);
      assert.equal(messages.at(-1)!.type, 'drained');
      assert.equal(messages.at(-1)!.played.toFixed(3), '0.200');
    }
  });
});
