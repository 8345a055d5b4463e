/** What stays behind after a chat was mounted, answered and removed a hundred times. */
import { openStage, ratio, report } from './support/stage.mjs';

const WARM_UP = 20;
const CYCLES = 100;
const stage = await openStage();
const { page, client, metrics, close } = await stage.open('adk-chat');

const run = (count) =>
  page.evaluate(async (cycles) => {
    for (let i = 0; i < cycles; i++) await window.bench.cycle();
  }, count);

await run(WARM_UP);
const before = await settled();
await run(CYCLES);
const after = await settled();
await close();
await stage.close();

report('memory', [
  {
    cycles: CYCLES,
    'heap after ÷ before': ratio(after.JSHeapUsedSize, before.JSHeapUsedSize),
    'DOM nodes left': after.Nodes - before.Nodes,
    'listeners left': after.JSEventListeners - before.JSEventListeners,
    'heap MB': Number((after.JSHeapUsedSize / 1e6).toFixed(1)),
  },
]);

/** The engine frees some things only after a while, so the lowest of a few looks counts. */
async function settled() {
  let lowest;
  for (let look = 0; look < 5; look++) {
    await page.waitForTimeout(300);
    await client.send('HeapProfiler.collectGarbage');
    const seen = await metrics();
    if (!lowest || seen.JSHeapUsedSize < lowest.JSHeapUsedSize) lowest = seen;
  }
  return lowest;
}
