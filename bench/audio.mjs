/** Sound in and out beside a plain implementation: main-thread time, latency and CPU of the worklets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { WebSocketServer } from 'ws';
import { BROWSER_ARGS, ensureBrowser } from '../test/support/browser.mjs';
import { startServer } from './support/server.mjs';
import { median, ratio, report } from './support/stage.mjs';

const ROUNDS = 3;
const SECONDS = 5;
const CLICKS = 15;
const OFFLINE = 30;
const contestants = ['adk-chat', 'plain'];

const here = import.meta.dirname;
const worklets = {
  name: 'worklets',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^worklet:/ }, ({ path: id }) => ({ path: id, namespace: 'worklet' }));
    onLoad({ filter: /.*/, namespace: 'worklet' }, async ({ path: id }) => {
      const { outputFiles } = await build({
        entryPoints: [path.join(here, `../worklets/${id.slice('worklet:'.length)}.ts`)],
        bundle: true,
        write: false,
        minify: true,
        format: 'esm',
        target: 'es2022',
      });
      return { contents: outputFiles[0].text, loader: 'text' };
    });
  },
};
mkdirSync(path.join(here, 'dist'), { recursive: true });
await build({
  entryPoints: [path.join(here, 'audio/page.js')],
  outfile: path.join(here, 'dist/audio.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  plugins: [worklets],
  logLevel: 'error',
});
writeFileSync(
  path.join(here, 'dist/audio.html'),
  '<!doctype html><html lang="en"><title>audio</title><script type="module" src="./audio.js"></script>',
);

const server = await startServer();
const live = await startLive();
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: [...BROWSER_ARGS, '--autoplay-policy=no-user-gesture-required'],
});

const samples = new Map(contestants.map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const name of contestants) samples.get(name).push(await measure(name));
}
await browser.close();
server.close();
live.close();

const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
const columns = {
  'main thread ms per s in': 'mainIn',
  'main thread ms per s out': 'mainOut',
  'microphone → socket ms': 'latencyIn',
  'socket → loudspeaker ms': 'latencyOut',
  'recorder CPU, % of real time': 'cpuIn',
  'player CPU, % of real time': 'cpuOut',
};
const row = (name, value) => ({
  implementation: name,
  ...Object.fromEntries(Object.entries(columns).map(([title, key]) => [title, value(key)])),
});
report('audio', [
  ...contestants.map((name) => row(name, (key) => Number(of(name, key).toFixed(2)))),
  row('adk-chat ÷ plain', (key) => ratio(of('adk-chat', key), of('plain', key))),
]);

async function measure(name) {
  const page = await browser.newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${server.url}/bench/dist/audio.html`);
  await page.waitForFunction(() => window.bench);
  const taskTime = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration').value * 1000;
  };
  const mainThread = async (work) => {
    await page.evaluate(
      ([method, ...args]) => window.bench[method](...args),
      [work, name, `${live.url}/${work}`],
    );
    await page.waitForTimeout(1000);
    const before = await taskTime();
    await page.waitForTimeout(SECONDS * 1000);
    const spent = (await taskTime()) - before;
    await page.evaluate(() => window.bench.stop());
    return spent / SECONDS;
  };
  const call = (method, ...args) =>
    page.evaluate(([key, ...rest]) => window.bench[key](...rest), [method, ...args]);
  const result = {
    mainIn: await mainThread('listen'),
    mainOut: await mainThread('hear'),
    latencyIn: 1000 * median(await call('latencyIn', name, `${live.url}/listen`, CLICKS)),
    latencyOut: 1000 * median(await call('latencyOut', name, CLICKS)),
    cpuIn: (await call('recordOffline', name, OFFLINE)) / OFFLINE / 10,
    cpuOut: (await call('playOffline', name, OFFLINE)) / OFFLINE / 10,
  };
  await page.close();
  return result;
}

/** Takes what it gets; at `/hear` speaks in real time, as a model server does. */
async function startLive() {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => sockets.once('listening', resolve));
  const tone = Int16Array.from({ length: 2_400 }, (_, i) => 9_000 * Math.sin(i / 9));
  const content = Buffer.from(tone.buffer).toString('base64');
  const event = JSON.stringify({ type: 'data-pcm', data: { content, sampleRate: 24_000 } });
  sockets.on('connection', (socket, { url }) => {
    if (url !== '/hear') return;
    const timer = setInterval(() => socket.send(event), 100);
    socket.on('close', () => clearInterval(timer));
  });
  return {
    url: `ws://127.0.0.1:${sockets.address().port}`,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}
