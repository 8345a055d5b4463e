import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UIMessage } from 'ai';
import { ChatStore } from '../../src/chat/chat-store.js';
import { MemoryStorage } from '../../src/chat/memory-storage.js';
import { createTabs } from '../../src/chat/tabs.js';
import {
  ask,
  call,
  result,
  ScriptedTransport,
  step,
  text,
  toolStates,
  until,
  type Reply,
} from './scripted-transport.js';

/** The part of Web Locks that tabs use, for one "browser". Node has none before version 24. */
function createLocks(): LockManager {
  const held = new Set<string>();
  return {
    request: async (name: string, _options: object, callback: (lock: object | null) => unknown) => {
      await Promise.resolve();
      if (held.has(name)) return callback(null);
      held.add(name);
      try {
        return await callback({ name });
      } finally {
        held.delete(name);
      }
    },
  } as unknown as LockManager;
}

let browsers = 0;

/** Several tabs of one browser, on one conversation. */
class Browser {
  readonly storage = new MemoryStorage();
  readonly #id = `chat-${(browsers += 1)}`;
  readonly #locks: LockManager | undefined;
  readonly #tabs: ChatStore[] = [];

  constructor(hasLocks: boolean) {
    this.#locks = hasLocks ? createLocks() : undefined;
  }

  open(...replies: Reply[]) {
    const transport = new ScriptedTransport(...replies);
    const store = new ChatStore({
      id: this.#id,
      transport,
      storage: this.storage,
      tabs: (key) => createTabs(key, { storage: this.storage, locks: this.#locks }),
    });
    const notices: string[] = [];
    store.subscribe((change) => change.type === 'notice' && notices.push(change.code));
    this.#tabs.push(store);
    return { store, transport, notices };
  }

  async close(): Promise<void> {
    await Promise.all(this.#tabs.map((store) => store.dispose()));
  }
}

/** Like `until`, but real time passes: tabs talk through a channel. */
async function eventually(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !condition(); i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(condition(), String(condition));
}

const textsOf = (messages: readonly UIMessage[]) =>
  messages.map(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('|'),
  );

const question = [...step, ...call('a', 'pay'), ...call('b', 'pay'), ask('a'), ask('b')];
const answered = [{ type: 'start' as const }, result('a'), result('b'), ...text('paid')];

for (const hasLocks of [true, false]) {
  describe(`Two tabs on one conversation, ${hasLocks ? 'with' : 'without'} Web Locks`, () => {
    it('show the same questions, and only one of them can answer each', async () => {
      const browser = new Browser(hasLocks);
      const first = browser.open(question, answered);
      await first.store.sendMessage({ text: 'pay' });
      const second = browser.open(answered);
      assert.equal(second.store.pendingApprovals.length, 2);
      // Both click at the same moment.
      const both = await Promise.all([
        first.store.decide({ approvalId: 'q-a', decision: 'yes' }),
        second.store.decide({ approvalId: 'q-a', decision: 'no' }),
      ]);
      assert.equal(both.filter(Boolean).length, 1, 'exactly one answer counts');
      await eventually(
        () =>
          first.store.pendingApprovals.length === 1 && second.store.pendingApprovals.length === 1,
      );
      const answers = [first, second].map(({ store }) => store.confirmationOf('a')?.decision);
      assert.equal(answers[0], answers[1], 'both show the same answer');
      await browser.close();
    });

    it('can answer in turn; the one with the last answer sends, the other sees it settle', async () => {
      const browser = new Browser(hasLocks);
      const first = browser.open(question);
      await first.store.sendMessage({ text: 'pay' });
      const second = browser.open(answered);
      assert.equal(await first.store.decide({ approvalId: 'q-a', decision: 'yes' }), true);
      await eventually(() => second.store.pendingApprovals.length === 1);
      let isDone = false;
      // The first tab rests soon after its answer; until then the second one may have to click again.
      while (!isDone) {
        isDone = await second.store.decide({ approvalId: 'q-b', decision: 'no' });
        if (!isDone) await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await eventually(() => textsOf(first.store.messages).at(-1) === 'paid');
      assert.deepEqual(toolStates(first.store), { a: 'output-available', b: 'output-available' });
      assert.equal(JSON.stringify(first.store.messages), JSON.stringify(second.store.messages));
      assert.equal(first.transport.sends.length, 1);
      assert.equal(second.transport.sends.length, 1);
      await browser.close();
    });

    it('do not act at the same time: what is typed in the other one waits and then is sent', async () => {
      const browser = new Browser(hasLocks);
      const first = browser.open((turn) => turn.write(...step, ...text('thinking')));
      const second = browser.open([...step, ...text('second answer')]);
      void first.store.sendMessage({ text: 'one' });
      await eventually(() => first.store.status === 'streaming');
      await second.store.sendMessage({ text: 'two' });
      assert.deepEqual(second.notices, ['other-tab']);
      assert.equal(second.store.queuedMessages.length, 1);
      first.transport.turns[0]!.end();
      await eventually(() => textsOf(first.store.messages).at(-1) === 'second answer');
      assert.deepEqual(textsOf(first.store.messages), ['one', 'thinking', 'two', 'second answer']);
      assert.deepEqual(textsOf(second.transport.sends[0]!), ['one', 'thinking', 'two']);
      await browser.close();
    });

    it('leave an answer to the tab that gets it, until that tab is gone', async () => {
      const browser = new Browser(hasLocks);
      const first = browser.open((turn) => turn.write(...step, ...text('half')));
      void first.store.sendMessage({ text: 'one' });
      await eventually(() => first.store.status === 'streaming');
      const second = browser.open([{ type: 'start' }, ...text(' rest')]);
      await until(() => second.store.messages.length > 0);
      assert.notEqual(second.store.status, 'error', 'it is not lost while the first tab lives');
      await first.store.dispose();
      await second.store.retry();
      assert.deepEqual(textsOf(second.store.messages), ['one', 'half| rest']);
      await browser.close();
    });

    it('take a permission back for both', async () => {
      const browser = new Browser(hasLocks);
      const first = browser.open(question, answered);
      await first.store.sendMessage({ text: 'pay' });
      await first.store.decide({ approvalId: 'q-a', decision: 'yes_always' });
      await until(() => first.store.status === 'ready' && first.transport.sends.length === 2);
      const second = browser.open();
      assert.equal(second.store.policies.length, 1);
      second.store.revokePolicy('pay');
      await eventually(() => first.store.policies.length === 0);
      await browser.close();
    });
  });
}

describe('The right to act', () => {
  it('passes on when the tab that had it stops giving signs of life', async () => {
    const storage = new MemoryStorage([['key:tab', `gone ${Date.now() - 60_000}`]]);
    const tabs = createTabs('key', { storage, locks: undefined });
    assert.equal(await tabs.acquire(), true);
    const other = createTabs('key', { storage, locks: undefined });
    assert.equal(await other.acquire(), false);
    tabs.release();
    assert.equal(await other.acquire(), true);
    tabs.close();
    other.close();
  });
});
