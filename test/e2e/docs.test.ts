/**
 * Runs every code block of README.md and docs/. How a block is run depends on its language:
 *
 * - `html` is a page of its own. The chat must come up and, where it has a mock endpoint, answer.
 * - `ts` is type-checked against the built types and run: in a page that has a `chat`, or in Node if
 *   it uses nothing of a page (`ts server` says so explicitly). `js` is only run.
 * - `css` must parse and may only use documented tokens and parts; `json` and `python` must parse.
 * - `sh` may only use commands that exist.
 * - Anything else, and what needs a framework, must stand in the same words in a test or in the demo.
 *
 * `https://example.com` is the mock backend, a CDN is `dist`. `DOCS=docs/voice.md` narrows it to one file.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import {
  DOCUMENTS,
  isExercisedElsewhere,
  readSnippets,
  type Snippet,
} from '../support/snippets.js';

/** Inside the package, so that `adk-chat` means the package itself. */
const FOLDER = 'test-results/docs';
/** Languages in which there is nothing to run: wire traffic, plain text, somebody's server. */
const TEXT = new Set(['text', 'http', 'nginx', 'diff', 'apache', 'csp']);
const RUNNABLE = new Set(['html', 'ts', 'js', 'css', 'json', 'python', 'sh']);

const pkg = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  scripts: Record<string, string>;
};
const documents = DOCUMENTS.filter((file) => file.includes(process.env['DOCS'] ?? ''));
const snippets = documents
  .flatMap((file) => readSnippets(file))
  .filter((snippet) => !TEXT.has(snippet.language) && !isLeftToOthers(snippet));
const scripts = snippets.filter(({ language }) => language === 'ts' || language === 'js');

const nameOf = ({ file, line }: Snippet) => `${file.replace(/\W/g, '-')}-${line}`;
const sourceOf = (snippet: Snippet) => `${FOLDER}/${nameOf(snippet)}.${snippet.language}`;
const runsInNode = ({ marks, code }: Snippet) =>
  marks.includes('server') ||
  !/\b(document|window|customElements|navigator|HTMLElement|define|react|chat)\b/.test(
    code.replaceAll(/adk-chat|api\/chat/g, ''),
  );

/** Code of frameworks, which are not installed here. */
function isLeftToOthers(snippet: Snippet): boolean {
  const runsHere = RUNNABLE.has(snippet.language) && !snippet.file.includes('frameworks');
  return !runsHere && isExercisedElsewhere(snippet);
}

let backend: MockBackend;
let browser: Browser;

before(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  backend = await startMockBackend();
  browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
  for (const snippet of scripts) {
    writeFileSync(sourceOf(snippet), `${toMock(snippet.code)}\nexport {};\n`);
  }
  const inPages = scripts.filter((snippet) => !runsInNode(snippet));
  await build({
    entryPoints: [...inPages.map(sourceOf), 'adk-chat/define'],
    entryNames: '[name]',
    outdir: `${FOLDER}/page`,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  });
});

after(async () => {
  await browser?.close();
  await backend?.close();
});

for (const file of documents) {
  const own = snippets.filter((snippet) => snippet.file === file);
  if (own.length === 0) continue;
  describe(`the code blocks of ${file}`, () => {
    for (const snippet of own) {
      it(`line ${snippet.line} (${snippet.language}) works`, { timeout: 60_000 }, () =>
        run(snippet),
      );
    }
  });
}

it('the API reference is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['docs/api.mjs', '--check'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

it('the TypeScript of the documentation fits the types of the package', () => {
  writeFileSync(
    `${FOLDER}/page.d.ts`,
    `import type { AdkChatElement } from 'adk-chat';
     import {} from 'adk-chat/define';
     declare global { const chat: AdkChatElement; }`,
  );
  writeFileSync(
    `${FOLDER}/tsconfig.json`,
    JSON.stringify({
      compilerOptions: {
        noEmit: true,
        strict: true,
        skipLibCheck: true,
        target: 'es2022',
        module: 'nodenext',
        lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
        types: ['node'],
      },
      include: ['*.ts'],
    }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', FOLDER, '--pretty', 'false'],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout);
});

function run(snippet: Snippet): Promise<void> | void {
  const { language, code } = snippet;
  assert.ok(
    RUNNABLE.has(language),
    `A block in "${language || 'no language'}" can't be run: put the same lines into a test.`,
  );
  if (language === 'html') return loadPage(toMock(code));
  if (language === 'json') return void JSON.parse(code);
  if (language === 'css') return checkCss(code);
  if (language === 'python') return checkPython(code);
  if (language === 'sh') return checkCommands(code);
  return runsInNode(snippet) ? runInNode(snippet) : runInPage(snippet);
}

/** The addresses of the documentation, as they are here. */
function toMock(code: string): string {
  const released = pkg.version.split('.').slice(0, 2).join('.');
  for (const [, version] of code.matchAll(/\/adk-chat@([\d.]+)/g)) {
    assert.ok(pkg.version.startsWith(version!), `Version ${version} should be ${released}.`);
  }
  return code
    .replaceAll(/https:\/\/[\w.]+\/(?:npm\/)?adk-chat(@[\d.]+)?\/dist\//g, '/dist/')
    .replaceAll(
      /(["'`])(?:https:\/\/cdn\.example\.com)?\/adk-chat\.min\.js/g,
      '$1/dist/adk-chat.min.js',
    )
    .replaceAll(/https:\/\/(?:[\w-]+\.)*example\.com/g, backend.url)
    .replaceAll(/wss:\/\/(?:[\w-]+\.)*example\.com/g, backend.url.replace('http', 'ws'));
}

function asPage(body: string): string {
  if (/^\s*<!doctype/i.test(body)) return body;
  return `<!doctype html><html lang="en"><head><title>Docs</title></head><body>${body}</body></html>`;
}

async function loadPage(body: string, use?: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({
    baseURL: backend.url,
    // A page that a test hands out has no address of its own; its sockets are on this machine.
    permissions: ['local-network-access'],
  });
  try {
    page.setDefaultTimeout(20_000);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      const missing = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !missing) problems.push(message.text());
    });
    await page.route('**/docs-page/**', (route) => {
      const name = new URL(route.request().url()).pathname.slice('/docs-page/'.length);
      return name === ''
        ? route.fulfill({ contentType: 'text/html', body: asPage(body) })
        : route.fulfill({ contentType: 'text/javascript', path: `${FOLDER}/page/${name}` });
    });
    // The server that somebody comes from, see docs/migration.md.
    await page.route('**/my-deep-chat-server', (route) => route.fulfill({ json: { text: 'Hi!' } }));
    await page.goto('/docs-page/');
    await use?.(page);
    await chatsAnswer(page);
    assert.deepEqual(problems, []);
  } finally {
    await page.close();
  }
}

/** Every chat of the page is alive; those that reach the mock backend get an answer from it. */
async function chatsAnswer(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('adk-chat') || customElements.get('adk-chat'),
  );
  const silent = await page.evaluate(async () => {
    const chats = document.querySelectorAll('adk-chat');
    const dead: string[] = [];
    for (const chat of chats) {
      await chat.updateComplete;
      const isDrawn = chat.shadowRoot?.querySelector('[part~="base"]') !== null;
      if (!isDrawn || chat.store?.status === 'error') dead.push(chat.outerHTML);
      const path = chat.endpoint && new URL(chat.endpoint, location.href).pathname;
      const isAdk = chat.transport === 'adk' || chat.appName !== undefined;
      if (isAdk || !['/api/chat', '/stream', '/live'].includes(path ?? '')) continue;
      if (!(await chat.send('hello'))) continue;
      if (chat.store?.messages.at(-1)?.role !== 'assistant') dead.push(chat.outerHTML);
    }
    return dead;
  });
  assert.deepEqual(silent, []);
}

async function runInPage(snippet: Snippet): Promise<void> {
  await loadPage('<adk-chat endpoint="/api/chat"></adk-chat><div id="app"></div>', async (page) => {
    await page.evaluate(async (name) => {
      await import('/docs-page/define.js' as string);
      Object.assign(window, { chat: document.querySelector('adk-chat') });
      await import(`/docs-page/${name}.js`);
    }, nameOf(snippet));
  });
}

async function runInNode(snippet: Snippet): Promise<void> {
  const file = path.resolve(sourceOf(snippet));
  // A server would run on: all that it does at the start is done when the import is.
  const program = `await import(${JSON.stringify(`file://${file}`)}); process.exit(0);`;
  await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program],
    { timeout: 60_000 },
  );
}

async function checkCss(code: string): Promise<void> {
  const manifest = readFileSync('custom-elements.json', 'utf8');
  for (const [, token] of code.matchAll(/(--adk-[\w-]+)/g)) {
    assert.ok(manifest.includes(`"name": "${token}"`), `${token} is not documented.`);
  }
  for (const [, parts] of code.matchAll(/::part\(([\w\s-]+)\)/g)) {
    for (const part of parts!.trim().split(/\s+/)) {
      assert.ok(manifest.includes(`"name": "${part}"`), `The part ${part} is not documented.`);
    }
  }
  const page = await browser.newPage();
  const rules = await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet.cssRules.length;
  }, code);
  await page.close();
  assert.equal(rules, code.match(/^[^\s}@/*].*\{|^@/gm)?.length, 'Some rules are not understood.');
}

function checkPython(code: string): void {
  const { status, stderr, error } = spawnSync(
    'python3',
    ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
    { input: code, encoding: 'utf8' },
  );
  // Not every machine has Python; CI does.
  if (error) return;
  assert.equal(status, 0, stderr);
}

function checkCommands(code: string): void {
  for (const line of code.split('\n').map((text) => text.replace(/(^|\s)#.*$/, '').trim())) {
    for (const command of line.split(/\s*&&\s*/).filter(Boolean)) {
      const [, script] = /npm (?:run )?([\w:]+)/.exec(command) ?? [];
      const known =
        script !== undefined && (script in pkg.scripts || ['ci', 'install'].includes(script));
      const foreign = /^(pip install|adk|npx adk|cd|export|git clone|uv|python|node|cp) ?/;
      assert.ok(known || foreign.test(command.replace(/^(\w+=\S+ )+/, '')), `Unknown: ${command}`);
    }
  }
}
