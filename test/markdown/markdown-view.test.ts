import { expect } from '@open-wc/testing';
import { documents, everything } from './corpus.js';
import { markup, render, stream } from './render.js';

function* pieces(text: string, size: () => number) {
  for (let at = 0; at < text.length;) {
    const length = Math.max(1, size());
    yield text.slice(at, at + length);
    at += length;
  }
}

/** A small generator of pseudo-random numbers, so that a failure can be repeated. */
function random(seed: number) {
  return () => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

describe('MarkdownView', () => {
  describe('streaming', () => {
    for (const [name, text] of Object.entries(documents)) {
      it(`shows "${name}" the same however it arrives`, () => {
        const whole = markup(render(text));
        const next = random(7);
        for (const size of [() => 1, () => 3, () => 17, () => next() * 30]) {
          const streamed = stream(pieces(text, size));
          expect(markup(streamed)).to.equal(whole);
          expect(streamed.isEqualNode(render(text))).to.be.true;
        }
      });
    }

    it('shows a long document the same however it arrives', () => {
      const whole = render(everything);
      const next = random(11);
      expect(markup(stream(pieces(everything, () => next() * 60)))).to.equal(markup(whole));
    });
  });
});
