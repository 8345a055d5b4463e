import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { BROWSER_ARGS, ensureBrowser } from '../../test/support/browser.mjs';
import { startServer } from './server.mjs';

const BENCH = path.resolve(import.meta.dirname, '..');
const DIST = path.join(BENCH, 'dist');

/** Installs the peers, bundles every contestant, starts the server and the browser. */
export async function openStage() {
  if (!existsSync(path.join(BENCH, 'node_modules'))) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: BENCH, stdio: 'inherit' });
  }
  if (!existsSync(path.join(BENCH, '../dist/adk-chat.min.js'))) {
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: path.join(BENCH, '..'),
      stdio: 'inherit',
    });
  }
  mkdirSync(DIST, { recursive: true });
  const names = readdirSync(path.join(BENCH, 'contestants')).map((file) =>
    path.basename(file, '.js'),
  );
  for (const name of names) {
    await build({
      entryPoints: [path.join(BENCH, `contestants/${name}.js`)],
      outfile: path.join(DIST, `${name}.js`),
      bundle: true,
      external: ['/dist/*'],
      minify: true,
      format: 'esm',
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
      loader: { '.css': 'empty' },
      logLevel: 'error',
    });
    writeFileSync(
      path.join(DIST, `${name}.html`),
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><body><script type="module" src="./${name}.js"></script>`,
    );
  }
  const server = await startServer();
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...BROWSER_ARGS, '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  return {
    names,
    /** What the server answers: how many deltas, how many per millisecond. */
    answer: server.answer,
    size: (name) => {
      const file = name === 'adk-chat' ? '../dist/adk-chat.min.js' : `dist/${name}.js`;
      return gzipSync(readFileSync(path.join(BENCH, file)), { level: 9 }).length;
    },
    async open(name, { query = '', throttle = 1, watchInput = false } = {}) {
      const page = await browser.newPage();
      if (watchInput) await page.addInitScript(watchForInput);
      const client = await page.context().newCDPSession(page);
      // Time that the thread really ran, whatever else the machine is doing.
      await client.send('Performance.enable', { timeDomain: 'threadTicks' });
      if (throttle > 1) await client.send('Emulation.setCPUThrottlingRate', { rate: throttle });
      await page.goto(`${server.url}/bench/dist/${name}.html${query}`);
      await page.waitForFunction(() => window.bench);
      return { page, client, metrics: () => metrics(client), close: () => page.close() };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function metrics(client) {
  const { metrics: list } = await client.send('Performance.getMetrics');
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

/** Runs in the page: notes when the first visible text field is there. */
function watchForInput() {
  const find = (root) => {
    for (const element of root.querySelectorAll('*')) {
      const isInput = element.matches('textarea, input[type=text], [contenteditable]');
      if (isInput && element.getBoundingClientRect().width > 0) return element;
      const inner = element.shadowRoot && find(element.shadowRoot);
      if (inner) return inner;
    }
    return undefined;
  };
  const look = () => {
    if (document.body && find(document)) window.inputAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export const ratio = (a, b) => Number((a / b).toFixed(2));

export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

/** Keeps each metric's results in one JSON file beside the scripts. */
export function report(metric, result) {
  const file = path.join(BENCH, 'results.json');
  const all = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  all[metric] = result;
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  console.table(result);
}
