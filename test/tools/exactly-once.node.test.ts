import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const RUNS = 10_000;
const PROCESSES = 2;

describe('A batch of tool calls', () => {
  it(`runs what was approved exactly once and reports it in one send (${RUNS} random batches)`, async () => {
    const count = RUNS / PROCESSES;
    const exitCodes = await Promise.all(
      Array.from({ length: PROCESSES }, async (_, i) => {
        const file = fileURLToPath(new URL('random-batches.ts', import.meta.url));
        const share = [i * count, count].map(String);
        const child = fork(file, share, { execArgv: ['--import', 'tsx'] });
        const [exitCode] = (await once(child, 'exit')) as [number];
        return exitCode;
      }),
    );
    assert.deepEqual(exitCodes, [0, 0]);
  });
});
