import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { FRAMEWORKS } from '../support/frameworks.mjs';
import { startSite, type Site } from '../support/site.js';

const EXAMPLES = path.join(FRAMEWORKS, 'examples');
const OUT = path.join(FRAMEWORKS, 'dist/site');
const PAGES = ['react/index', 'react/hydrate', 'vue/index', 'svelte/index', 'angular/index'];

/** Runs a command line tool of one of the frameworks and returns what it printed. */
function tool(file: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(FRAMEWORKS, 'node_modules', file), ...args],
    { cwd: EXAMPLES, encoding: 'utf8' },
  );
  return stripVTControlCharacters(stdout + stderr);
}

const ngc = (project: string) =>
  tool('@angular/compiler-cli/bundles/src/bin/ngc.js', '-p', `angular/${project}`);

describe('the framework examples', () => {
  let browser: Browser;
  let backend: MockBackend;
  let site: Site;
  let page: Page;

  before(async () => {
    assert.equal(ngc('tsconfig.json'), '');
    const vite = (await import(
      pathToFileURL(path.join(FRAMEWORKS, 'node_modules/vite/dist/node/index.js')).href
    )) as { build(options: object): Promise<void> };
    await vite.build({
      root: EXAMPLES,
      logLevel: 'error',
      build: {
        outDir: OUT,
        emptyOutDir: true,
        chunkSizeWarningLimit: 5000,
        rollupOptions: { input: PAGES.map((name) => path.join(EXAMPLES, `${name}.html`)) },
      },
    });
    const serverSide = execFileSync(
      process.execPath,
      [
        '--import',
        'tsx',
        '-e',
        `import('./react/server.tsx').then(({ page }) => process.stdout.write(page))`,
      ],
      { cwd: EXAMPLES, encoding: 'utf8' },
    );
    assert.match(serverSide, /<adk-chat[^>]* endpoint="\/api\/chat"/);
    const hydrated = path.join(OUT, 'react/hydrate.html');
    writeFileSync(hydrated, readFileSync(hydrated, 'utf8').replace('<!--page-->', serverSide));

    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    [backend, site] = await Promise.all([
      startMockBackend({ pace: 0 }),
      startSite({
        '/adk-chat/': path.join(FRAMEWORKS, 'node_modules/adk-chat/dist'),
        '/html/': path.join(EXAMPLES, 'html'),
        '/': OUT,
      }),
    ]);
  });
  after(async () => {
    await browser?.close();
    await Promise.all([backend?.close(), site?.close()]);
  });
  afterEach(() => page?.close());

  for (const name of [...PAGES, 'html/index']) {
    it(`${name}: properties, events, a ref and a tool card of the framework's own`, async () => {
      page = await browser.newPage();
      page.setDefaultTimeout(20_000);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text());
      });
      const tenants: (string | undefined)[] = [];
      // The example speaks to its own origin, as an application behind one server does.
      await page.route('**/api/chat', (route) => {
        tenants.push(route.request().headers()['x-tenant']);
        return route.continue({ url: `${backend.url}/api/chat` });
      });
      await page.goto(`${site.url}/${name}.html`);

      const chat = page.locator('adk-chat');
      await chat.getByText('Support').first().waitFor();
      await page.getByRole('button', { name: 'Where am I?' }).click();
      await page.getByText('Card of get_location: {}').waitFor();
      // The tool of the page ran, its result went to the server and came back in the answer.
      await chat.getByText('Kyoto').first().waitFor();
      await page.getByText('Answers: 2').waitFor();

      const card = page.locator('article[slot]');
      assert.equal(await card.count(), 1);
      assert.ok(await card.evaluate(({ assignedSlot }) => assignedSlot?.name.startsWith('tool:')));
      assert.deepEqual(tenants, ['acme', 'acme']);
      assert.deepEqual(problems, []);
    });
  }

  it('React and Vue type-check, and find exactly the mistakes of the wrong files', () => {
    const lines = tool('vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', '.').match(/^\S+\(\d+/gm);
    assert.deepEqual(lines, [
      'react/wrong.tsx(4',
      'react/wrong.tsx(5',
      'react/wrong.tsx(6',
      'react/wrong.tsx(7',
      'vue/Wrong.vue(6',
      'vue/Wrong.vue(7',
      'vue/Wrong.vue(8',
    ]);
  });

  it('Svelte type-checks, and finds exactly the mistakes of the wrong file', () => {
    const report = tool(
      'svelte-check/bin/svelte-check',
      ...['--output', 'machine', '--tsconfig', './svelte/tsconfig.json'],
    );
    const places = [...report.matchAll(/(?:ERROR|WARNING) "(.+?)" (\d+)/g)];
    assert.deepEqual(
      places.map(([, file, line]) => `${file}:${line}`),
      ['svelte/Wrong.svelte:5', 'svelte/Wrong.svelte:6', 'svelte/Wrong.svelte:7'],
    );
  });

  it('Angular type-checks templates without CUSTOM_ELEMENTS_SCHEMA', () => {
    const report = ngc('tsconfig.wrong.json');
    const places = [...report.matchAll(/(\w+\.component\.ts):(\d+)/g)];
    assert.deepEqual([...new Set(places.map(([, file, line]) => `${file}:${line}`))].sort(), [
      'wrong.component.ts:10',
      'wrong.component.ts:11',
      'wrong.component.ts:8',
      'wrong.component.ts:9',
    ]);
  });
});

describe('docs/frameworks', () => {
  for (const name of ['react', 'vue', 'svelte', 'angular', 'html']) {
    it(`${name}.md shows the files that were tested`, () => {
      const text = readFileSync(`docs/frameworks/${name}.md`, 'utf8');
      const shown = [...text.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)\n\n```\w+\n(.*?)```\n/gs)];
      for (const [, file, code] of shown) assert.equal(code, readFileSync(file!, 'utf8'), file);
      // What is left can only be the command that installs the package.
      const fences = [...text.matchAll(/^```(\w+)\n(.*?)```$/gms)];
      const others = fences.filter(([, , code]) => !shown.some(([, , known]) => known === code));
      assert.ok(shown.length > 0);
      for (const [, , code] of others) assert.equal(code, 'npm install adk-chat\n');
    });
  }
});
