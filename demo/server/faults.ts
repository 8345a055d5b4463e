import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Fault switches. They are query parameters of an endpoint (`/api/chat?cut=5&how=rst`), or a
 * `faults` object in the body of a request, in the `body` of an AI SDK WebSocket frame or in an
 * adk-stream `message` event. Chunks are counted from 0.
 *
 * Instead of a stream (HTTP; on a socket an error frame, or for `status=401` a refused handshake):
 * `status=500` and any other status, with `retryAfter=seconds`; `html` (an error page with 200);
 * `empty` (200 without a body); `redirect` (307 to the same endpoint without switches, or to
 * `redirect=url`).
 *
 * In the stream:
 * `delay=ms` before each chunk; `delayStart=ms` before the response; `cut=N` ends the connection
 * before chunk N, `how=fin` (default), `rst`, or `end` (as if all had been said);
 * `truncated=N` ends the body cleanly in the middle of chunk N; `malformed=N` breaks the JSON of
 * chunk N; `alien=N` inserts a chunk of an unknown type before chunk N; `duplicate=N` sends chunk N
 * twice; `reorder=N` swaps the chunks N and N+1; `halfOpen=N` says nothing more from chunk N on and
 * never closes; `utf8=N` puts bytes that are no UTF-8 into chunk N; `huge=N` adds one text delta of
 * N characters; `tiny=N` adds N text deltas of a few characters; `errorAfter=N` sends an error chunk
 * as chunk N and ends.
 *
 * `times=K`: only the first K requests of a chat suffer; the next one works.
 */
export interface Faults {
  status?: number;
  retryAfter?: number;
  html?: boolean;
  empty?: boolean;
  redirect?: string;
  delay?: number;
  delayStart?: number;
  cut?: number;
  how?: 'fin' | 'rst' | 'end';
  truncated?: number;
  malformed?: number;
  alien?: number;
  duplicate?: number;
  reorder?: number;
  halfOpen?: number;
  utf8?: number;
  huge?: number;
  tiny?: number;
  errorAfter?: number;
  times?: number;
}

const FLAGS = ['html', 'empty'] as const;
const NUMBERS = [
  ...(['status', 'retryAfter', 'delay', 'delayStart', 'cut', 'truncated', 'malformed'] as const),
  ...(['alien', 'duplicate', 'reorder', 'halfOpen', 'utf8', 'huge', 'tiny'] as const),
  ...(['errorAfter', 'times'] as const),
];

/** Reads the switches of a URL and of a request body; the body wins. */
export function readFaults(query: URLSearchParams, body: unknown): Faults {
  const faults: Faults = {};
  for (const name of NUMBERS) {
    const value = query.get(name);
    if (value) faults[name] = Number(value);
  }
  for (const name of FLAGS) if (query.has(name)) faults[name] = true;
  if (query.has('redirect')) faults.redirect = query.get('redirect') ?? '';
  const how = query.get('how');
  if (how === 'rst' || how === 'end' || how === 'fin') faults.how = how;
  const own =
    typeof body === 'object' && body !== null ? (body as { faults?: Faults }).faults : undefined;
  return { ...faults, ...own };
}

/** What an endpoint puts on its wire. */
export type WireItem =
  /** `index` is the chunk's place in the undamaged stream. */
  | { chunk: object; index: number }
  /** Bytes that take the place of a chunk. */
  | { raw: Buffer; ends?: boolean }
  | { close: 'fin' | 'rst' | 'end' }
  /** Say nothing more and keep the connection. */
  | { stall: true };

/** Damages a stream of chunks as the switches ask. */
export async function* applyFaults(
  chunks: AsyncIterable<object>,
  faults: Faults,
): AsyncGenerator<WireItem> {
  let next = 0;
  let held: { chunk: object; index: number } | undefined;
  for await (const chunk of withExtraText(chunks, faults)) {
    if (faults.delay) await sleep(faults.delay);
    const at = next++;
    const item = { chunk, index: faults.alien !== undefined && at >= faults.alien ? at + 1 : at };
    const json = JSON.stringify(chunk);
    if (at === faults.cut) return yield { close: faults.how ?? 'fin' };
    if (at === faults.halfOpen) return yield { stall: true };
    if (at === faults.truncated) {
      return yield { raw: Buffer.from(json.slice(0, json.length / 2)), ends: true };
    }
    if (at === faults.errorAfter) {
      yield { chunk: { type: 'error', errorText: 'The model failed in the middle.' }, index: at };
      return yield { close: 'end' };
    }
    if (at === faults.malformed) {
      yield { raw: Buffer.from(json.slice(0, -1)) };
    } else if (at === faults.utf8) {
      yield { raw: Buffer.concat([Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(json)]) };
    } else if (at === faults.reorder) {
      held = item;
    } else {
      if (at === faults.alien) yield { chunk: { type: 'alien-chunk' }, index: at };
      yield item;
      if (at === faults.duplicate) yield item;
      if (held) yield held;
      held = undefined;
    }
  }
  if (held) yield held;
}

/** `huge` and `tiny`: more text than any scenario has, right after a text has begun. */
async function* withExtraText(
  chunks: AsyncIterable<object>,
  { huge, tiny }: Faults,
): AsyncGenerator<object> {
  let done = !huge && !tiny;
  for await (const chunk of chunks) {
    yield chunk;
    if (done || !isTextStart(chunk)) continue;
    done = true;
    const { id } = chunk;
    if (huge) yield { type: 'text-delta', id, delta: 'lorem ipsum '.repeat(huge / 12) };
    for (let count = 0; count < (tiny ?? 0); count++) {
      yield { type: 'text-delta', id, delta: `${count} ` };
    }
  }
}

function isTextStart(chunk: object): chunk is { type: 'text-start'; id: string } {
  return 'type' in chunk && chunk.type === 'text-start';
}
