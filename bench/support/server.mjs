import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { deltas } from './answer.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TYPES = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8', '.css': 'text/css' };

const event = (chunk) => `data: ${JSON.stringify(chunk)}\n\n`;

/** The same answer in the words of each protocol. */
const WIRES = {
  '/api/chat': (pieces) => [
    event({ type: 'start' }),
    event({ type: 'start-step' }),
    event({ type: 'text-start', id: '0' }),
    ...pieces.map((delta) => event({ type: 'text-delta', id: '0', delta })),
    event({ type: 'text-end', id: '0' }),
    event({ type: 'finish-step' }),
    event({ type: 'finish', finishReason: 'stop' }),
    'data: [DONE]\n\n',
  ],
  '/deep-chat': (pieces) => pieces.map((text) => event({ text })),
};

/** Serves the built contestants and streams the answer that is set. */
export async function startServer() {
  const answer = { deltas: 100, perMillisecond: Infinity };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://bench');
    const wire = WIRES[url.pathname];
    if (wire) {
      request.resume();
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
        'x-vercel-ai-ui-message-stream': 'v1',
      });
      // One write per event, as a model server does.
      const started = performance.now();
      let sent = 0;
      for (const text of wire(deltas(answer.deltas))) {
        if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
        sent += 1;
        do await turn();
        while ((performance.now() - started) * answer.perMillisecond < sent);
      }
      response.end();
      return;
    }
    const file = path.join(ROOT, path.normalize(url.pathname));
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'text/plain' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    answer,
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
