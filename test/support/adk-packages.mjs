import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The real ADK server is a package of its own, so that nobody else has to install it. */
export function ensureAdkPackages() {
  const folder = fileURLToPath(new URL('../adk', import.meta.url));
  if (existsSync(`${folder}/node_modules/.package-lock.json`)) return;
  console.log('Installing the ADK server for the tests …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}
