/**
 * Main-thread time while an answer streams, relative to the limit: at a steady pace that is some ten
 * times that of a fast model, and once as fast as the server can send.
 */
import { END_MARKER } from './support/answer.mjs';
import { median, openStage, ratio as exactRatio, report } from './support/stage.mjs';

const ROUNDS = 3;
const STEADY = 2;
const runs = [
  { label: '2,000 deltas', length: 2_000, pace: STEADY },
  { label: '10,000 deltas', length: 10_000, pace: STEADY },
  { label: '10,000 at once', length: 10_000, pace: Infinity },
];
const TIMEOUT = 30_000;
const stage = await openStage();
const contestants = [
  'limit',
  'adk-chat',
  'adk-chat+1000',
  'ai-elements',
  'lit-marked',
  'deep-chat',
];
const samples = new Map();

for (let round = 0; round < ROUNDS; round++) {
  for (const { label, length, pace } of runs) {
    Object.assign(stage.answer, { deltas: length, perMillisecond: pace });
    for (const name of contestants) {
      const key = `${name} ${label}`;
      // A contestant that did not finish once is not waited for again.
      if (samples.get(key)?.some(({ cpu }) => cpu === Infinity)) continue;
      const sample = await measure(name);
      samples.set(key, [...(samples.get(key) ?? []), sample]);
    }
  }
}
await stage.close();

const of = (name, { label }) => samples.get(`${name} ${label}`);
const cpu = (name, run) => median(of(name, run).map((sample) => sample.cpu));
report(
  'streaming',
  contestants.map((name) => ({
    contestant: name,
    ...Object.fromEntries(
      runs.map((run) => [`${run.label} ÷ limit`, ratio(cpu(name, run), cpu('limit', run))]),
    ),
    '10,000 ÷ 2,000': ratio(cpu(name, runs[1]), cpu(name, runs[0])),
    'longest task ms': Math.max(
      ...runs.flatMap((run) => median(of(name, run).map((sample) => sample.longest))),
    ),
  })),
);

function ratio(a, b) {
  return Number.isFinite(a) && Number.isFinite(b)
    ? exactRatio(a, b)
    : `not finished in ${TIMEOUT / 1000} s`;
}

async function measure(name) {
  const [file, history] = name.split('+');
  const { page, metrics, close } = await stage.open(file);
  try {
    if (history) await page.evaluate((count) => window.bench.history(count), Number(history));
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          window.longest = Math.max(window.longest, duration);
      }).observe({ type: 'longtask' });
    });
    await page.waitForTimeout(500);
    const before = await metrics();
    await page.evaluate(() => void window.bench.send());
    await page.waitForFunction(() => window.bench.done, null, { polling: 500, timeout: TIMEOUT });
    const after = await metrics();
    const isComplete = await page.evaluate(
      (marker) => window.bench.text().includes(marker),
      END_MARKER,
    );
    if (!isComplete) throw new Error(`${name} says that it is done but is not.`);
    return {
      cpu: after.TaskDuration - before.TaskDuration,
      longest: Math.round(await page.evaluate(() => window.longest)),
    };
  } catch (error) {
    if (error.name !== 'TimeoutError') throw error;
    return { cpu: Infinity, longest: Infinity };
  } finally {
    await close();
  }
}
