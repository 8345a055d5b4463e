import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveObjectURL } from 'node:buffer';
import { TurnRecording } from '../../src/audio/turn-recording.js';
import { decodeWav } from '../../src/audio/wav.js';

const fileAt = async (url: string) => {
  const blob = resolveObjectURL(url);
  return blob && decodeWav(new Uint8Array(await blob.arrayBuffer()));
};

describe('TurnRecording', () => {
  it('makes one WAV file of all pieces of a turn', async () => {
    const recording = new TurnRecording();
    recording.push(Int16Array.of(1, 2), 24_000);
    recording.push(Int16Array.of(3), 24_000);
    const file = recording.take()!;
    assert.equal(file.mediaType, 'audio/wav');
    assert.deepEqual(await fileAt(file.url), {
      sampleRate: 24_000,
      channels: 1,
      samples: Int16Array.of(1, 2, 3),
    });
    assert.equal(recording.take(), undefined, 'a turn without sound has no file');
    recording.clear(true);
  });

  it('gives up the oldest files when an hour of talk would fill the memory', async () => {
    const minute = new Int16Array(24_000 * 60);
    const recording = new TurnRecording(10 * minute.byteLength);
    const urls: string[] = [];
    for (let i = 0; i < 60; i++) {
      recording.push(minute, 24_000);
      urls.push(recording.take()!.url);
    }
    const kept = urls.filter((url) => resolveObjectURL(url) !== undefined);
    assert.deepEqual(kept, urls.slice(-9));
    recording.clear(true);
    assert.ok(urls.every((url) => resolveObjectURL(url) === undefined));
  });
});
