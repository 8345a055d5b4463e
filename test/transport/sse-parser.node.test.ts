import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_EVENT, SseParser } from '../../src/transport/sse-parser.js';

const encoder = new TextEncoder();

function parse(...pieces: (string | Uint8Array)[]): string[] {
  const events: string[] = [];
  const parser = new SseParser((data) => events.push(data));
  for (const piece of pieces)
    parser.push(typeof piece === 'string' ? encoder.encode(piece) : piece);
  parser.end();
  return events;
}

const rows: [sentence: string, input: (string | Uint8Array)[], events: string[]][] = [
  ['reads one event', ['data: {"a":1}\n\n'], ['{"a":1}']],
  ['reads data without a space', ['data:x\n\n'], ['x']],
  ['keeps further spaces', ['data:  x\n\n'], [' x']],
  ['reads CRLF', ['data: a\r\n\r\ndata: b\r\n\r\n'], ['a', 'b']],
  ['reads lone CR', ['data: a\r\rdata: b\r\r'], ['a', 'b']],
  ['reads a CRLF cut in two', ['data: a\r', '\n\r', '\ndata: b\r', '\n\r\n'], ['a', 'b']],
  [
    'ignores comments, ids, names and retries',
    [': hi\nid: 1\nevent: e\nretry: 5\ndata: a\n\n'],
    ['a'],
  ],
  ['ignores a comment between events', ['data: a\n\n: keep-alive\n\ndata: b\n\n'], ['a', 'b']],
  ['joins the lines of one event', ['data: a\ndata: b\n\n'], ['a\nb']],
  ['reads a last event without its blank line', ['data: a\n\ndata: b'], ['a', 'b']],
  ['reads an event that is cut anywhere', ['d', 'at', 'a: {"a"', ':1}', '\n', '\n'], ['{"a":1}']],
  [
    'replaces invalid UTF-8',
    ['data: a', new Uint8Array([0xff, 0xfe]), 'b\n\n'],
    ['a\ufffd\ufffdb'],
  ],
  [
    'joins a character cut in two',
    ['data: ', new Uint8Array([0xc3]), new Uint8Array([0xa9]), '\n\n'],
    ['é'],
  ],
  ['drops a byte order mark', ['\ufeffdata: a\n\n'], ['a']],
  ['gives nothing for an empty body', [], []],
  ['gives nothing for comments only', [': stream-open\n\n'], []],
];

for (const [sentence, input, events] of rows) {
  test(sentence, () => assert.deepEqual(parse(...input), events));
}

test('gives the same events wherever the bytes are cut', () => {
  const bytes = encoder.encode('data: {"t":"é\u{1f600}"}\r\n\r\n: c\n\ndata:x\ndata: y\n\ndata: z');
  const whole = parse(bytes);
  for (let cut = 0; cut <= bytes.length; cut++) {
    assert.deepEqual(parse(bytes.subarray(0, cut), bytes.subarray(cut)), whole, `cut at ${cut}`);
  }
});

test('tells a web page from a stream and keeps it for the details', () => {
  assert.throws(
    () => parse('<!doctype html>\n<title>Sign in</title>'),
    (error: Error & { code?: string; details?: string }) =>
      error.code === 'protocol' && /web page/.test(error.message) && /Sign in/.test(error.details!),
  );
});

test('tells plain JSON from a stream', () => {
  assert.throws(() => parse('{"detail":"nope"}'), /no chat stream/);
});

test('accepts ten megabytes in one event, in pieces', () => {
  const piece = 'x'.repeat(64 * 1024);
  const events = parse('data: ', ...Array.from({ length: 160 }, () => piece), '\n\n');
  assert.equal(events[0]!.length, 10 * 1024 * 1024);
});

test('refuses an event beyond the limit instead of filling the memory', () => {
  const parser = new SseParser(() => {});
  parser.push(encoder.encode('data: '));
  const piece = new Uint8Array(1024 * 1024).fill(120);
  assert.throws(() => {
    for (let i = 0; i < MAX_EVENT / piece.length + 1; i++) parser.push(piece);
  }, /more than 16 MB/);
});
