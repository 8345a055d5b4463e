import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { UIMessage } from 'ai';
import { toOutgoing } from '../../src/chat/history.js';

it('sends the text of a spoken answer, but not its recording', () => {
  const spoken: UIMessage = {
    id: 'a',
    role: 'assistant',
    parts: [
      { type: 'text', text: 'Hello!' },
      { type: 'file', mediaType: 'audio/wav', url: 'blob:https://example.com/1' },
      { type: 'file', mediaType: 'image/png', url: 'https://example.com/picture.png' },
    ],
  };
  const [outgoing] = toOutgoing([spoken]);
  assert.deepEqual(outgoing!.parts, [spoken.parts[0], spoken.parts[2]]);
});
