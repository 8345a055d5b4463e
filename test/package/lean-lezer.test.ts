/** The script-tag build swaps Lezer's tree for a smaller one. Both must read every text alike. */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { rollup, type Plugin, type TreeshakingOptions } from 'rollup';
import { parse as reference } from '../../src/markdown/parse.js';
import { documents } from '../markdown/corpus.js';
// @ts-expect-error -- a build script without types
import * as config from '../../rollup.config.mjs';

const { browserPlugins, treeshake } = config as {
  browserPlugins: Plugin[];
  treeshake: TreeshakingOptions;
};

async function leanParse(): Promise<typeof reference> {
  const build = await rollup({
    input: 'src/markdown/parse.ts',
    plugins: browserPlugins,
    treeshake,
  });
  const { output } = await build.generate({ format: 'es' });
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'adk-chat-')), 'parse.mjs');
  writeFileSync(file, output[0].code);
  return ((await import(pathToFileURL(file).href)) as { parse: typeof reference }).parse;
}

const references = () => ({ defined: new Map(), missing: new Set<string>() });

describe('the lean Markdown tree', () => {
  it('equals that of Lezer for what models write, at every line', async () => {
    const lean = await leanParse();
    for (const document of Object.values(documents)) {
      const lines = document.split('\n');
      for (let end = 1; end <= lines.length; end += 1) {
        const text = lines.slice(0, end).join('\n');
        assert.deepEqual(lean(text, references()), reference(text, references()));
      }
    }
  });

  it('equals that of Lezer for random markup', async () => {
    const lean = await leanParse();
    const pieces =
      '# |> |- |1. |    |```|`|**|*|_|~~|[|]|(|)|<|>|!|\\|&amp;|\n|\n\n|| a | b |\n|---|\n|$$|$|text|[x] ';
    const token = fc.constantFrom(
      ...pieces.split(/(?<!\|)\|(?!\|)/),
      '|',
      '| a | b |\n|---|---|\n',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), fc.boolean(), (tokens, math) => {
        const text = tokens.join('');
        assert.deepEqual(
          lean(text, references(), { math }),
          reference(text, references(), { math }),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
