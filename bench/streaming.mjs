/** Main-thread CPU while an answer streams as fast as the server can send, relative to the limit. */
import { END_MARKER } from './support/answer.mjs';
import { median, openStage, ratio as exactRatio, report } from './support/stage.mjs';

const ROUNDS = 3;
const LENGTHS = [2_000, 10_000];
const TIMEOUT = 40_000;
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
  for (const length of LENGTHS) {
    for (const name of contestants) {
      const key = `${name} ${length}`;
      // A contestant that did not finish once is not waited for again.
      if (samples.get(key)?.some(({ cpu }) => cpu === Infinity)) continue;
      const sample = await measure(name, length);
      samples.set(key, [...(samples.get(key) ?? []), sample]);
    }
  }
}
await stage.close();

const cpu = (name, length) => median((samples.get(`${name} ${length}`) ?? []).map((s) => s.cpu));
report(
  'streaming',
  contestants.map((name) => ({
    contestant: name,
    ...Object.fromEntries(
      LENGTHS.map((length) => [
        `${length} deltas ÷ limit`,
        ratio(cpu(name, length), cpu('limit', length)),
      ]),
    ),
    '10k ÷ 2k': ratio(cpu(name, 10_000), cpu(name, 2_000)),
    'longest task ms': Math.max(
      ...LENGTHS.flatMap((length) => samples.get(`${name} ${length}`).map((s) => s.longest)),
    ),
  })),
);

function ratio(a, b) {
  return Number.isFinite(a) && Number.isFinite(b)
    ? exactRatio(a, b)
    : `not finished in ${TIMEOUT / 1000} s`;
}

async function measure(name, length) {
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
    await page.evaluate((count) => void window.bench.send(count), length);
    await page.waitForFunction(
      (marker) => window.bench.done && window.bench.text().includes(marker),
      END_MARKER,
      {
        polling: 250,
        timeout: TIMEOUT,
      },
    );
    const after = await metrics();
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
