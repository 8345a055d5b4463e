/**
 * `npm test`: every check of the project, one after the other, and one closing line.
 * `node test/run.mjs browser e2e` runs only the named steps. Files given after `--` narrow a step:
 * `node test/run.mjs browser -- test/markdown/*.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureAdkPackages } from './support/adk-packages.mjs';
import { ensureBrowser } from './support/browser.mjs';
import { findFiles } from './support/find-files.mjs';
import { prepareFrameworks } from './support/frameworks.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const separator = process.argv.indexOf('--');
const wanted = process.argv.slice(2, separator < 0 ? undefined : separator);
const onlyFiles = separator < 0 ? undefined : process.argv.slice(separator + 1);

/** Each step returns its numbers: how many checks or tests passed and failed. */
const steps = {
  lint: () =>
    all(
      command('npx', 'eslint', '.'),
      command('npx', 'prettier', '--check', '--log-level', 'warn', '.'),
    ),
  types: () =>
    all(command('npx', 'tsc', '--noEmit'), command('npx', 'tsc', '--noEmit', '-p', 'worklets')),
  build: () => command('npm', 'run', '--silent', 'build'),
  manifest: upToDateManifest,
  browser: browserTests,
  node: () => nodeTests('node', 'test', (file) => file.endsWith('.node.test.ts')),
  package: () => nodeTests('package', 'test/package', (file) => file.endsWith('.test.ts')),
  frameworks: () => {
    prepareFrameworks();
    return nodeTests('frameworks', 'test/frameworks', (file) => file.endsWith('.test.ts'));
  },
  e2e: () => nodeTests('e2e', 'test/e2e', (file) => file.endsWith('.test.ts')),
};

const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`Unknown step: ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

const FAULT_MATRIX = 'test-results/fault-matrix.json';
mkdirSync('test-results', { recursive: true });
rmSync(FAULT_MATRIX, { force: true });
const browser = ensureBrowser();
const total = { passed: 0, failed: 0 };
for (const name of wanted.length > 0 ? wanted : Object.keys(steps)) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { passed, failed } = steps[name]();
  console.log(
    `── ${name}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  total.passed += passed;
  total.failed += failed;
}
if (existsSync(FAULT_MATRIX)) {
  console.log('\nFaults: cases run and survived');
  console.table(JSON.parse(readFileSync(FAULT_MATRIX, 'utf8')));
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

function command(program, ...args) {
  const { status } = run(program, args);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function run(program, args) {
  return spawnSync(program, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, CHROME_PATH: browser },
  });
}

function all(...results) {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function upToDateManifest() {
  const before = readFileSync('custom-elements.json', 'utf8');
  const result = command('npm', 'run', '--silent', 'manifest');
  if (readFileSync('custom-elements.json', 'utf8') === before) return result;
  console.error('custom-elements.json was out of date. It is regenerated now: commit it.');
  return { passed: 0, failed: 1 };
}

function browserTests() {
  return counted('browser', 'npx', [
    'web-test-runner',
    ...(onlyFiles ? ['--files', ...onlyFiles] : []),
  ]);
}

function nodeTests(name, folder, accept) {
  const files = onlyFiles ?? (existsSync(folder) ? findFiles(folder, accept) : []);
  if (files.length === 0) return { passed: 0, failed: 0 };
  if (files.some((file) => /\badk\.(node\.)?test/.test(file))) ensureAdkPackages();
  return counted(name, process.execPath, [
    '--import',
    'tsx',
    '--test',
    '--test-concurrency=2',
    '--test-reporter=./test/support/node-summary.mjs',
    `--test-reporter-destination=test-results/${name}-numbers.json`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    ...files,
  ]);
}

/** Runs a test runner that leaves its numbers in a file; no file means that it broke down. */
function counted(name, program, args) {
  const file = `test-results/${name}-numbers.json`;
  rmSync(file, { force: true });
  const { status } = run(program, args);
  const numbers = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0 };
  const brokeDown = status !== 0 && numbers.failed === 0;
  return brokeDown ? { ...numbers, failed: 1 } : numbers;
}
