/** A moment of the agent's voice, and how many characters of its transcript were said by then. */
interface Mark {
  seconds: number;
  length: number;
}

/**
 * Knows how much of a spoken answer has been heard: sound and transcript arrive side by side and
 * ahead of the loudspeaker.
 */
export class HeardTranscript {
  /** Seconds of sound that came, and the moment up to which all is over: played or thrown away. */
  #received = 0;
  #settled = 0;
  #playing = 0;
  #marks: Mark[] = [];
  /** Characters of the texts before the present one, and that one. */
  #before = 0;
  #text = '';
  #isFinal = false;

  /** Another answer begins. */
  begin(): void {
    this.#marks = [{ seconds: this.#received, length: 0 }];
    this.#before = 0;
    this.#text = '';
    this.#isFinal = false;
  }

  hear(seconds: number): void {
    this.#received += seconds;
  }

  /** `text` is the whole of the present text so far. */
  read(text: string, final: boolean): void {
    if (this.#isFinal) this.#before += this.#text.length;
    this.#isFinal = final;
    this.#text = text;
    this.#marks.push({ seconds: this.#received, length: this.#before + text.length });
  }

  /** The loudspeaker is so far, in seconds since it was last silent. */
  advance(seconds: number): void {
    this.#playing = seconds;
  }

  /** The loudspeaker fell silent: nothing of what came is left. */
  settle(): void {
    this.#settled = this.#received;
    this.#playing = 0;
  }

  /** Characters of the transcript that were heard; infinite when there is no telling. */
  get length(): number {
    const now = this.#settled + this.#playing;
    const next = this.#marks.findIndex(({ seconds }) => seconds > now);
    if (next < 0 || this.#marks.length < 2) return Infinity;
    if (next === 0) return 0;
    const from = this.#marks[next - 1]!;
    const to = this.#marks[next]!;
    const share = (now - from.seconds) / (to.seconds - from.seconds);
    return Math.floor(from.length + share * (to.length - from.length));
  }

  /** What was heard of the present text. */
  get text(): string {
    return wordsWithin(this.#text, Math.max(0, this.length - this.#before));
  }
}

/** The words that were said completely. */
function wordsWithin(text: string, length: number): string {
  const said = text.slice(0, length);
  return /\S/.test(text[length] ?? '') ? said.replace(/\S*$/, '') : said;
}

/** A text that breaks off after so many characters. */
export function cutAtWord(text: string, length: number): string {
  return length > text.length ? text : `${wordsWithin(text, length).trimEnd()}…`;
}
