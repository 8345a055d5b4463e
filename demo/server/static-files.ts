import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
};

/** Where the files of an address lie: the built library, the documents, everything else the demo. */
const FOLDERS: readonly [prefix: string, folder: string][] = [
  ['/dist/', 'dist'],
  ['/docs/', 'docs'],
  ['/demo/', 'demo'],
  ['/', 'demo'],
];

/** Serves a file below one of the folders, and never one outside of them or of the server's own. */
export async function serveFile(response: ServerResponse, pathname: string): Promise<boolean> {
  const file = await findFile(pathname);
  if (!file) return false;
  response.writeHead(200, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
  });
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
  return true;
}

async function findFile(pathname: string): Promise<string | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return undefined;
  const found = FOLDERS.find(([prefix]) => `${decoded}/`.startsWith(prefix));
  if (!found) return undefined;
  const [prefix, folder] = found;
  const root = path.join(ROOT, folder);
  const file = path.join(root, decoded.slice(prefix.length));
  if (file !== root && !file.startsWith(root + path.sep)) return undefined;
  if (isHidden(path.relative(path.join(ROOT, 'demo'), file))) return undefined;
  const candidates = [file, path.join(file, 'index.html'), `${file}.html`];
  for (const candidate of candidates) {
    if (
      await stat(candidate).then(
        (entry) => entry.isFile(),
        () => false,
      )
    )
      return candidate;
  }
  return undefined;
}

function isHidden(inDemo: string): boolean {
  return inDemo === 'server' || inDemo.startsWith(`server${path.sep}`);
}
