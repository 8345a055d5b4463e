import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { tool } from 'ai';
import { z } from 'zod';
import type { Faults } from '../../demo/server/faults.js';
import { SCENARIOS } from '../../demo/server/scenarios.js';
import type { Environment } from '../../src/chat/recovery.js';
import { createTransport } from '../../src/transport/create-transport.js';
import type { TransportKind } from '../../src/transport/transport.js';
import { ChatDriver, nodeWebSocket } from '../support/chat-driver.js';
import { requestOf } from '../support/chunks.js';
import { startFaultProxy, type FaultProxy, type Weather } from '../support/fault-proxy.js';
import { sse, startHttpServer } from '../support/http-server.js';
import { startMockBackend, type MockBackend } from '../support/mock-backend.js';
import { startPeer } from '../support/socket-peer.js';
import { WireTap } from '../support/wire-tap.js';

interface Wire {
  kind: TransportKind;
  path: string;
  /** Whether a broken answer is picked up again; else its beginning stays and Retry goes on. */
  resumes: boolean;
}
const WIRES = {
  sse: { kind: 'sse', path: '/api/chat', resumes: true },
  websocket: { kind: 'websocket', path: '/api/chat', resumes: true },
  'adk-stream SSE': { kind: 'adk-stream', path: '/stream', resumes: false },
  'adk-stream BIDI': { kind: 'adk-stream', path: '/live', resumes: false },
} satisfies Record<string, Wire>;
type WireName = keyof typeof WIRES;
const wires = Object.keys(WIRES) as WireName[];

/** Those that fail by themselves are tested where they belong; "slow" would be. */
const scenarios = SCENARIOS.filter(
  ({ faults, name }) => !faults && !['slow', 'model error', 'help'].includes(name),
).map(({ example }) => example);

/** Boundaries of one response that are tried; longer responses are sampled evenly. */
const BOUNDARIES = 3;
/** Chats that suffer at the same time. */
const AT_ONCE = 24;

let backend: MockBackend;
let proxy: FaultProxy;
before(async () => {
  backend = await startMockBackend({
    pace: 0,
    keepAnswers: 600_000,
    toolTimeout: 1000,
  });
  proxy = await startFaultProxy(backend.url);
});
afterEach(() => ChatDriver.closeAll());
after(async () => {
  await backend.close();
  proxy.close();
  printMatrix();
});

/** One chat under one fault. */
interface Case {
  wire: WireName;
  say: string;
  /** The switches of the mock backend, for one request of the chat. */
  faults?: Faults;
  /** Which request suffers. */
  request?: number;
  /** Goes through the proxy. */
  weather?: Weather;
  idleTimeout?: number;
}

let chats = 0;

function open({ wire, faults, request = 0, weather, idleTimeout }: Case) {
  const { kind, path }: Wire = WIRES[wire];
  const tap = new WireTap();
  const id = `chat-${++chats}`;
  const base = weather ? proxy.url : backend.url;
  if (weather) proxy.weather = weather;
  const isSocket = kind === 'websocket' || path === '/live';
  const listeners = new Set<() => void>();
  const environment: Environment = {
    isOnline: true,
    isVisible: true,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let requests = 0;
  const chat = ChatDriver.open(kind, (isSocket ? base.replace('http', 'ws') : base) + path, {
    fetch: tap.fetch,
    webSocket: tap.webSocket,
    headers: { 'x-api-key': id },
    body: () => (requests++ === request && faults ? { faults } : {}),
    ...(idleTimeout && { idleTimeout }),
    store: {
      id,
      environment,
      tools: {
        get_location: tool({
          inputSchema: z.object({ precise: z.boolean().optional() }),
          execute: () => ({ latitude: 35.6 }),
        }),
        change_bgm: tool({
          inputSchema: z.object({ track: z.number() }),
          execute: () => ({ success: true }),
        }),
      },
    },
  });
  // The network is back at once: nobody wants to wait for the pauses between two attempts.
  chat.store.subscribe(() => {
    if (chat.store.connection !== 'reconnecting') return;
    if (weather) proxy.weather = {};
    setTimeout(() => listeners.forEach((listener) => listener()), 5);
  });
  return { chat, tap, id };
}

/** Agrees to everything until nothing is left to agree to. */
async function agree(chat: ChatDriver): Promise<void> {
  await chat.settled();
  for (;;) {
    const [question] = chat.store.pendingApprovals;
    if (!question) break;
    await chat.decide('yes');
    await chat.until(() => chat.store.pendingApprovals[0]?.approvalId !== question.approvalId);
    await chat.settled();
  }
  await chat.until(() => !chat.store.isBusy && chat.store.runningToolCalls.size === 0);
}

async function converse(chat: ChatDriver, text: string): Promise<void> {
  await chat.ask(text);
  await agree(chat);
}

/** What the user sees, without the ids that each run makes up. */
function shown(chat: ChatDriver): string {
  return JSON.stringify(
    chat.store.messages.map(({ role, parts }) => [
      role,
      parts.map((part) =>
        'toolCallId' in part
          ? [part.type, part.state, part.input, part.output, part.approval?.approved]
          : { ...part, id: undefined, sourceId: undefined },
      ),
    ]),
  );
}

interface Baseline {
  shown: string;
  answer: string;
  /** Chunks of each response. */
  chunks: number[];
}
const baselines = new Map<string, Promise<Baseline>>();

/** The same without a fault. */
function baseline(wire: WireName, say: string): Promise<Baseline> {
  const key = `${wire} ${say}`;
  const known = baselines.get(key) ?? measure(wire, say);
  baselines.set(key, known);
  return known;
}

async function measure(wire: WireName, say: string): Promise<Baseline> {
  const { chat, tap } = open({ wire, say });
  await converse(chat, say);
  assert.equal(chat.store.status, 'ready', `${wire} ${say}`);
  const chunks = await tap.chunkCounts();
  await chat.close();
  return { shown: shown(chat), answer: chat.answer, chunks };
}

/** Everything at most once: that is what the server saw. */
function checkJournal(id: string): void {
  const { messages, executions, decisions, results } = backend.journal;
  for (const entry of [...messages, ...executions, ...decisions, ...results]) {
    if (entry.chatId !== id) continue;
    // Asking to go on has no id: it is no message of the user.
    if ('id' in entry && entry.id === '') continue;
    assert.equal(entry.count, 1, JSON.stringify(entry));
  }
}

/** Runs one case to its end and says in which way the chat survived. */
async function survive(test: Case): Promise<void> {
  const wire: Wire = WIRES[test.wire];
  const { shown: expected, answer } = await baseline(test.wire, test.say);
  const { chat, id } = open(test);
  await converse(chat, test.say);
  if (chat.store.status === 'error') {
    // The documented partial state: a beginning of the answer, an error, and Retry goes on.
    assert.ok(
      !wire.resumes || !isConnectionFault(test),
      `${chat.store.error!.code}: should have been resumed`,
    );
    if (isConnectionFault(test)) {
      assert.equal(chat.store.error!.code, 'network');
      assert.ok(answer.startsWith(chat.answer) || chat.tools.length > 0, chat.answer);
    }
    if (test.weather) proxy.weather = {};
    await chat.store.retry();
    await agree(chat);
    assert.equal(chat.store.status, 'ready', 'after Retry');
    if (!isConnectionFault(test)) assert.equal(shown(chat), expected);
  } else {
    assert.equal(shown(chat), expected);
  }
  assert.equal(chat.roles, 'ua');
  checkJournal(id);
  await chat.close();
}

function isConnectionFault({ faults, weather }: Case): boolean {
  return (
    weather !== undefined ||
    faults?.cut !== undefined ||
    faults?.halfOpen !== undefined ||
    faults?.truncated !== undefined
  );
}

interface Row {
  fault: string;
  wire: string;
  cases: number;
  survived: number;
}
const rows: Row[] = [];

/** Runs all cases of one row, many at a time, and fails with every one that did not survive. */
async function runRow(fault: string, wire: string, cases: (() => Promise<void>)[]): Promise<void> {
  const failures: string[] = [];
  const waiting = [...cases.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, run] = next;
      await run().catch((error: unknown) => failures.push(`case ${index}: ${String(error)}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  rows.push({ fault, wire, cases: cases.length, survived: cases.length - failures.length });
  assert.ok(cases.length > 0);
  assert.deepEqual(failures, []);
}

function printMatrix(): void {
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/fault-matrix.json', `${JSON.stringify(rows, undefined, 2)}\n`);
  const total = rows.reduce((sum, { cases }) => sum + cases, 0);
  const survived = rows.reduce((sum, row) => sum + row.survived, 0);
  const line = (fault: string, wire: string, cases: string, count: string) =>
    `${fault.padEnd(46)} ${wire.padEnd(16)} ${cases.padStart(6)} ${count.padStart(9)}`;
  const table = [
    line('fault', 'wire', 'cases', 'survived'),
    ...rows.map((row) => line(row.fault, row.wire, `${row.cases}`, `${row.survived}`)),
    line('total', '', `${total}`, `${survived}`),
  ];
  process.stdout.write(`\n${table.join('\n')}\n`);
}

/** Some of the numbers from 0 to `count`, the first and the last among them. */
function sample(count: number, most = BOUNDARIES): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
}

/** One case for each boundary between two chunks of each response of each scenario. */
async function atBoundaries(
  wire: WireName,
  says: readonly string[],
  faultsAt: (chunk: number, index: number) => Faults,
  most?: number,
  more: Partial<Case> = {},
): Promise<(() => Promise<void>)[]> {
  const cases: (() => Promise<void>)[] = [];
  for (const say of says) {
    const { chunks } = await baseline(wire, say);
    for (const [request, count] of chunks.entries()) {
      for (const at of sample(count, most)) {
        const faults = faultsAt(at, cases.length);
        cases.push(() =>
          survive({ wire, say, request, faults, ...more }).catch((error: unknown) => {
            const where = `"${say}" request ${request} ${JSON.stringify(faults)}`;
            throw new Error(`${where}: ${String(error)}`, { cause: error });
          }),
        );
      }
    }
  }
  return cases;
}

/** Text, two questions in one turn, a tool of the server. */
const few = ['hello', 'pay two people', 'weather in Tokyo'];

describe('fault matrix', () => {
  for (const wire of wires) {
    const isSocket = wire === 'websocket' || wire === 'adk-stream BIDI';

    it(`${wire}: survives a cut at the boundaries of its chunks`, async () => {
      const how = ['fin', 'rst'] as const;
      const cutAt = (cut: number, index: number) => ({ cut, how: how[index % 2]! });
      await runRow('cut between two chunks', wire, [
        // The one with everything in it: at each boundary.
        ...(await atBoundaries(wire, ['pay two people'], cutAt, Infinity)),
        ...(await atBoundaries(wire, scenarios, cutAt)),
      ]);
    });

    it(`${wire}: survives a connection that goes silent`, async () => {
      const more = { idleTimeout: 400 };
      const silentAt = (halfOpen: number) => ({ halfOpen });
      await runRow('half-open', wire, await atBoundaries(wire, few, silentAt, 2, more));
    });

    it(`${wire}: waits for a slow server`, async () => {
      await runRow('slow server', wire, [
        () => survive({ wire, say: 'hello', faults: { delay: 20 } }),
        () => survive({ wire, say: 'pay two people', faults: { delay: 20, delayStart: 200 } }),
      ]);
    });

    it(`${wire}: leaves out what cannot be read, and nothing else`, async () => {
      await runRow('a chunk of an unknown type', wire, [
        ...(await atBoundaries(wire, few, (alien) => ({ alien }), 3)),
      ]);
      await runRow('malformed JSON, invalid UTF-8', wire, [
        () => damaged({ wire, say: 'hello', faults: { malformed: 3 } }),
        () => damaged({ wire, say: 'weather in Tokyo', faults: { malformed: 4 } }),
        () => damaged({ wire, say: 'hello', faults: { utf8: 3 } }),
        () => damaged({ wire, say: 'weather in Tokyo', faults: { utf8: 4 } }),
      ]);
    });

    it(`${wire}: survives a body or frame that ends in the middle`, async () => {
      const endAt = (truncated: number) => ({ truncated });
      await runRow('ends inside a chunk', wire, await atBoundaries(wire, few, endAt, 2));
    });

    if (isSocket) {
      it(`${wire}: survives frames that come twice or out of order`, async () => {
        // Without numbers, as in adk-stream, only what has an id can be told apart.
        const exact = wire === 'websocket';
        const run = exact ? survive : damaged;
        const cases = (['duplicate', 'reorder'] as const).flatMap((fault) =>
          [0, 1, 2, 3].map(
            (at) => () => run({ wire, say: 'pay two people', faults: { [fault]: at } }),
          ),
        );
        await runRow('frames twice or out of order', wire, cases);
      });
    } else {
      it(`${wire}: survives answers that are none`, async () => {
        const faults: Faults[] = [
          { status: 500 },
          { status: 503, retryAfter: 1 },
          { status: 429, retryAfter: 1 },
          { html: true },
          { empty: true },
          { redirect: '' },
        ];
        await runRow(
          '429, 500, 503, HTML, empty, redirect',
          wire,
          few.flatMap((say) => faults.map((fault) => () => survive({ wire, say, faults: fault }))),
        );
      });
    }

    it(`${wire}: takes a single delta of 10 MB and 100,000 tiny ones`, async () => {
      await runRow('10 MB in one delta, 100,000 deltas', wire, [
        () => large({ wire, say: 'hello', faults: { huge: 10_000_008 } }, 10_000_008),
        // Over HTTP both languages are read by the same code.
        ...(wire === 'adk-stream SSE'
          ? []
          : [() => large({ wire, say: 'hello', faults: { tiny: 100_000 } }, 588_890)]),
      ]);
    });

    it(`${wire}: reads bytes that arrive one by one`, async () => {
      await runRow('bytes one by one, through the proxy', wire, [
        () => survive({ wire, say: 'table', weather: { pieces: 1 } }),
      ]);
    });

    it(`${wire}: survives what happens below HTTP and WebSocket`, async () => {
      const cases = (['fin', 'rst', 'freeze'] as const).flatMap((then) =>
        [400, 900].map(
          (after) => () =>
            survive({ wire, say: 'long markdown', weather: { after, then }, idleTimeout: 400 }),
        ),
      );
      // One after the other: the weather is the same for all.
      const chain = async () => {
        for (const run of cases) await run();
      };
      await runRow('cut or frozen below, through the proxy', wire, [chain]);
    });

    // What lasts is a socket; a request is over by itself.
    const times = isSocket ? 1000 : 100;
    it(`${wire}: connects and disconnects ${times} times without a leak`, async () => {
      await runRow(`${times} connections`, wire, [() => cycle(wire, times)]);
    });
  }
});

/** A part was lost on the wire: the chat goes on, what could be read is there, nothing ran twice. */
async function damaged(test: Case): Promise<void> {
  const { chat, id } = open(test);
  await converse(chat, test.say);
  if (chat.store.status === 'error') {
    await chat.store.retry();
    await agree(chat);
  }
  assert.equal(chat.store.status, 'ready');
  assert.ok(chat.answer.length > 0);
  checkJournal(id);
  await chat.close();
}

async function large(test: Case, length: number): Promise<void> {
  const { answer } = await baseline(test.wire, test.say);
  const { chat, id } = open(test);
  await converse(chat, test.say);
  assert.equal(chat.store.status, 'ready');
  assert.equal(chat.answer.length, length + answer.length);
  checkJournal(id);
  await chat.close();
}

const collectGarbage = (() => {
  setFlagsFromString('--expose_gc');
  return runInNewContext('gc') as () => void;
})();

/** A server that only says hello: what is tried here is the client. */
async function startGreeter(wire: WireName): Promise<{ url: string; close(): unknown }> {
  const chunk = { type: 'text-delta', id: '1', delta: 'hello' };
  if (wire === 'websocket') {
    return startPeer((send, { requestId }) =>
      send({ type: 'chunk', requestId, sequence: 0, chunk }),
    );
  }
  if (wire === 'adk-stream BIDI')
    return startPeer((send) => send(`data: ${JSON.stringify(chunk)}`));
  return startHttpServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(sse(chunk));
  });
}

/** Nothing may hold on to a transport that was closed: no timer, no socket, no listener. */
async function cycle(wire: WireName, times: number): Promise<void> {
  const { kind }: Wire = WIRES[wire];
  const server = await startGreeter(wire);
  const alive: WeakRef<object>[] = [];
  const once = async () => {
    const transport = createTransport({ kind, endpoint: server.url, webSocket: nodeWebSocket });
    alive.push(new WeakRef(transport));
    const abort = new AbortController();
    const request = requestOf(undefined, { abortSignal: abort.signal });
    const reader = (await transport.sendMessages(request)).getReader();
    await reader.read();
    abort.abort();
    await reader.cancel().catch(() => {});
    transport.close?.();
  };
  for (let index = 0; index < times; index += 20)
    await Promise.all(Array.from({ length: 20 }, once));
  const limit = Date.now() + 30_000;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    collectGarbage();
    const left = alive.filter((reference) => reference.deref()).length;
    // The last ones may still be on somebody's stack.
    if (left <= 20) break;
    assert.ok(Date.now() < limit, `${left} of ${times} transports are still held`);
  }
  await server.close();
}
