import { expect } from '@open-wc/testing';
import { PcmAssembler, toFloat } from '../../src/audio/pcm.js';
import { Player } from '../../src/audio/player.js';
import { resample } from '../../src/audio/resampler.js';
import type { PlayerMessage } from '../../src/audio/worklet-messages.js';
import { en } from '../../src/locales/en.js';
import { createRandom } from '../support/signals.js';

const RATE = 24_000;

/** Noise with a rhythm: no stretch of it looks like another. */
function createSpeech(seconds: number): Int16Array {
  const random = createRandom(7);
  return Int16Array.from(
    { length: RATE * seconds },
    (_, i) => 1 + Math.round((random() - 0.5) * 20_000 * (1.1 + Math.sin(i / 3_000))),
  );
}

interface Delivery {
  /** Seconds after the beginning. */
  at: number;
  give(player: Player): void;
}

/** Plays through the real worklet; each delivery happens at its moment of the audio clock. */
async function render(seconds: number, deliveries: Delivery[], outputRate = RATE) {
  const context = new OfflineAudioContext(1, seconds * outputRate, outputRate);
  const messages: PlayerMessage[] = [];
  const player = await Player.create(context, {
    texts: en,
    onMessage: (message) => messages.push(message),
  });
  const moments = new Map<number, Delivery[]>();
  for (const delivery of deliveries) {
    const quantum = Math.max(0, Math.ceil((delivery.at * outputRate) / 128));
    moments.set(quantum, [...(moments.get(quantum) ?? []), delivery]);
  }
  for (const [quantum, due] of moments) {
    void context.suspend((quantum * 128) / outputRate).then(async () => {
      for (const { give } of due) give(player);
      await delivered(context);
      await context.resume();
    });
  }
  const output = (await context.startRendering()).getChannelData(0);
  await delivered(context);
  player.close();
  return { output, messages };
}

/** Whatever was posted to the audio thread and back has arrived when it has loaded a module. */
async function delivered(context: BaseAudioContext): Promise<void> {
  await context.audioWorklet.addModule(`data:text/javascript,// ${Math.random()}`);
}

const play =
  (samples: Int16Array, rate = RATE) =>
  (player: Player) =>
    player.play(samples, rate);
const end = (player: Player) => player.end();

function startOf(output: Float32Array): number {
  return output.findIndex((value) => value !== 0);
}

/** The first sample that is not what it should be; -1 when all are right. */
function firstDifference(
  output: Float32Array,
  from: number,
  source: Int16Array,
  sourceFrom = 0,
  length = source.length - sourceFrom,
): number {
  for (let i = 0; i < length; i++) {
    if (output[from + i] !== toFloat(source[sourceFrom + i]!)) return i;
  }
  return -1;
}

const last = (messages: PlayerMessage[]) => messages.at(-1)!;

describe('Player', () => {
  it('plays audio that comes with jitter and in bursts without losing a sample', async () => {
    const source = createSpeech(4);
    const random = createRandom(3);
    const size = RATE / 10;
    const deliveries: Delivery[] = Array.from({ length: 40 }, (_, i) => ({
      // Three of seven come in one burst, the others 10 to 60 ms before they are due.
      at: i % 7 < 3 ? Math.floor(i / 7) * 0.7 - 0.05 : i * 0.1 - 0.06 + random() * 0.05,
      give: play(source.slice(i * size, (i + 1) * size)),
    }));
    deliveries.push({ at: 4, give: end });
    const { output, messages } = await render(5, deliveries);
    expect(firstDifference(output, startOf(output), source)).to.equal(-1);
    expect(last(messages).underruns).to.equal(0);
    expect(last(messages).type).to.equal('drained');
    expect(last(messages).played).to.equal(4);
  });

  it('starts with the first 60 ms instead of waiting for the end', async () => {
    const source = createSpeech(2);
    const size = RATE / 50;
    const deliveries = Array.from({ length: 100 }, (_, i) => ({
      at: i * 0.02,
      give: play(source.slice(i * size, (i + 1) * size)),
    }));
    const { output } = await render(2.2, [...deliveries, { at: 2, give: end }]);
    expect(startOf(output) / RATE).to.be.lessThan(0.07);
    expect(firstDifference(output, startOf(output), source)).to.equal(-1);
  });

  it('puts samples together that were cut into odd numbers of bytes', async () => {
    const source = createSpeech(1);
    const bytes = new Uint8Array(source.buffer);
    const assembler = new PcmAssembler();
    const random = createRandom(11);
    const deliveries: Delivery[] = [];
    for (let from = 0; from < bytes.length;) {
      const to = from + 1 + 2 * Math.floor(random() * 2_000);
      deliveries.push({
        at: from / bytes.length / 2,
        give: play(assembler.push(bytes.subarray(from, to))),
      });
      from = to;
    }
    const { output } = await render(1.5, [...deliveries, { at: 0.6, give: end }]);
    expect(firstDifference(output, startOf(output), source)).to.equal(-1);
  });

  it('counts each stall once and goes on where it stopped', async () => {
    const source = createSpeech(3);
    const third = source.length / 3;
    const piece = (i: number) => play(source.slice(i * third, (i + 1) * third));
    const { output, messages } = await render(5, [
      { at: 0, give: piece(0) },
      { at: 1.3, give: piece(1) },
      { at: 2.8, give: piece(2) },
      { at: 2.9, give: end },
    ]);
    expect(last(messages).underruns).to.equal(2);
    // The fades at the edges of a hole are no samples of the source.
    const fade = 0.005 * RATE;
    const at = [0, 1, 2].map((i) => {
      const from = Math.floor([0, 1.3, 2.8][i]! * RATE);
      return from + output.subarray(from).findIndex((value) => value !== 0);
    });
    for (const i of [0, 1, 2]) {
      const skip = i === 0 ? 0 : fade + 1;
      const length = third - skip;
      expect(firstDifference(output, at[i]! + skip, source, i * third + skip, length)).to.equal(
        -1,
        `piece ${i}`,
      );
    }
    const hole = output.subarray(Math.floor(1.05 * RATE), Math.floor(1.3 * RATE));
    expect(hole.every((value) => value === 0)).to.equal(true);
  });

  it('converts to the rate of the sound card', async () => {
    const source = createSpeech(1);
    const { output } = await render(
      1.2,
      [
        {
          at: 0,
          give: (player) => {
            player.play(source, RATE);
            player.end();
          },
        },
      ],
      48_000,
    );
    const expected = resample(Float32Array.from(source, toFloat), RATE, 48_000);
    const from = output.findIndex((value) => value !== 0);
    const offset = expected.findIndex((value) => value !== 0);
    let worst = 0;
    for (let i = 0; i < expected.length - offset; i++) {
      worst = Math.max(worst, Math.abs(expected[offset + i]! - output[from + i]!));
    }
    expect(worst).to.be.lessThan(1e-6);
  });

  it('keeps what is more than the buffer of the worklet holds', async () => {
    const source = createSpeech(25);
    const ticks = Array.from({ length: 50 }, (_, i) => ({ at: 0.5 + i / 2, give: () => {} }));
    const { output, messages } = await render(26, [
      {
        at: 0,
        give: (player) => {
          player.play(source, RATE);
          player.end();
        },
      },
      ...ticks,
    ]);
    expect(firstDifference(output, startOf(output), source)).to.equal(-1);
    expect(last(messages)).to.include({ type: 'drained', underruns: 0, played: 25 });
  });

  it('is silent 10 ms after a clear and plays the next turn from its first sample', async () => {
    const source = createSpeech(2);
    const { output, messages } = await render(2, [
      { at: 0, give: play(source) },
      { at: 0.5, give: (player) => player.clear() },
      { at: 1, give: play(source.slice(0, RATE / 2)) },
      { at: 1, give: end },
    ]);
    const quiet = output.subarray(Math.ceil(0.51 * RATE), RATE);
    expect(quiet.every((value) => value === 0)).to.equal(true);
    const next = RATE + output.subarray(RATE).findIndex((value) => value !== 0);
    expect(firstDifference(output, next, source, 0, RATE / 2)).to.equal(-1);
    expect(messages.map(({ type }) => type).filter((type) => type !== 'report')).to.deep.equal([
      'started',
      'cleared',
      'started',
      'drained',
    ]);
  });

  it('lets audio of another rate wait until the present one is played', async () => {
    const source = createSpeech(1);
    const ticks = Array.from({ length: 10 }, (_, i) => ({ at: 0.25 * (i + 1), give: () => {} }));
    const { output, messages } = await render(3, [
      {
        at: 0,
        give: (player) => {
          player.play(source, RATE);
          player.play(source.slice(0, RATE / 2), 12_000);
          player.end();
        },
      },
      ...ticks,
    ]);
    expect(firstDifference(output, startOf(output), source)).to.equal(-1);
    expect(
      messages.filter(({ type }) => type === 'drained').map(({ played }) => played),
    ).to.deep.equal([1, 1]);
  });
});
