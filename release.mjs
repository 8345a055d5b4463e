/**
 * `npm run release -- --dry-run`: builds, checks what would be published, writes the integrity hashes
 * and shows the changelog entry. Without `--dry-run` it also writes that entry and the version. It
 * never publishes: the last lines say how to. `--no-build` takes `dist` as it is, unchecked.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findFiles } from './test/support/find-files.mjs';

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});
const pkg = JSON.parse(readFileSync('package.json', 'utf8'));
const { version } = pkg;

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const entry = changelogEntry();
if (!options['no-build']) {
  run('npm', 'run', '--silent', 'build');
  run(process.execPath, 'test/run.mjs', 'types', 'manifest', 'package');
}
await checkVersions();
const integrity = writeIntegrity();

console.log(`\nadk-chat ${version}\n\n${entry}\n`);
console.log(`dist/integrity.json: ${Object.keys(integrity).length} files`);
console.log(`adk-chat.min.js: ${integrity['adk-chat.min.js']}\n`);
if (!pkg.repository) {
  const hint =
    'package.json names no "repository": provenance needs the address of the public one.';
  if (!options['dry-run']) fail(hint);
  console.log(`Before publishing: ${hint}`);
}
if (options['dry-run']) {
  console.log('Dry run: nothing was written but dist/integrity.json, nothing was published.');
} else {
  const heading = entry.slice(0, entry.indexOf('\n'));
  writeFileSync('CHANGELOG.md', changelog.replace('## Unreleased', `## Unreleased\n\n${heading}`));
  console.log(`Next: commit, git tag v${version}, push, and in CI: npm publish --ignore-scripts`);
}

/** What stands under "Unreleased", with the version and the day as its heading. */
function changelogEntry() {
  if (changelog.includes(`## ${version} `)) {
    fail(
      `CHANGELOG.md already has ${version}: raise the version with npm version --no-git-tag-version.`,
    );
  }
  const notes = /^## Unreleased\n(.*?)(?=^## |(?![^]))/ms.exec(changelog)?.[1]?.trim();
  if (!notes) fail('CHANGELOG.md says nothing under "Unreleased": there is nothing to release.');
  return `## ${version} (${new Date().toISOString().slice(0, 10)})\n\n${notes}`;
}

/** The version stands in the header of the script and in the class, and both mean this release. */
async function checkVersions() {
  if (!readFileSync('dist/adk-chat.min.js', 'utf8').startsWith(`/*! adk-chat ${version} `)) {
    fail(`dist/adk-chat.min.js does not begin with version ${version}: build again.`);
  }
  const { AdkChatElement } = await import('./dist/index.js');
  if (AdkChatElement.version !== version) fail(`AdkChatElement.version is not ${version}.`);
}

/** For `integrity` of script tags and import maps: every script that a page may load. */
function writeIntegrity() {
  const scripts = [
    'dist/adk-chat.min.js',
    ...findScripts('dist/extras'),
    ...findScripts('dist/worklets'),
  ];
  const hashes = Object.fromEntries(
    scripts.map((file) => [
      path.relative('dist', file).replaceAll(path.sep, '/'),
      `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`,
    ]),
  );
  writeFileSync('dist/integrity.json', `${JSON.stringify({ version, hashes }, null, 2)}\n`);
  return hashes;
}

function findScripts(folder) {
  return findFiles(folder, (file) => file.endsWith('.js'));
}

function run(program, ...args) {
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail(`${program} ${args.join(' ')} failed.`);
}

function fail(message) {
  console.error(`Release stopped: ${message}`);
  process.exit(1);
}
