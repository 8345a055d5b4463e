import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Consumer {
  /** A folder in which the packed package is installed. */
  folder: string;
  /** Paths of all files in the tarball. */
  files: string[];
  remove(): void;
}

/** Packs the built package and installs the tarball into an empty project, as a user would. */
export function installPackedPackage(...others: string[]): Consumer {
  const folder = mkdtempSync(path.join(tmpdir(), 'adk-chat-consumer-'));
  const packed = JSON.parse(
    // The scripts would build again what the build step has just built.
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as
    | { filename: string; files: { path: string }[] }[]
    | Record<string, { filename: string; files: { path: string }[] }>;
  const { filename, files } = Object.values(packed)[0]!;
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  execFileSync(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`, ...others],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return {
    folder,
    files: files.map((file) => file.path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
