import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findFiles } from './find-files.mjs';

/** A fenced block of a document. */
export interface Snippet {
  file: string;
  /** Line of the fence. */
  line: number;
  language: string;
  /** Words after the language: `ts server`. */
  marks: string[];
  code: string;
}

export const DOCUMENTS: readonly string[] = [
  'README.md',
  ...findFiles('docs', (file: string) => file.endsWith('.md')),
];

export function readSnippets(file: string): Snippet[] {
  const snippets: Snippet[] = [];
  let open: (Snippet & { fence: string; indent: number; lines: string[] }) | undefined;
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((text, index) => {
      const [, indent = '', fence = '', info = ''] = /^( *)(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
      if (open) {
        if (fence.startsWith(open.fence) && info.trim() === '') {
          snippets.push({ ...open, code: open.lines.join('\n') });
          open = undefined;
        } else open.lines.push(text.slice(open.indent));
      } else if (fence) {
        const [language = '', ...marks] = info.trim().split(/\s+/);
        const place = { file, line: index + 1, language, marks, code: '' };
        open = { ...place, fence, indent: indent.length, lines: [] };
      }
    });
  if (open) throw new Error(`${file}:${open.line}: the code block has no end.`);
  return snippets;
}

/** Sources of the tests and the demo without indentation: what they contain is exercised there. */
let exercised: string | undefined;

/** Whether the same lines stand in a test or in the demo. */
export function isExercisedElsewhere({ code }: Snippet): boolean {
  exercised ??= ['test', 'demo']
    .flatMap((folder) => findFiles(folder, isSource))
    .map((file) => flat(readFileSync(file, 'utf8')))
    .join('\n');
  return exercised.includes(flat(code));
}

function isSource(file: string): boolean {
  return ['.ts', '.mts', '.mjs', '.js', '.tsx', '.jsx', '.vue', '.svelte', '.html', '.py'].includes(
    path.extname(file),
  );
}

function flat(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
