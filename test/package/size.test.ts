/** Size budgets in bytes of gzip. Raising one is a decision, not a fix. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { rollup, type Plugin, type TreeshakingOptions } from 'rollup';
// @ts-expect-error -- a build script without types
import * as config from '../../rollup.config.mjs';

const { browserPlugins, extrasBesideTheScript, isDependency, minify, treeshake } = config as {
  extrasBesideTheScript: (isBeside: () => boolean) => Plugin;
  treeshake: TreeshakingOptions;
  browserPlugins: Plugin[];
  isDependency: (id: string) => boolean;
  minify: () => Plugin;
};

const KB = 1024;
const gzip = (text: string | Buffer) => gzipSync(text, { level: 9 }).length;

function within(context: TestContext, size: number, budget: number): void {
  context.diagnostic(`${(size / KB).toFixed(1)} of ${budget / KB} KB gzip`);
  assert.ok(size <= budget, `${size} bytes are more than ${budget}`);
}

async function bundle(input: string, external?: (id: string) => boolean): Promise<string> {
  const build = await rollup({
    input,
    external: external ?? [],
    treeshake,
    // What is loaded on demand is not part of the start.
    plugins: [extrasBesideTheScript(() => true), ...browserPlugins],
    onwarn: () => undefined,
  });
  const { output } = await build.generate({ format: 'es', plugins: [minify()] });
  return output[0].code;
}

describe('sizes', () => {
  it('the script-tag file stays within its budget', (context) => {
    within(context, gzip(readFileSync('dist/adk-chat.min.js')), 75 * KB);
  });

  it('the file with everything in it is listed', (context) => {
    within(context, gzip(readFileSync('dist/adk-chat.full.min.js')), 145 * KB);
  });

  it('our own code in the script-tag file stays within its budget', async (context) => {
    within(context, gzip(await bundle('src/embed.ts', isDependency)), 54 * KB);
  });

  it('the headless entry with its dependencies stays within its budget', async (context) => {
    within(context, gzip(await bundle('src/headless.ts')), 45 * KB);
  });

  it('lists the extras that load on demand', (context) => {
    if (!existsSync('dist/extras')) return;
    for (const file of readdirSync('dist/extras').filter((name) => name.endsWith('.js'))) {
      context.diagnostic(
        `${file}: ${(gzip(readFileSync(`dist/extras/${file}`)) / KB).toFixed(1)} KB`,
      );
    }
  });
});
