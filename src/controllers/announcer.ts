import type { UIMessage } from 'ai';
import { textOf } from '../chat/message-parts.js';

const KEEP = 20;
const END_OF_SENTENCE = /[.!?…](?=\s)|[。！？]|\n/g;

/**
 * Speaks to screen readers through a live region of its own. The visible list is none: it would
 * read every token. A streaming answer is handed over sentence by sentence.
 */
export class Announcer {
  #region: HTMLElement | undefined;
  #spoken = new Map<string, number>();

  attach(region: HTMLElement): void {
    this.#region = region;
  }

  announce(text: string): void {
    const spoken = speakable(text);
    if (!this.#region || !spoken) return;
    const line = document.createElement('p');
    line.textContent = spoken;
    this.#region.append(line);
    if (this.#region.childElementCount > KEEP) this.#region.firstElementChild?.remove();
  }

  /** Says what is new in an answer: whole sentences, and the rest once it is final. */
  follow(message: UIMessage, final: boolean): void {
    const text = textOf(message);
    const start = this.#spoken.get(message.id) ?? 0;
    const end = final ? text.length : start + endOfLastSentence(text.slice(start));
    if (end <= start) return;
    this.#spoken.set(message.id, end);
    this.announce(text.slice(start, end));
  }
}

function endOfLastSentence(text: string): number {
  const match = [...text.matchAll(END_OF_SENTENCE)].at(-1);
  return match ? match.index + match[0].length : 0;
}

/** Markdown read aloud is noise: drop its marks and the addresses of links. */
function speakable(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(#{1,6}|>|[-*+]|```\S*)(?=\s|$)/gm, '')
    .replace(/\*\*|__|[`~|]/g, '')
    .trim();
}
