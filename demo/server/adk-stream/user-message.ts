import type { ModelMessage } from 'ai';
import type { IncomingTurn } from './message-parts.js';

export function userMessage({ text, files }: Pick<IncomingTurn, 'text' | 'files'>): ModelMessage {
  return {
    role: 'user',
    content: [
      ...(text ? [{ type: 'text' as const, text }] : []),
      ...files.map(({ filename, mediaType, url }) => ({
        type: 'file' as const,
        filename,
        mediaType,
        data: url.slice(url.indexOf(',') + 1),
      })),
    ],
  };
}
