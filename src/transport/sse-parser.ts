import { AdkError } from '../errors.js';

/** Longest event that is accepted, in characters. Ten megabytes fit with room to spare. */
export const MAX_EVENT = 16 * 1024 * 1024;
/** How much of something that is no stream is kept for "details". */
const EXCERPT = 4096;

/**
 * Splits the bytes of an event stream into the `data` of its events. It forgives what servers and
 * proxies do: any line ending, comments, `data:` without a space, a last event without its blank
 * line, invalid UTF-8. It does not forgive a body that is no event stream at all.
 */
export class SseParser {
  readonly #decoder = new TextDecoder();
  readonly #emit: (data: string) => void;
  /** Pieces of the line that is not complete yet. */
  #pieces: string[] = [];
  #lineLength = 0;
  #data: string[] = [];
  #dataLength = 0;
  #endedWithReturn = false;
  #isStream = false;
  #excerpt = '';

  constructor(emit: (data: string) => void) {
    this.#emit = emit;
  }

  push(bytes: Uint8Array): void {
    this.#pushText(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Call at the end of the body: the last event may lack its blank line. */
  end(): void {
    this.#pushText(this.#decoder.decode());
    if (this.#pieces.length > 0) this.#line(this.#takeLine(''));
    this.#dispatch();
    if (!this.#isStream && this.#excerpt.trim()) throw notAStream(this.#excerpt);
  }

  #pushText(chunk: string): void {
    let text = chunk;
    if (this.#endedWithReturn && text.startsWith('\n')) text = text.slice(1);
    if (chunk) this.#endedWithReturn = chunk.endsWith('\r');
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#line(this.#takeLine(text.slice(start, end)));
      start = end + 1;
    }
    if (start === text.length) return;
    this.#pieces.push(text.slice(start));
    this.#lineLength += text.length - start;
    this.#checkLength(this.#lineLength);
  }

  #takeLine(tail: string): string {
    if (this.#pieces.length === 0) return tail;
    const line = this.#pieces.join('') + tail;
    this.#pieces = [];
    this.#lineLength = 0;
    return line;
  }

  #line(line: string): void {
    if (line === '') {
      this.#dispatch();
    } else if (line.startsWith('data:')) {
      this.#isStream = true;
      const data = line.slice(line[5] === ' ' ? 6 : 5);
      this.#dataLength += data.length;
      this.#checkLength(this.#dataLength);
      this.#data.push(data);
    } else if (line.startsWith(':') || /^(event|id|retry):?/.test(line)) {
      this.#isStream = true;
    } else if (!this.#isStream) {
      this.#excerpt += `${line.slice(0, EXCERPT)}\n`;
      if (this.#excerpt.length > EXCERPT) throw notAStream(this.#excerpt);
    }
  }

  #dispatch(): void {
    if (this.#data.length === 0) return;
    const data = this.#data;
    this.#data = [];
    this.#dataLength = 0;
    this.#emit(data.join('\n'));
  }

  #checkLength(length: number): void {
    if (length > MAX_EVENT) throw tooLarge();
  }
}

export function tooLarge(): AdkError {
  return new AdkError(
    'protocol',
    `The server sent more than ${MAX_EVENT / 1024 / 1024} MB in one piece. That is too much to show.`,
  );
}

function notAStream(excerpt: string): AdkError {
  const isPage = excerpt.trimStart().startsWith('<');
  return new AdkError(
    'protocol',
    isPage
      ? 'The server answered with a web page instead of a chat stream. Check the address of the chat, and whether you are signed in.'
      : 'The server answered with something that is no chat stream. Check the address of the chat.',
    { details: excerpt.slice(0, EXCERPT) },
  );
}
