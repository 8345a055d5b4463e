import type { UIMessage } from 'ai';
import { cutAtWord } from '../audio/heard-transcript.js';
import type { AnyPart } from '../chat/message-parts.js';

/** The message with only so many characters of its text. */
export function cutMessage(message: UIMessage, length: number): UIMessage {
  let left = length;
  const parts = message.parts.flatMap((part): AnyPart[] => {
    if (part.type !== 'text') return [part];
    const room = left;
    left -= part.text.length;
    // A text of which nothing was heard goes, but not the only one.
    return room > 0 || room === length ? [{ ...part, text: cutAtWord(part.text, room) }] : [];
  });
  return { ...message, parts };
}
