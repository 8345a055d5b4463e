import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import * as esbuild from 'esbuild';
import { chromium } from 'playwright-core';
import { rollup, type Plugin, type RollupCache } from 'rollup';
import { startMockBackend } from '../../demo/server/mock-backend.js';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { FRAMEWORKS } from '../support/frameworks.mjs';
import { startSite } from '../support/site.js';

/** Its types say that the module itself is the function. */
const COMMONJS = (commonjs as unknown as { default: () => Plugin }).default;

/** What a program needs before it loads anything on demand: paths of modules that left code in it. */
type Bundler = (entry: string) => Promise<string[]>;

interface Chunk {
  type: string;
  isEntry?: boolean;
  fileName: string;
  imports?: string[];
  modules?: Record<string, { renderedLength: number }>;
}

/** The modules of the entry and of the chunks that it imports statically. */
function startOf(output: readonly Chunk[]): string[] {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const seen = new Set<string>();
  const visit = (name: string): string[] => {
    const chunk = chunks.get(name);
    if (!chunk || seen.has(name)) return [];
    seen.add(name);
    const own = Object.entries(chunk.modules ?? {})
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .map(([id]) => id);
    return [...own, ...(chunk.imports ?? []).flatMap(visit)];
  };
  return output.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => visit(fileName));
}

/** Three programs, one package: rollup need not parse it three times. */
let parsed: RollupCache | undefined;

const bundlers: Record<string, Bundler> = {
  async rollup(entry) {
    const bundle = await rollup({
      input: entry,
      cache: parsed ?? true,
      plugins: [nodeResolve({ browser: true }), COMMONJS()],
      onwarn: () => undefined,
    });
    parsed = bundle.cache;
    const { output } = await bundle.generate({ format: 'es' });
    return startOf(output as readonly Chunk[]);
  },
  async vite(entry) {
    const { build } = (await import(
      pathToFileURL(path.join(FRAMEWORKS, 'node_modules/vite/dist/node/index.js')).href
    )) as { build(options: object): Promise<{ output: Chunk[] }> };
    const { output } = await build({
      configFile: false,
      root: path.dirname(entry),
      logLevel: 'error',
      build: { write: false, minify: false, rollupOptions: { input: entry } },
    });
    return startOf(output);
  },
  async esbuild(entry) {
    const { metafile } = await esbuild.build({
      entryPoints: [entry],
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
      outdir: 'out',
      logLevel: 'error',
    });
    const seen = new Set<string>();
    const visit = (name: string): string[] => {
      const chunk = metafile.outputs[name];
      if (!chunk || seen.has(name)) return [];
      seen.add(name);
      return [
        ...Object.entries(chunk.inputs)
          .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
          .map(([id]) => id),
        ...chunk.imports
          .filter(({ kind }) => kind === 'import-statement')
          .flatMap((item) => visit(item.path)),
      ];
    };
    return Object.keys(metafile.outputs)
      .filter((name) => path.resolve(metafile.outputs[name]?.entryPoint ?? '') === entry)
      .flatMap(visit);
  },
};

const LIT = /node_modules\/(lit|lit-html|lit-element|@lit\/[\w-]+)\//;
const ELEMENTS = /adk-chat\/dist\/(elements|controllers|markdown)\//;
/** Without the two modules by which transports read samples off the wire. */
const AUDIO = /adk-chat\/dist\/audio\/(?!pcm|base64)/;

describe('bundlers', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(FRAMEWORKS, 'node_modules/.program-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function program(code: string): string {
    const file = path.join(folder, `program-${Math.random().toString(36).slice(2)}.mjs`);
    writeFileSync(file, code);
    return file;
  }

  for (const [name, bundle] of Object.entries(bundlers)) {
    it(`${name}: a program that uses only adk-chat/headless gets no Lit, no elements, no audio`, async () => {
      const modules = await bundle(
        program(
          `import { ChatStore, createTransport } from 'adk-chat/headless'; console.log(ChatStore, createTransport);`,
        ),
      );
      assert.ok(modules.some((id) => id.endsWith('adk-chat/dist/chat/chat-store.js')));
      assert.deepEqual(
        modules.filter((id) => LIT.test(id) || ELEMENTS.test(id) || AUDIO.test(id)),
        [],
      );
    });

    it(`${name}: importing adk-chat without using it leaves nothing of it`, async () => {
      const modules = await bundle(
        program(`import { ChatStore } from 'adk-chat'; console.log(1);`),
      );
      assert.deepEqual(
        modules.filter((id) => id.includes('adk-chat/dist')),
        [],
      );
    });

    it(`${name}: a chat whose voice is never used starts without audio`, async () => {
      const modules = await bundle(program(`import 'adk-chat/define';`));
      assert.ok(modules.some((id) => id.endsWith('adk-chat/dist/elements/adk-chat-element.js')));
      assert.deepEqual(
        modules.filter((id) => AUDIO.test(id)),
        [],
      );
    });
  }

  it('adk-chat/headless chats from a worker, where there is no document', async () => {
    const { outputFiles } = await esbuild.build({
      entryPoints: [
        program(`import { ChatStore, createTransport } from 'adk-chat/headless';
          onmessage = async ({ data: endpoint }) => {
            const store = new ChatStore({ transport: createTransport({ kind: 'sse', endpoint }) });
            await store.sendMessage({ text: 'hello' });
            postMessage({ status: store.status, roles: store.messages.map(({ role }) => role) });
          };`),
      ],
      bundle: true,
      format: 'esm',
      write: false,
      platform: 'browser',
    });
    const [backend, site] = await Promise.all([startMockBackend({ pace: 0 }), startSite()]);
    const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    try {
      site.pages.set('/', { html: '<!doctype html><title>Worker</title>' });
      site.overrides.set('/worker.js', outputFiles[0]!.text);
      const page = await browser.newPage();
      await page.goto(site.url);
      const result = await page.evaluate(
        (endpoint) =>
          new Promise((resolve, reject) => {
            const worker = new Worker('/worker.js', { type: 'module' });
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
            worker.postMessage(endpoint);
          }),
        `${backend.url}/api/chat`,
      );
      assert.deepEqual(result, { status: 'ready', roles: ['user', 'assistant'] });
    } finally {
      await browser.close();
      await Promise.all([backend.close(), site.close()]);
    }
  });

  it('a server renders the tags with what is slotted, and leaves the rest to the browser', () => {
    const file = program(`
      import { render } from '@lit-labs/ssr';
      import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
      import { html } from 'lit';
      import 'adk-chat/define';
      const page = html\`<adk-chat endpoint="/api/chat"><p slot="empty">Ask me.</p></adk-chat>
        <tool-approval tool="pay"></tool-approval>\`;
      process.stdout.write(await collectResult(render(page)));`);
    const out = execFileSync(process.execPath, [file], { encoding: 'utf8' })
      .replace(/<style>.*?<\/style>/gs, '')
      .replace(/\s+/g, ' ');
    assert.match(
      out,
      /<adk-chat endpoint="\/api\/chat".*<p slot="empty">Ask me\.<\/p><\/adk-chat>/s,
    );
    assert.match(out, /<tool-approval tool="pay"/);
  });
});
