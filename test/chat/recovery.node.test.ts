import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatStore } from '../../src/chat/chat-store.js';
import type { Environment } from '../../src/chat/recovery.js';
import { ScriptedLiveTransport, idle, step, text, until } from './scripted-transport.js';

class Page implements Environment {
  isOnline = true;
  isVisible = true;
  readonly #listeners = new Set<() => void>();

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(change: Partial<Pick<Page, 'isOnline' | 'isVisible'>>): void {
    Object.assign(this, change);
    for (const listener of this.#listeners) listener();
  }

  get listeners(): number {
    return this.#listeners.size;
  }
}

/** A chat whose answer breaks off in the middle. */
async function breakOff(environment?: Environment) {
  const transport = new ScriptedLiveTransport({ resume: true }, (turn) =>
    turn.write({ type: 'start', messageId: 'm' }, ...step.slice(1), ...text('half', '1')),
  );
  const store = new ChatStore({ transport, environment });
  void store.sendMessage({ text: 'one' });
  await until(() => store.status === 'streaming');
  return { store, transport, lose: () => transport.turns[0]!.fail(new TypeError('network error')) };
}

const whole = [
  { type: 'start' as const, messageId: 'm' },
  ...step.slice(1),
  ...text('half and more', '1'),
];
const answerOf = (store: ChatStore) =>
  store.messages[1]!.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));

describe('A lost connection', () => {
  it('is shown as such and mended without sending the message again', async () => {
    const { store, transport, lose } = await breakOff();
    transport.resumes = [new TypeError('fetch failed'), whole];
    const connections: string[] = [];
    store.subscribe(({ type }) => type === 'connection' && connections.push(store.connection));
    lose();
    await until(() => store.connection === 'reconnecting');
    assert.equal(store.error, undefined, 'a gap is a pause, not an error');
    assert.equal(store.isBusy, true);
    while (store.isBusy) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(answerOf(store), ['half and more']);
    assert.deepEqual([...new Set(connections)], ['reconnecting', 'idle']);
    assert.equal(transport.sends.length, 1);
    assert.equal(store.messages.length, 2);
  });

  it('waits without a network and goes on the moment it is back', async () => {
    const page = new Page();
    const { store, transport, lose } = await breakOff(page);
    transport.resumes = [whole];
    page.set({ isOnline: false });
    lose();
    await until(() => store.connection === 'reconnecting');
    // Longer than the first pauses between two tries.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.equal(transport.resumes.length, 1, 'nothing is tried without a network');
    page.set({ isOnline: true });
    await until(() => store.status === 'ready');
    assert.deepEqual(answerOf(store), ['half and more']);
  });

  it('is tried again at once when the user comes back to the page', async () => {
    const page = new Page();
    page.isVisible = false;
    const { store, transport, lose } = await breakOff(page);
    transport.resumes = [whole];
    lose();
    await until(() => store.connection === 'reconnecting');
    page.set({ isVisible: true });
    await until(() => store.status === 'ready');
    assert.deepEqual(answerOf(store), ['half and more']);
  });

  it('ends as an error with Retry when the server has nothing left', async () => {
    const page = new Page();
    const { store, transport, lose } = await breakOff(page);
    transport.resumes = [null];
    lose();
    await until(() => store.connection === 'reconnecting');
    page.set({});
    await until(() => store.status === 'error');
    assert.equal(store.error?.retryable, true);
    assert.deepEqual(answerOf(store), ['half']);
    assert.equal(transport.sends.length, 1);
  });

  it('is left alone when the user stops or goes on', async () => {
    const page = new Page();
    const { store, transport, lose } = await breakOff(page);
    page.set({ isOnline: false });
    lose();
    await until(() => store.connection === 'reconnecting');
    await store.stop();
    assert.deepEqual([store.status, store.connection], ['ready', 'idle']);
    page.set({ isOnline: true });
    await idle();
    assert.deepEqual(answerOf(store), ['half']);
    await store.dispose();
    assert.equal(page.listeners, 0);
    assert.equal(transport.sends.length, 1);
  });

  it('before anything was delivered keeps the message and offers Retry', async () => {
    const transport = new ScriptedLiveTransport({ resume: true }, new TypeError('fetch failed'), [
      ...step,
      ...text('ok'),
    ]);
    const store = new ChatStore({ transport });
    await store.sendMessage({ text: 'one' });
    assert.deepEqual([store.status, store.messages.length], ['error', 1]);
    await store.retry();
    assert.deepEqual(answerOf(store), ['ok']);
  });
});
