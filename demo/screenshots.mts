/**
 * `npm run screenshots`: every state of the chat as a picture in docs/images, light and dark, made
 * from the script-tag build. `npm run screenshots -- table error` makes only the named ones.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type Axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { BROWSER_ARGS, ensureBrowser } from '../test/support/browser.mjs';
import { states, type State } from './screenshot-states.mjs';
import { startMockBackend } from './server/mock-backend.js';

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const root = fileURLToPath(new URL('..', import.meta.url));
const target = process.env['SCREENSHOTS'] ?? path.join(root, 'docs/images');
const wanted = process.argv.slice(2);

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/dist/') && !pathname.includes('..')) {
    try {
      const body = readFileSync(path.join(root, pathname));
      response.setHeader('content-type', 'text/javascript').end(body);
    } catch {
      response.writeHead(404).end();
    }
    return;
  }
  const state = states.find(({ name }) => name === pathname.slice(1));
  response.setHeader('content-type', 'text/html; charset=utf-8').end(page(state?.page));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
mkdirSync(target, { recursive: true });

const backend = await startMockBackend();
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
try {
  for (const state of states) {
    if (wanted.length > 0 && !wanted.includes(state.name)) continue;
    for (const scheme of state.schemes ?? (['light', 'dark'] as const)) {
      await shoot(browser, state, scheme);
      console.log(`${state.name}-${scheme}`);
    }
  }
} finally {
  await browser.close();
  await backend.close();
  server.close();
}

async function shoot(browser: Browser, state: State, scheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    viewport: state.viewport ?? { width: 760, height: 720 },
    deviceScaleFactor: state.scale ?? 1,
    colorScheme: scheme,
    forcedColors: state.forcedColors ? 'active' : 'none',
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    permissions: ['microphone'],
    hasTouch: state.touch ?? false,
    isMobile: state.touch ?? false,
  });
  const tab = await context.newPage();
  tab.setDefaultTimeout(10_000);
  // The TypeScript runner wraps named functions in a call that a page does not know.
  await tab.addInitScript('globalThis.__name = (value) => value');
  tab.on('pageerror', (error) => console.error(`${state.name}: ${error.message}`));
  await tab.goto(`${origin}/${state.name}`);
  await tab.waitForFunction(() => customElements.get('adk-chat') !== undefined);
  await state.prepare(tab, backend.url);
  await tab.evaluate(() => document.fonts.ready.then(() => undefined));
  await checkAccessibility(tab, `${state.name}-${scheme}`);
  await tab.screenshot({
    path: path.join(target, `${state.name}-${scheme}.png`),
    animations: 'disabled',
    caret: 'hide',
  });
  await context.close();
}

/** A picture of something inaccessible is no success. */
async function checkAccessibility(tab: Page, name: string): Promise<void> {
  await tab.evaluate(AXE);
  const violations = await tab.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const { violations } = await axe.run('adk-chat', {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id} ${String(target)}`),
    );
  });
  for (const violation of violations) console.error(`${name}: ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}

function page(body = '<adk-chat heading="Support"></adk-chat>'): string {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>adk-chat</title>
  <style>
    html { color-scheme: light dark; }
    html, body { height: 100%; margin: 0; }
  </style>
  ${body}
  <script src="/dist/adk-chat.min.js"></script>
</html>`;
}
