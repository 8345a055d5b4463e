import { readdirSync } from 'node:fs';
import path from 'node:path';

const SKIP = new Set(['node_modules', 'dist', '.git']);

/** All files below a folder that the predicate accepts, in a stable order. */
export function findFiles(folder, accept) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return SKIP.has(entry.name) ? [] : findFiles(file, accept);
      return accept(file) ? [file] : [];
    })
    .sort();
}
