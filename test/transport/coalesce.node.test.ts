import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UIMessageChunk } from 'ai';
import { ChunkQueue } from '../../src/transport/coalesce.js';
import { collect, textIn } from '../support/chunks.js';

const delta = (text: string, id = '1'): UIMessageChunk => ({ type: 'text-delta', id, delta: text });

test('gives the first delta at once', async () => {
  const queue = new ChunkQueue();
  const reader = queue.stream.getReader();
  queue.push(delta('a'));
  assert.deepEqual(await reader.read(), { done: false, value: delta('a') });
});

test('merges the deltas of one text that come within a frame', async () => {
  const queue = new ChunkQueue();
  const reader = queue.stream.getReader();
  queue.push(delta('a'));
  await reader.read();
  for (const text of ['b', 'c', 'd']) queue.push(delta(text));
  assert.deepEqual((await reader.read()).value, delta('bcd'));
});

test('makes ten thousand deltas into a handful of chunks and loses no character', async () => {
  const queue = new ChunkQueue();
  const result = collect(queue.stream);
  queue.push({ type: 'text-start', id: '1' });
  for (let i = 0; i < 10_000; i++) queue.push(delta(`${i} `));
  queue.push({ type: 'text-end', id: '1' });
  queue.close();
  const { chunks } = await result;
  assert.ok(chunks.length < 20, `${chunks.length} chunks`);
  assert.equal(textIn(chunks), Array.from({ length: 10_000 }, (_, i) => `${i} `).join(''));
});

test('never merges across another chunk, another id or another kind', async () => {
  const queue = new ChunkQueue();
  const chunks: UIMessageChunk[] = [
    delta('a'),
    delta('b', '2'),
    { type: 'reasoning-delta', id: '2', delta: 'c' },
    { type: 'tool-input-delta', toolCallId: '2', inputTextDelta: 'd' },
    { type: 'start-step' },
    delta('e'),
    { type: 'text-end', id: '1' },
  ];
  for (const chunk of chunks) queue.push(chunk);
  queue.close();
  assert.deepEqual((await collect(queue.stream)).chunks, chunks);
});

test('merges the input of one tool call', async () => {
  const queue = new ChunkQueue();
  queue.push({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{' });
  queue.push({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '}' });
  queue.close();
  assert.deepEqual((await collect(queue.stream)).chunks, [
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{}' },
  ]);
});

test('gives everything that was written before an error, then the error', async () => {
  const queue = new ChunkQueue();
  queue.push({ type: 'text-start', id: '1' });
  queue.push(delta('a'));
  queue.push({ type: 'text-end', id: '1' });
  const failure = new Error('lost');
  queue.fail(failure);
  const { chunks, error } = await collect(queue.stream);
  assert.equal(chunks.length, 3);
  assert.equal(error, failure);
});

test('ignores what is written after the end', async () => {
  const queue = new ChunkQueue();
  queue.close();
  queue.push(delta('late'));
  queue.fail(new Error('late'));
  assert.deepEqual(await collect(queue.stream), { chunks: [], error: undefined });
});

test('makes a producer wait for a slow reader', async () => {
  const queue = new ChunkQueue();
  for (let i = 0; i < 100; i++) queue.push({ type: 'data-x', data: i });
  let isDrained = false;
  const drained = queue.drained().then(() => (isDrained = true));
  const reader = queue.stream.getReader();
  await reader.read();
  assert.equal(isDrained, false);
  for (let i = 0; i < 40; i++) await reader.read();
  await drained;
});

test('makes a producer of nothing but deltas wait, too', async () => {
  const queue = new ChunkQueue();
  queue.push(delta('x'.repeat(300_000)));
  const drained = queue.drained();
  await queue.stream.getReader().read();
  await drained;
});

test('tells the producer when the reader goes', async () => {
  let isCancelled = false;
  const queue = new ChunkQueue({ onCancel: () => (isCancelled = true) });
  await queue.stream.cancel();
  assert.equal(isCancelled, true);
  assert.equal(queue.isOpen, false);
  await queue.drained();
});
