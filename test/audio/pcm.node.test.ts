import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeBase64, encodeBase64 } from '../../src/audio/base64.js';
import { floatsToInt16, levelOf, PcmAssembler, toFloat, toInt16 } from '../../src/audio/pcm.js';
import { decodeWav, encodeWav } from '../../src/audio/wav.js';

describe('sample conversion', () => {
  for (const [float, int] of [
    [0, 0],
    [0.5, 16_384],
    [1, 32_767],
    [7, 32_767],
    [-1, -32_768],
    [-7, -32_768],
    [Number.NaN, 0],
  ] as const) {
    it(`turns ${float} into ${int}`, () =>
      assert.equal(floatsToInt16(Float32Array.of(float))[0], int));
  }

  it('gives every 16-bit value back unchanged', () => {
    for (let value = -32_768; value < 32_768; value++) assert.equal(toInt16(toFloat(value)), value);
  });

  it('measures the level as a share of full scale', () => {
    assert.equal(levelOf(new Int16Array(0)), 0);
    assert.equal(levelOf(Int16Array.of(-16_384, 16_384)), 0.5);
  });
});

describe('PcmAssembler', () => {
  it('gives whole samples however the bytes are cut, and loses none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -32_768, max: 32_767 })),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (values, cuts) => {
          const bytes = new Uint8Array(Int16Array.from(values).buffer);
          const assembler = new PcmAssembler();
          const result: number[] = [];
          let turn = 0;
          for (let from = 0; from < bytes.length;) {
            const size = cuts[turn++ % cuts.length]!;
            result.push(...assembler.push(bytes.subarray(from, from + size)));
            // An empty chunk must change nothing.
            result.push(...assembler.push(new Uint8Array(0)));
            from += size;
          }
          assert.deepEqual(result, values);
        },
      ),
    );
  });

  it('forgets half a sample between turns', () => {
    const assembler = new PcmAssembler();
    assembler.push(Uint8Array.of(1, 2, 3));
    assembler.reset();
    assert.deepEqual([...assembler.push(Uint8Array.of(0x34, 0x12))], [0x1234]);
  });
});

describe('base64', () => {
  it('agrees with the platform in both directions and both alphabets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const expected = Buffer.from(bytes).toString('base64');
        assert.equal(encodeBase64(bytes), expected);
        assert.deepEqual([...decodeBase64(expected)], [...bytes]);
        assert.deepEqual([...decodeBase64(Buffer.from(bytes).toString('base64url'))], [...bytes]);
      }),
    );
  });

  it('encodes more bytes than a function can take arguments', () => {
    const bytes = new Uint8Array(1_000_000).fill(77);
    assert.equal(encodeBase64(bytes), Buffer.from(bytes).toString('base64'));
  });

  for (const text of ['a', '????', 'ab=c']) {
    it(`refuses ${JSON.stringify(text)}`, () =>
      assert.throws(() => decodeBase64(text), SyntaxError));
  }
});

describe('WAV', () => {
  it('comes back as it went in', () => {
    const bytes = encodeWav([Int16Array.of(1, -2), Int16Array.of(32_767)], 24_000);
    assert.equal(bytes.length, 44 + 6);
    assert.deepEqual(decodeWav(bytes), {
      sampleRate: 24_000,
      channels: 1,
      samples: Int16Array.of(1, -2, 32_767),
    });
  });

  it('reads a file with extra chunks and a length that lies', () => {
    const plain = encodeWav([Int16Array.of(5, 6)], 8_000);
    const list = Uint8Array.from([0x4c, 0x49, 0x53, 0x54, 3, 0, 0, 0, 1, 2, 3, 0]);
    const bytes = Uint8Array.from([...plain.subarray(0, 36), ...list, ...plain.subarray(36)]);
    bytes[36 + list.length + 4] = 0xff;
    assert.deepEqual(decodeWav(bytes)?.samples, Int16Array.of(5, 6));
  });

  it('says so when the bytes are no such file', () => {
    const eightBit = encodeWav([Int16Array.of(1)], 8_000);
    eightBit[34] = 8;
    for (const bytes of [new Uint8Array(0), new Uint8Array(60), eightBit]) {
      assert.equal(decodeWav(bytes), undefined);
    }
  });
});
