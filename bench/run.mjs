/** `npm run bench`: every metric one after the other, then the table in README.md. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';

const here = import.meta.dirname;
const metrics = ['streaming', 'startup', 'history', 'memory', 'audio'];
const wanted = process.argv.slice(2);
for (const metric of wanted.length > 0 ? wanted : metrics) {
  const script = path.join(here, `${metric}.mjs`);
  if (!existsSync(script)) continue;
  console.log(`\n── ${metric}`);
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const readme = path.join(here, 'README.md');
const results = JSON.parse(readFileSync(path.join(here, 'results.json'), 'utf8'));
const [before, after] = ['<!-- results -->', '<!-- /results -->'];
const text = readFileSync(readme, 'utf8');
const tables = Object.entries(results).map(
  ([metric, rows]) => `\n\n### ${metric}\n\n${table(rows)}`,
);
const filled =
  text.slice(0, text.indexOf(before) + before.length) +
  tables.join('') +
  `\n\n${text.slice(text.indexOf(after))}`;
writeFileSync(readme, await format(filled, { parser: 'markdown' }));

function table(rows) {
  const columns = Object.keys(rows[0]);
  const lines = [
    columns,
    columns.map(() => '---'),
    ...rows.map((row) => columns.map((c) => row[c])),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
