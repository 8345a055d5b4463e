import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const FRAMEWORKS = path.resolve('test/frameworks');

/** Installs the frameworks where that is still to be done, and the freshly packed package beside them. */
export function prepareFrameworks() {
  const lock = readFileSync(path.join(FRAMEWORKS, 'package-lock.json'), 'utf8');
  const installed = path.join(FRAMEWORKS, 'node_modules/.installed-lock.json');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
    npm(['ci', '--prefer-offline', '--ignore-scripts'], FRAMEWORKS);
    writeFileSync(installed, lock);
  }
  // Unpacked by hand: `npm install` would write the tarball into the lock file. What the package
  // depends on is found in the folder above, as in a monorepo.
  const folder = path.join(FRAMEWORKS, 'node_modules/adk-chat');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const [{ filename }] = Object.values(
    JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], '.')),
  );
  execFileSync('tar', ['xzf', filename, '--strip-components=1'], { cwd: folder });
}

function npm(args, cwd) {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
}
