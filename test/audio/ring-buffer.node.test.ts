import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RingBuffer } from '../../src/audio/ring-buffer.js';

describe('RingBuffer', () => {
  it('behaves like an array of limited length under any sequence of operations', () => {
    const operation = fc.oneof(
      fc.record({ write: fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 12 }) }),
      fc.record({ push: fc.integer({ min: -32_768, max: 32_767 }) }),
      fc.record({ shift: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ truncate: fc.integer({ min: 0, max: 8 }) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.array(operation), (capacity, operations) => {
        const ring = new RingBuffer(capacity);
        let model: number[] = [];
        for (const step of operations) {
          if ('write' in step) {
            const room = capacity - model.length;
            assert.equal(
              ring.write(Int16Array.from(step.write)),
              Math.min(room, step.write.length),
            );
            model.push(...step.write.slice(0, room));
          } else if ('push' in step) {
            ring.push(step.push);
            model.push(step.push);
            model = model.slice(-capacity);
          } else if ('shift' in step) {
            for (let i = 0; i < step.shift; i++) assert.equal(ring.shift(), model.shift() ?? 0);
          } else {
            ring.truncate(step.truncate);
            model.length = Math.min(model.length, step.truncate);
          }
          assert.equal(ring.length, model.length);
        }
        for (const expected of model) assert.equal(ring.shift(), expected);
      }),
    );
  });
});
