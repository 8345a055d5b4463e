/** Stands for the address of a link that is still being written. */
export const PENDING = '\ue000';

/** Lines that say nothing yet: they may become a list, a rule, a heading, a fence or a table. */
const UNDECIDED =
  /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)]?)\s+)*(?:[-*+_=\s]*|\d{1,9}[.)]?|#{1,6}|[`~]+|(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]?\]?|[|:\s-]*)\s*$/;

const WORD = /[\p{L}\p{N}]/u;
const DELIMITER_ROW = /^\s*\|?[\s:|-]*$/;

/**
 * The unfinished end of a document, completed in the way that it will most likely go on, so that
 * no half-written syntax is shown. `guessed` says that a table was assumed that may not come.
 */
export function speculate(text: string): { text: string; guessed: boolean } {
  const lines = text.split('\n');
  const last = lines.pop()!;
  const fence = openFence(lines);
  if (last !== '' && last.length < 200 && UNDECIDED.test(last)) {
    if (!fence) {
      const table = guessTable(lines, last);
      if (table) return { text: table, guessed: true };
    }
    return { text: lines.join('\n') + (lines.length > 0 ? '\n' : ''), guessed: false };
  }
  if (fence || openFence([last]) || /^ {4}/.test(last)) return { text, guessed: false };
  const table = guessTable(lines, last);
  if (table) return { text: table, guessed: true };
  return { text: closeInline(text), guessed: false };
}

/** Whether the lines end inside a fenced block, at whatever depth it stands. */
function openFence(lines: string[]): boolean {
  let open = '';
  for (const line of lines) {
    const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/.exec(line);
    if (!fence) continue;
    const [, run, info] = fence;
    if (!open) {
      if (!(run![0] === '`' && info!.includes('`'))) open = run!;
    } else if (run![0] === open[0] && run!.length >= open.length && !info!.trim()) open = '';
  }
  return open !== '';
}

/** Adds or completes the delimiter row below what looks like the first row of a table. */
function guessTable(lines: string[], last: string): string | undefined {
  const isRow = (line: string | undefined) => line !== undefined && /^\s{0,3}\|/.test(line);
  const above = lines.at(-1);
  let header: string;
  if (isRow(above) && DELIMITER_ROW.test(last) && !isRow(lines.at(-2))) {
    header = above!;
    lines = lines.slice(0, -1);
  } else if (isRow(last) && !isRow(above) && last.trim() !== '|') {
    header = closeInline(last);
  } else return;
  const columns = header
    .replace(/\\./g, '')
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length;
  return [...lines, header, `|${'-|'.repeat(columns)}`].join('\n');
}

const BEGINS_BLOCK = /^[\s>]*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|\|)/;
const ENDS_BLOCK = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:`{3,}.*|~{3,}.*)?$/;

/** Where the block at the end begins: markup does not reach from one block into another. */
function lastBlock(text: string): number {
  let start = text.lastIndexOf('\n') + 1;
  let line = text.slice(start);
  while (start > 0 && text.length - start < 4000 && !BEGINS_BLOCK.test(line)) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    line = text.slice(above, start - 1);
    if (ENDS_BLOCK.test(line)) break;
    start = above;
  }
  return start;
}

/** Closes the emphasis, code and links that are open at the end, and hides half a delimiter. */
export function closeInline(text: string): string {
  const start = Math.max(lastBlock(text), text.length - 4000);
  let end = text.length;
  // What cannot be understood before the next character comes.
  const half = /(?:[*_~]+|!|\\|&#?\w{0,30}|<[a-z][^\s<>]*|[*_~`!]*\[)$/i.exec(text.slice(start));
  if (half) end = start + half.index;
  const open: { close: string; at: number }[] = [];
  for (let i = start; i < end; i++) {
    const char = text[i]!;
    if (char === '\\') i++;
    else if (char === '`') {
      const run = /^`+/.exec(text.slice(i))![0];
      const close = closingRun(text, i + run.length, end, run);
      if (close < 0) {
        // A trailing run may be half of the closing one.
        const content = text.slice(i + run.length, end).replace(/`+$/, '');
        return content.trim()
          ? text.slice(0, i) + run + content + run + closers(open)
          : text.slice(0, i) + closers(open);
      }
      i = close - 1;
    } else if (char === '*' || char === '_' || char === '~') {
      let to = i;
      while (to < end && text[to] === char) to++;
      const run = text.slice(i, to);
      const before = text[i - 1] ?? ' ';
      const after = text[to] ?? ' ';
      const inWord = char === '_' && WORD.test(before) && WORD.test(after);
      if (!inWord && (char !== '~' || run === '~~')) {
        toggle(open, run, i, /\S/.test(before), /\S/.test(after));
      }
      i = to - 1;
    } else if (char === '[') {
      const image = text[i - 1] === '!';
      open.push({ close: image ? '!' : ']', at: image ? i - 1 : i });
    } else if (char === ']') {
      const link = open.findLastIndex(({ close }) => close === ']' || close === '!');
      if (link < 0) continue;
      const { close, at } = open[link]!;
      open.length = link;
      if (text[i + 1] === '(' || i + 1 === end) {
        const close2 = i + 1 === end ? -1 : destinationEnd(text, i + 2, end);
        if (close2 >= 0) i = close2;
        else if (close === '!') return text.slice(0, at) + closers(open);
        else return `${text.slice(0, i)}](${PENDING})${closers(open)}`;
      }
    }
  }
  const image = open.findIndex(({ close }) => close === '!');
  if (image >= 0) return text.slice(0, open[image]!.at) + closers(open.slice(0, image));
  // An opener with nothing after it would be closed around nothing.
  let shown = text.slice(0, end);
  if (open.length > 0) shown = shown.replace(/[ \t]+$/, '');
  return shown + closers(open);
}

function toggle(
  open: { close: string; at: number }[],
  run: string,
  at: number,
  mayClose: boolean,
  mayOpen: boolean,
): void {
  let rest = run;
  while (mayClose && rest) {
    const index = open.findLastIndex(({ close }) => close[0] === rest[0]);
    if (index < 0) break;
    const { close } = open[index]!;
    if (close.length > rest.length) {
      open[index] = { close: close.slice(rest.length), at };
      return;
    }
    open.length = index;
    rest = rest.slice(close.length);
  }
  if (mayOpen && rest) open.push({ close: rest, at });
}

const closers = (open: { close: string }[]) =>
  open
    .map(({ close }) => (close === ']' ? `](${PENDING})` : close))
    .reverse()
    .join('');

function closingRun(text: string, from: number, end: number, run: string): number {
  for (let i = text.indexOf(run, from); i >= 0 && i < end;) {
    let to = i;
    while (text[to] === '`') to++;
    if (to - i === run.length) return to;
    i = text.indexOf(run, to);
  }
  return -1;
}

/** The bracket that ends a link destination, or -1 while it is being written. */
function destinationEnd(text: string, from: number, end: number): number {
  for (let i = from, depth = 0; i < end; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '(') depth++;
    else if (char === ')' && depth-- === 0) return i;
    else if (char === '\n' && text[i + 1] === '\n') return from;
  }
  return -1;
}
