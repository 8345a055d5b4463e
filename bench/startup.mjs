/** From an empty page to a text field one can type into, on a processor slowed down four times. */
import { median, openStage, ratio, report } from './support/stage.mjs';

const ROUNDS = 5;
const THROTTLE = 4;
const contestants = ['lit-only', 'adk-chat', 'ai-elements', 'deep-chat'];
const stage = await openStage();
const samples = new Map(contestants.map((name) => [name, []]));

for (let round = 0; round < ROUNDS; round++) {
  for (const name of contestants) {
    samples.get(name).push({ cpu: await cpu(name), usable: await usable(name) });
  }
}
const heap = {};
for (const count of [1, 10]) {
  const { client, metrics, close } = await stage.open('adk-chat', { query: `?count=${count}` });
  heap[count] = await settledHeap(client, metrics);
  await close();
}
await stage.close();

const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
report('startup', [
  ...contestants.map((name) => ({
    contestant: name,
    'script, style and layout ÷ deep-chat': ratio(of(name, 'cpu'), of('deep-chat', 'cpu')),
    'input usable ÷ bare lit page': ratio(of(name, 'usable'), of('lit-only', 'usable')),
    'script KB gzip': Number((stage.size(name) / 1024).toFixed(1)),
  })),
]);
report('elements', [
  { 'heap of ten chats ÷ heap of one': ratio(heap[10], heap[1]), 'MB for one': megabytes(heap[1]) },
]);

/** Evaluation and first render; watching for the input would be part of it, so that is another page. */
async function cpu(name) {
  const { page, metrics, close } = await stage.open(name, { throttle: THROTTLE });
  await page.waitForTimeout(1500);
  const { ScriptDuration, RecalcStyleDuration, LayoutDuration } = await metrics();
  await close();
  return ScriptDuration + RecalcStyleDuration + LayoutDuration;
}

async function usable(name) {
  const { page, close } = await stage.open(name, { throttle: THROTTLE, watchInput: true });
  await page.waitForFunction(() => window.inputAt);
  const at = await page.evaluate(() => window.inputAt);
  await close();
  return at;
}

async function settledHeap(client, metrics) {
  await client.send('HeapProfiler.collectGarbage');
  return (await metrics()).JSHeapUsedSize;
}

function megabytes(bytes) {
  return Number((bytes / 1e6).toFixed(1));
}
