import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { installPackedPackage, type Consumer } from '../support/packed-package.js';

const pkg = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>;
  version: string;
};

/** The script-tag build needs a document by nature; browsers test it. */
const IN_NODE = Object.keys(pkg.exports).filter(
  (entry) => !entry.includes('*') && !entry.endsWith('.json') && entry !== './embed',
);

describe('the packed package', () => {
  let consumer: Consumer;
  before(() => {
    // The wrappers for React are for those who have it.
    consumer = installPackedPackage('react@19');
  });
  after(() => consumer.remove());

  const node = (code: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: consumer.folder,
      encoding: 'utf8',
    });

  for (const entry of IN_NODE) {
    it(`imports ${entry} in Node, where there is no DOM`, () => {
      const name = path.posix.join('adk-chat', entry);
      const out = node(`import * as m from '${name}'; console.log('loaded', typeof m);`);
      assert.match(out, /loaded object/);
    });
  }

  it('has every file that its exports name', () => {
    const named = Object.values(pkg.exports)
      .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
      .filter((target) => !target.includes('*'));
    for (const file of named) {
      assert.ok(existsSync(path.join(consumer.folder, 'node_modules/adk-chat', file)), file);
    }
  });

  it('tells editors about its elements', () => {
    const read = (file: string) =>
      JSON.parse(readFileSync(path.join(consumer.folder, file), 'utf8')) as Record<string, unknown>;
    // As docs/frameworks/index.md says it.
    const settings = `{ "html.customData": ["./node_modules/adk-chat/dist/vscode.html-custom-data.json"] }`;
    const [file] = (JSON.parse(settings) as { 'html.customData': string[] })['html.customData'];
    const { tags } = read(file!) as {
      tags: { name: string; attributes: { name: string; values?: { name: string }[] }[] }[];
    };
    const chat = tags.find(({ name }) => name === 'adk-chat')!;
    const persist = chat.attributes.find(({ name }) => name === 'persist')!;
    assert.deepEqual(
      persist.values?.map(({ name }) => name),
      ['none', 'session', 'local'],
    );
    const webTypes = read('node_modules/adk-chat/dist/web-types.json') as {
      version: string;
      contributions: {
        html: {
          elements: {
            name: string;
            events: { name: string }[];
            js: { properties: { name: string }[] };
          }[];
        };
      };
    };
    assert.equal(webTypes.version, pkg.version);
    const element = webTypes.contributions.html.elements.find(({ name }) => name === 'adk-chat')!;
    assert.ok(element.events.some(({ name }) => name === 'adk-finish'));
    assert.ok(element.js.properties.some(({ name }) => name === 'headers'));
  });

  it('ships both worklets as files', () => {
    for (const name of ['pcm-recorder', 'pcm-player']) {
      const out = node(`console.log(import.meta.resolve('adk-chat/worklets/${name}.js'))`);
      assert.ok(existsSync(new URL(out.trim())), name);
    }
  });

  it('holds what users need and nothing else', () => {
    const odd = consumer.files.filter(
      (file) =>
        !/^(dist\/|custom-elements\.json$|package\.json$|README\.md$|CHANGELOG\.md$|LICENSE$|vscode|web-types)/.test(
          file,
        ) || /\.tsbuildinfo$|\.test\./.test(file),
    );
    assert.deepEqual(odd, []);
  });

  it('does not bring development tools', () => {
    const installed = readFileSync(path.join(consumer.folder, 'package-lock.json'), 'utf8');
    for (const name of ['rollup', 'typescript', 'playwright-core', '@google/adk', 'ws']) {
      assert.ok(!installed.includes(`"node_modules/${name}"`), `${name} must not be installed`);
    }
  });

  it('gives types to a strict TypeScript program', () => {
    writeFileSync(
      path.join(consumer.folder, 'program.ts'),
      `import { ChatStore, createTransport, type AdkChatElement } from 'adk-chat';
       import 'adk-chat/define';
       const store: ChatStore = new ChatStore({ transport: createTransport({ kind: 'sse', endpoint: '/api/chat' }) });
       const chat: AdkChatElement = document.createElement('adk-chat');
       chat.store = store;
       chat.addEventListener('adk-error', (event) => { event.detail.error.code satisfies string; });`,
    );
    writeFileSync(
      path.join(consumer.folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          noEmit: true,
          strict: true,
          skipLibCheck: true,
          target: 'es2022',
          module: 'nodenext',
          lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
          types: [],
        },
        files: ['program.ts'],
      }),
    );
    const { status, stdout } = spawnSync(
      process.execPath,
      [path.resolve('node_modules/typescript/bin/tsc'), '-p', consumer.folder],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout);
  });

  it('has no fault that publint finds', async () => {
    const { messages } = await publint({ pkgDir: '.', level: 'warning', strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  it('names no registry in its lock file', () => {
    assert.doesNotMatch(readFileSync('package-lock.json', 'utf8'), /"resolved": "https?:/);
  });
});
