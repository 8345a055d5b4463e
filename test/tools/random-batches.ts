import assert from 'node:assert/strict';
import { tool, type UIMessageChunk } from 'ai';
import { z } from 'zod';
import { ChatStore } from '../../src/chat/chat-store.js';
import { MemoryStorage } from '../../src/chat/memory-storage.js';
import { ask, call, ScriptedTransport, step, text } from '../chat/scripted-transport.js';

/** A small generator with a seed, so that a failing run can be repeated alone. */
class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  next(): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  chance(probability: number): boolean {
    return this.next() < probability;
  }
  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!;
  }
  shuffle<T>(values: readonly T[]): T[] {
    return values
      .map((value) => [this.next(), value] as const)
      .sort(([a], [b]) => a - b)
      .map(([, value]) => value);
  }
}

type Kind =
  /** The server runs it and asks. */
  | 'server'
  /** The browser runs it, the server asks. */
  | 'asked'
  /** The browser runs it and asks by itself. */
  | 'asking'
  /** The browser runs it without a question. */
  | 'free';

interface Call {
  id: string;
  kind: Kind;
  behaviour: 'works' | 'throws' | 'hangs' | 'unserialisable';
  decision: 'yes' | 'no';
  isAsked: boolean;
}

const KINDS: readonly Kind[] = ['server', 'asked', 'asking', 'free'];
const BEHAVIOURS = ['works', 'works', 'works', 'throws', 'hangs', 'unserialisable'] as const;

/** Waits for a state by listening: looking again and again would be most of the work here. */
function when(store: ChatStore, condition: () => boolean): Promise<void> {
  if (condition()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = store.subscribe(() => {
      if (!condition()) return;
      end();
      resolve();
    });
  });
}

async function play(seed: number): Promise<void> {
  const random = new Random(seed);
  const calls: Call[] = Array.from({ length: 1 + Math.floor(random.next() * 8) }, (_, i) => {
    const kind = random.pick(KINDS);
    return {
      id: `c${i}`,
      kind,
      behaviour: random.pick(BEHAVIOURS),
      decision: random.pick(['yes', 'no'] as const),
      isAsked: kind !== 'free',
    };
  });
  /** In some of the runs the page is loaded again between two answers. */
  const reloads = random.chance(0.25);
  const byId = new Map(calls.map((entry) => [entry.id, entry]));
  const executed = new Map<string, number>();
  let isGateOpen = calls.every(({ isAsked }) => !isAsked);

  const execute = (_input: object, { toolCallId }: { toolCallId: string }) => {
    assert.ok(isGateOpen, `${toolCallId} ran before the gate opened`);
    executed.set(toolCallId, (executed.get(toolCallId) ?? 0) + 1);
    switch (byId.get(toolCallId)!.behaviour) {
      case 'works':
        return random.chance(0.5) ? { id: toolCallId } : Promise.resolve({ id: toolCallId });
      case 'throws':
        throw new Error('broken');
      case 'hangs':
        return new Promise(() => {});
      case 'unserialisable':
        return { value: 1n };
    }
  };
  const inputSchema = z.object({});
  const chunks: UIMessageChunk[] = [
    ...step,
    ...calls.flatMap(({ id, kind }) => call(id, kind)),
    ...random.shuffle(
      calls.filter(({ kind }) => kind === 'server' || kind === 'asked').map(({ id }) => ask(id)),
    ),
  ];
  // The request that carries the outcomes may fail on the way; the last one arrives.
  const failures = Math.floor(random.next() * 3) * (random.chance(0.3) ? 1 : 0);
  const transport = new ScriptedTransport(
    chunks,
    ...Array.from({ length: failures }, () => new TypeError('fetch failed')),
    [{ type: 'start' }, { type: 'start-step' }, ...text('done')],
  );
  const options = {
    id: 'chat',
    transport,
    toolTimeout: 1,
    tools: {
      asked: tool({ inputSchema, execute }),
      asking: tool({ inputSchema, execute, needsApproval: true }),
      free: tool({ inputSchema, execute }),
    },
    ...(reloads && { storage: new MemoryStorage() }),
  };
  let store = new ChatStore(options);
  await store.sendMessage({ text: 'go' });

  const asked = calls.filter(({ isAsked }) => isAsked);
  await when(store, () => store.pendingApprovals.length === asked.length);
  for (const [i, { id, kind, decision }] of random.shuffle(asked).entries()) {
    if (reloads && random.chance(0.3)) {
      await store.dispose();
      store = new ChatStore(options);
    }
    const approvalId = kind === 'asking' ? `local:${id}` : `q-${id}`;
    const isLast = i === asked.length - 1;
    if (isLast) isGateOpen = true;
    const answers = [store.decide({ approvalId, decision })];
    // A second click, even on the other button, comes too late.
    if (random.chance(0.3)) {
      answers.push(store.decide({ approvalId, decision: random.pick(['yes', 'no'] as const) }));
    }
    if (!isLast) assert.equal((await Promise.all(answers)).filter(Boolean).length, 1);
  }

  const isDelivered = () => transport.replies.length === 0 && store.status === 'ready';
  for (let tries = 0; tries <= failures; tries += 1) {
    await when(store, () => isDelivered() || store.status === 'error');
    if (store.status === 'error') await store.retry();
  }
  await when(store, isDelivered);

  for (const { id, kind, decision, isAsked } of calls) {
    const wanted = kind === 'server' || (isAsked && decision === 'no') ? 0 : 1;
    assert.equal(executed.get(id) ?? 0, wanted, `${kind} ${id} (${decision})`);
  }
  // One question, one delivery of the outcomes; the attempts in between reached nobody.
  assert.equal(transport.sends.length, 2 + failures, 'one send per batch');
  const sent = transport.sends
    .at(-1)!
    .at(-1)!
    .parts.filter((part) => 'toolCallId' in part);
  assert.equal(sent.length, calls.length);
  for (const part of sent) {
    const { kind, decision, behaviour } = byId.get(part.toolCallId)!;
    const state = part.state;
    if (kind === 'server' || (kind === 'asked' && decision === 'no')) {
      assert.equal(state, 'approval-responded');
      assert.equal(part.approval?.approved, decision === 'yes');
    } else if (kind === 'asking' && decision === 'no') {
      assert.equal(state, 'output-error');
    } else {
      assert.equal(state, behaviour === 'works' ? 'output-available' : 'output-error');
    }
  }
  await store.dispose();
}

/** Plays its share of the batches; a process of its own, because `node:test` makes promises slow. */
const [first, count] = process.argv.slice(2).map(Number) as [number, number];
const WIDTH = 50;
for (let seed = first; seed < first + count; seed += WIDTH) {
  const seeds = Array.from({ length: WIDTH }, (_, i) => seed + i);
  await Promise.all(
    seeds.map((each) =>
      play(each).catch((error: unknown) => {
        throw new Error(`seed ${each}: ${String(error)}`, { cause: error });
      }),
    ),
  );
}
