import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutAtWord, HeardTranscript } from '../../src/audio/heard-transcript.js';
import { cutMessage } from '../../src/controllers/cut-message.js';

/** Ten words, one per second, each sent with its second of sound. */
function createAnswer(): HeardTranscript {
  const heard = new HeardTranscript();
  heard.begin();
  for (let i = 1; i <= 10; i++) {
    heard.hear(1);
    heard.read('word '.repeat(i), false);
  }
  return heard;
}

describe('HeardTranscript', () => {
  for (const [seconds, words] of [
    [0, 0],
    [3, 3],
    [3.5, 3],
    [9.7, 9],
  ] as const) {
    it(`knows that ${words} words were heard after ${seconds} s`, () => {
      const heard = createAnswer();
      heard.advance(seconds);
      assert.equal(heard.text, 'word '.repeat(words));
    });
  }

  it('has heard everything when the loudspeaker is done', () => {
    const heard = createAnswer();
    heard.settle();
    assert.equal(heard.length, Infinity);
  });

  it('goes on counting after a pause and in a second text of the same answer', () => {
    const heard = new HeardTranscript();
    heard.begin();
    heard.hear(2);
    heard.read('first', true);
    heard.settle();
    heard.hear(2);
    heard.read('another text', false);
    heard.advance(1);
    assert.equal(heard.length, 'first'.length + 6);
    assert.equal(heard.text, '');
    heard.advance(1.5);
    assert.equal(heard.text, 'another ');
  });

  it('starts anew with each answer', () => {
    const heard = createAnswer();
    heard.settle();
    heard.begin();
    heard.hear(4);
    heard.read('four', false);
    heard.advance(2);
    assert.equal(heard.length, 2);
  });
});

describe('an answer that was interrupted', () => {
  for (const [text, length, expected] of [
    ['one two three', 7, 'one two…'],
    ['one two three', 9, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['one two', 0, '…'],
    ['one', 3, 'one…'],
    ['one', 99, 'one'],
  ] as const) {
    it(`of ${length} heard characters reads "${expected}"`, () =>
      assert.equal(cutAtWord(text, length), expected));
  }

  it('keeps its other parts and loses texts that were not heard', () => {
    const file = { type: 'file', mediaType: 'audio/wav', url: 'blob:x' } as const;
    const { parts } = cutMessage(
      {
        id: 'a',
        role: 'assistant',
        parts: [
          { type: 'text', text: 'one two' },
          { type: 'text', text: 'three' },
          { type: 'text', text: 'four' },
          file,
        ],
      },
      9,
    );
    assert.deepEqual(parts, [{ type: 'text', text: 'one two' }, { type: 'text', text: '…' }, file]);
  });
});
