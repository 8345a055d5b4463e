import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WebSocketServer } from 'ws';
import { HELP_INTRO } from '../../demo/server/scenario-texts.js';
import { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';
import { floatsToInt16, toFloat } from '../../src/audio/pcm.js';
import { resample } from '../../src/audio/resampler.js';
import { decodeWav } from '../../src/audio/wav.js';
import { findLag, whiteNoise } from '../support/signals.js';
import { ON, openVoiceStage, reached, type VoiceStage } from '../support/voice-stage.js';

const RATE = 16_000;

interface LiveFrame {
  type: string;
  action?: string;
  chunk?: string;
  reason?: string;
}

/** A server that only listens. */
async function startListener() {
  const frames: LiveFrame[] = [];
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as LiveFrame;
      if (frame.type !== 'ping') frames.push(frame);
    });
  });
  const { port } = server.address() as { port: number };
  return {
    url: `ws://127.0.0.1:${port}`,
    frames,
    samples: () =>
      Float32Array.from(
        frames.flatMap(({ type, chunk = '' }) => {
          if (type !== 'audio_chunk') return [];
          const bytes = Uint8Array.from(Buffer.from(chunk, 'base64'));
          return [...new Int16Array(bytes.buffer)];
        }),
        toFloat,
      ),
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`waited 30 s for ${what}`);
}

/** Presses the microphone button down until the work is done. */
async function hold(page: Page, work: () => Promise<void>): Promise<void> {
  const button = page.locator('[part=mic-button]');
  await button.hover();
  await page.mouse.down();
  await work();
  await page.mouse.up();
}

describe('the microphone', () => {
  // Noise of the bandwidth of a voice: every moment of it is unlike every other.
  const source = resample(whiteNoise(6_000 * 12, 0.4), 6_000, RATE);
  const fine = resample(source, RATE, 48_000);
  let stage: VoiceStage;
  before(async () => {
    stage = await openVoiceStage({ microphone: floatsToInt16(fine) });
  });
  after(() => stage.close());

  it('reaches the server sample by sample, without gap or drift', async () => {
    const server = await startListener();
    const page = await stage.open(`voice transport="adk-stream" endpoint="${server.url}"`, {
      raw: true,
    });
    await hold(page, () => until(() => server.samples().length > 4 * RATE, 'four seconds'));
    await until(() => server.frames.at(-1)?.action === 'stop', 'the end');
    const asked = await page.evaluate(() => window.witness.asked);
    await page.close();
    server.close();

    assert.deepEqual(asked, [
      {
        audio: {
          channelCount: 1,
          echoCancellation: true,
          noiseSuppression: true,
          autoGainControl: true,
        },
      },
    ]);
    const types = server.frames.map(({ type, action }) => action ?? type);
    assert.deepEqual(
      types.filter((type, i) => type !== types[i - 1]),
      ['start', 'audio_chunk', 'stop'],
    );
    const received = server.samples();
    const receivedFine = resample(received, RATE, 48_000);
    // A loaded machine may make the fake device stumble: what counts is a long stretch without.
    const size = RATE / 4;
    let best = { seconds: 0, lag: NaN, least: 1 };
    let run = best;
    for (let at = 0; at + size <= received.length; at += size) {
      const isKnown = !Number.isNaN(run.lag);
      const [from, to] = isKnown ? [at + run.lag - 2, at + run.lag + 2] : [0, 8 * RATE];
      const coarse = findLag(received, source, size, Math.max(0, from), to, at);
      // The delay is no whole number of samples: a third of one is near enough to compare.
      const { correlation } = findLag(
        receivedFine,
        fine,
        size * 3,
        coarse.lag * 3 - 4,
        coarse.lag * 3 + 4,
        at * 3,
      );
      const isClean = correlation > 0.99;
      if (!isClean) run = { seconds: 0, lag: NaN, least: 1 };
      else if (run.lag !== coarse.lag - at) run = { seconds: 0.25, lag: coarse.lag - at, least: 1 };
      else run = { ...run, seconds: run.seconds + 0.25 };
      run.least = Math.min(run.least, correlation);
      if (run.seconds > best.seconds) best = { ...run };
    }
    console.log(
      `microphone → server: ${best.seconds} s in a row without a lost sample, correlation ≥ ${best.least.toFixed(4)}`,
    );
    assert.ok(best.seconds >= 2, `only ${best.seconds} s were clean`);
  });

  it('is off, with everything it needed, after each of ten conversations', async () => {
    const server = await startListener();
    const page = await stage.open(
      `voice="hands-free" transport="adk-stream" endpoint="${server.url}"`,
    );
    await page.locator('[part=mic-button]').waitFor();
    for (let cycle = 0; cycle < 10; cycle++) {
      const from = await page.evaluate(() => window.witness.states.length);
      await page.getByRole('button', { name: 'Start voice' }).click();
      await reached(page, ON, from);
      await page.getByRole('button', { name: 'Stop voice' }).click();
      await reached(page, 'off', from);
    }
    await page.waitForFunction(() =>
      window.witness.contexts.every(({ state }) => state === 'closed'),
    );
    const left = await page.evaluate(() => ({
      contexts: window.witness.contexts.length,
      tracks: window.witness.tracks.map(({ readyState }) => readyState),
    }));
    assert.deepEqual(left, { contexts: 10, tracks: Array.from({ length: 10 }, () => 'ended') });

    await page.getByRole('button', { name: 'Start voice' }).click();
    await page.waitForFunction(() => window.witness.tracks.at(-1)?.readyState === 'live');
    await page.evaluate(() => document.querySelector('adk-chat')!.remove());
    await page.waitForFunction(() =>
      window.witness.tracks.every(({ readyState }) => readyState === 'ended'),
    );
    await page.close();
    server.close();
  });
});

describe('a conversation by voice', () => {
  const words = readFileSync(new URL('../audio/fixtures/speech-1.wav', import.meta.url));
  const phrase = Float32Array.from(decodeWav(words)!.samples, toFloat);
  let stage: VoiceStage;
  let backend: MockBackend;
  let page: Page;
  before(async () => {
    // The phrase, and enough silence for an answer to begin.
    const loop = new Float32Array(RATE * 6);
    loop.set(phrase, RATE);
    [stage, backend] = await Promise.all([
      openVoiceStage({ microphone: floatsToInt16(resample(loop, RATE, 48_000)), loop: true }),
      startMockBackend({ speechPause: 3_000 }),
    ]);
  });
  after(() => Promise.all([stage.close(), backend.close()]));
  afterEach(() => page.close());

  const talk = async (voice: string, query: Record<string, string>) => {
    const endpoint = `${backend.url.replace('http', 'ws')}/live?${new URLSearchParams(query)}`;
    page = await stage.open(`voice="${voice}" transport="adk-stream" endpoint="${endpoint}"`);
    await page.locator('[part=mic-button]').waitFor();
  };
  const texts = (part: string) => page.locator(`[part~="${part}"] [part=text]`).allTextContents();

  it('shows what was said before the answer, speaks it, and keeps it as a recording', async () => {
    await talk('push-to-talk', { heard: 'Hello!' });
    await hold(page, () => reached(page, 'speech'));
    await reached(page, 'speaking');
    await page.locator('.caption.assistant', { hasText: 'Hello' }).waitFor();
    await page.locator('adk-audio').waitFor();
    const order = await page
      .locator('[part~="message"]')
      .evaluateAll((all) => all.map((message) => message.getAttribute('aria-label')));
    assert.deepEqual(order, ['You', 'Assistant']);
    assert.deepEqual(await texts('message-user'), ['Hello!']);
    assert.match((await texts('message-assistant'))[0]!, /^Hello! I am a scripted agent/);
    const clip = page.getByRole('group', { name: 'Recording' });
    await clip.getByRole('button', { name: 'Play' }).click();
    await clip.getByRole('button', { name: 'Pause' }).waitFor();
    const href = await clip.getByRole('link', { name: 'Download' }).getAttribute('href');
    const bytes = await page.evaluate(
      async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
      href!,
    );
    const wav = decodeWav(Uint8Array.from(bytes))!;
    assert.equal(wav.sampleRate, 24_000);
    assert.ok(wav.samples.length > 24_000 && wav.samples.some((sample) => sample > 5_000));
  });

  it('asks before it pays, lowers its voice meanwhile, and goes on after the answer', async () => {
    await talk('push-to-talk', { heard: 'Please pay Alice 20 euros.' });
    await hold(page, () => reached(page, 'speech'));
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.getByText('A question waits for your answer').waitFor();
    const approve = page.getByRole('button', { name: 'Approve' });
    await page.waitForFunction(
      (button) => button?.getAttribute('aria-disabled') !== 'true',
      await approve.elementHandle(),
    );
    await approve.click();
    await page.getByText('A question waits for your answer').waitFor({ state: 'detached' });
    await page.locator('adk-audio').waitFor();
    assert.equal((await texts('message-user')).length, 1);
    assert.deepEqual(await page.evaluate(() => window.witness.gains), [1, 0.2, 1]);
  });

  it('falls silent when it is interrupted and keeps of its answer what was heard', async () => {
    await talk('hands-free', { heard: 'help', interrupt: 'stop' });
    const sent: LiveFrame[] = [];
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)) as LiveFrame));
    });
    await page.getByRole('button', { name: 'Start voice' }).click();
    await reached(page, 'speaking');
    await page.waitForFunction(() =>
      window.witness.worklets.some(({ data }) => data.type === 'cleared'),
    );
    await page.waitForFunction(() =>
      /…$/.test(
        document
          .querySelector('adk-chat')!
          .store!.messages.find(({ role }) => role === 'assistant')
          ?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
          .join('') ?? '',
      ),
    );
    await page.getByRole('button', { name: 'Stop voice' }).click();
    await reached(page, 'off');
    const messages = await page.evaluate(() => window.witness.worklets);
    const cleared = messages.findIndex(({ data }) => data.type === 'cleared');
    const speech = messages.slice(0, cleared).findLastIndex(({ data }) => data.speech === true);
    assert.ok(speech >= 0, 'silence follows speech');
    const latency = messages[cleared]!.time - messages[speech]!.time;

    const types = sent.map(({ type, action }) => action ?? type).filter((type) => type !== 'ping');
    const interrupt = types.indexOf('interrupt');
    assert.ok(interrupt >= 0, 'the server was told');
    // First the interruption, then the words that caused it.
    assert.equal(types[interrupt - 1], 'stop');
    assert.deepEqual(types.slice(interrupt + 1, interrupt + 3), ['start', 'audio_chunk']);

    const chunks = sent.slice(sent.findIndex(({ type }) => type === 'interrupt'));
    const samples = chunks.flatMap(({ type, chunk = '' }) =>
      type === 'audio_chunk'
        ? [...new Int16Array(Uint8Array.from(Buffer.from(chunk, 'base64')).buffer)]
        : [],
    );
    const onset = samples.findIndex((sample) => Math.abs(sample) > 600);
    const noticed = (0.3 * RATE - onset) / (RATE / 1000);
    console.log(
      `barge-in: speech recognised after ${noticed.toFixed(0)} ms, loudspeaker silent ${latency.toFixed(1)} ms later`,
    );
    const [answer] = await texts('message-assistant');
    assert.match(answer!, /…\s*$/);
    const heard = answer!.replace(/…\s*$/, '').slice(0, 60);
    assert.ok(HELP_INTRO.startsWith(heard), answer);
  });
});
