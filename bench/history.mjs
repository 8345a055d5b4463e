/** Opening a long conversation, and scrolling through it. */
import { median, openStage, ratio, report } from './support/stage.mjs';

const ROUNDS = 3;
const LENGTHS = [200, 5_000];
const contestants = ['adk-chat', 'deep-chat'];
const stage = await openStage();
const samples = new Map();

for (let round = 0; round < ROUNDS; round++) {
  for (const name of contestants) {
    for (const length of LENGTHS) {
      const key = `${name} ${length}`;
      samples.set(key, [...(samples.get(key) ?? []), await measure(name, length)]);
    }
  }
}
await stage.close();

const of = (name, length, key) =>
  median(samples.get(`${name} ${length}`).map((sample) => sample[key]));
report(
  'history',
  contestants.map((name) => ({
    contestant: name,
    'first paint, 5,000 ÷ 200': ratio(of(name, 5_000, 'paint'), of(name, 200, 'paint')),
    'DOM nodes per message': ratio(of(name, 5_000, 'nodes'), 5_000),
    'heap MB at 5,000': Number((of(name, 5_000, 'heap') / 1e6).toFixed(1)),
    'longest task while scrolling ms': of(name, 5_000, 'longest'),
  })),
);

async function measure(name, length) {
  const { page, client, metrics, close } = await stage.open(name);
  const before = await metrics();
  const paint = await page.evaluate(async (count) => {
    const start = performance.now();
    window.bench.history(count);
    await new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
    );
    return performance.now() - start;
  }, length);
  await page.waitForTimeout(1000);
  const longest = await page.evaluate(async () => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ type: 'longtask' });
    const scroller = window.bench.scroller();
    for (let step = 40; step >= 0; step--) {
      scroller.scrollTop = (scroller.scrollHeight * step) / 40;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    return Math.round(longest);
  });
  await client.send('HeapProfiler.collectGarbage');
  const after = await metrics();
  await close();
  return {
    paint,
    longest,
    nodes: after.Nodes - before.Nodes,
    heap: after.JSHeapUsedSize - before.JSHeapUsedSize,
  };
}
