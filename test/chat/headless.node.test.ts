import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { withBackend } from '../support/mock-backend.js';

/** Runs in the worker: a chat with a tool, a question and storage, and nothing of a page. */
const script = (endpoint: string) => `
  import { parentPort } from 'node:worker_threads';
  import { tool } from 'ai';
  import { z } from 'zod';
  import { ChatStore, createTransport, MemoryStorage } from './src/headless.ts';

  const store = new ChatStore({
    id: 'worker',
    storage: new MemoryStorage(),
    transport: createTransport({ kind: 'sse', endpoint: ${JSON.stringify(endpoint)} }),
    tools: {
      get_location: tool({
        inputSchema: z.object({ precise: z.boolean().optional() }),
        execute: () => ({ latitude: 35.6 }),
      }),
    },
  });
  store.subscribe(() => {
    for (const { approvalId } of store.pendingApprovals) void store.decide({ approvalId, decision: 'yes' });
    const { role, parts } = store.messages.at(-1);
    const answer = parts.map((part) => part.text ?? '').join('');
    if (store.status !== 'ready' || role !== 'assistant' || !answer) return;
    const globals = ['window', 'document', 'HTMLElement', 'localStorage'].filter((name) => name in globalThis);
    void store.dispose().then(() => parentPort.postMessage({ answer, globals }));
  });
  void store.sendMessage({ text: 'where exactly am I?' });
`;

describe('The headless entry', () => {
  it(
    'works in a worker without any DOM: streams, asks, runs a tool and answers',
    withBackend({}, async ({ url, journal }) => {
      const { outputFiles } = await build({
        stdin: { contents: script(`${url}/api/chat`), resolveDir: process.cwd(), loader: 'ts' },
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'node',
        // The AI SDK has parts in CommonJS, which ask for Node's modules.
        banner: {
          js:
            "import { createRequire } from 'node:module'; const require = createRequire('" +
            path.resolve('package.json') +
            "');",
        },
        logLevel: 'silent',
      });
      const source = Buffer.from(outputFiles[0]!.contents).toString('base64');
      const worker = new Worker(new URL(`data:text/javascript;base64,${source}`));
      const [message] = (await once(worker, 'message')) as [{ answer: string; globals: string[] }];
      await worker.terminate();
      assert.match(message.answer, /35\.6/);
      assert.deepEqual(message.globals, []);
      assert.equal(journal.results.length, 1);
    }),
  );
});
