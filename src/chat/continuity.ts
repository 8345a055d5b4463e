import type { ChatState, UIMessage } from 'ai';
import { AdkError } from '../errors.js';
import type { ChatChange } from './chat-state.js';
import type { Keeper, KeeperHost } from './keeper.js';
import { isSettled, toolPartsOf } from './message-parts.js';
import type { Recovery } from './recovery.js';
import { revive } from './revive.js';
import type { StoredChat } from './stored-chat.js';
import type { StoreTransport } from './store-transport.js';
import type { ToolTurns } from './tool-turns.js';

export interface ContinuityHost {
  readonly id: string;
  readonly state: ChatState<UIMessage>;
  readonly transport: StoreTransport;
  readonly turns: ToolTurns;
  readonly recovery: Recovery;
  /** Whether the server waits for answers to its questions even when the page is gone. */
  readonly keepsQuestions: boolean;
  /** Whether the server keeps the conversation and brings it up to date by itself. */
  readonly serverKeeps: boolean;
  isBusy(): boolean;
  setStatus(status: 'ready' | 'submitted' | 'error', error?: AdkError): void;
  /** Sends what waits in the queue. */
  settleQueue(): Promise<void>;
  notify(change: ChatChange): void;
}

/** Brings a conversation from storage into the chat, from an earlier page or from another tab. */
export class Continuity implements KeeperHost {
  readonly #keeper: Keeper;
  readonly #host: ContinuityHost;

  constructor(keeper: Keeper, host: ContinuityHost) {
    this.#keeper = keeper;
    this.#host = host;
    keeper.host = this;
  }

  read(): StoredChat {
    const { id, state, turns, transport } = this.#host;
    const failed = state.status === 'error';
    return {
      id,
      messages: state.messages,
      queue: state.experimental_queuedMessages ?? [],
      confirmations: turns.decisions.log,
      ledger: turns.ledger.entries,
      unfinished:
        failed || this.#host.isBusy() ? { parts: transport.partsBefore, failed } : undefined,
    };
  }

  /** Goes on with what an earlier page has left, unless another tab is still working on it. */
  async restore(chat: StoredChat | undefined): Promise<void> {
    if (!chat) return;
    this.#host.turns.restore(chat.confirmations, chat.ledger);
    const acting = this.#keeper.act();
    if (acting === true || (await acting)) this.#revive(chat);
    this.#keeper.rest();
  }

  adopt(chat: StoredChat, isOurs: boolean): void {
    const { state, turns, setStatus } = this.#host;
    turns.restore(chat.confirmations, chat.ledger);
    state.messages = chat.messages;
    this.#queue(state.experimental_queuedMessages ?? []);
    if (state.status === 'error') setStatus('ready');
    if (isOurs && chat.unfinished) this.#revive(chat);
  }

  merge(log: StoredChat['confirmations']): void {
    this.#host.turns.decisions.merge(log);
  }

  isIdle(): boolean {
    return !this.#host.isBusy() && this.#host.turns.isIdle;
  }

  notify(change: ChatChange): void {
    this.#host.notify(change);
  }

  onFree(): void {
    void this.#sendQueue();
  }

  #revive({ messages, queue, unfinished }: StoredChat): void {
    const { state, turns, transport, recovery, keepsQuestions, setStatus } = this.#host;
    this.#queue(queue);
    if (this.#host.serverKeeps) return;
    const { ledger, decisions } = turns;
    const isLost = (id: string) => ledger.has(`s:${id}`) && !ledger.has(`o:${id}`);
    const lost = messages
      .flatMap(toolPartsOf)
      .filter((part) => !isSettled(part) && isLost(part.toolCallId));
    state.messages = revive(messages, {
      answerTo: (approvalId) => decisions.answerTo(approvalId),
      isLost,
      keepsQuestions,
    });
    ledger.write(
      lost.map(({ toolCallId }) => `o:${toolCallId}`),
      'unsent',
    );
    const last = state.messages.at(-1);
    if (!last) return;
    const error = new AdkError('network', 'The answer was interrupted.', { retryable: true });
    if (unfinished && !unfinished.failed && recovery.prepare(error)) {
      transport.partsBefore = unfinished.parts;
      setStatus('submitted');
      void recovery.run(true);
    } else if (unfinished || turns.isOwed(last)) {
      setStatus('error', error);
    }
  }

  /** What another tab, or the page before, has sent already does not wait any more. */
  #queue(queue: readonly UIMessage[]): void {
    const { state } = this.#host;
    state.experimental_queuedMessages = queue.filter(
      ({ id }) => !state.messages.some((message) => message.id === id),
    );
  }

  async #sendQueue(): Promise<void> {
    if (!this.#host.state.experimental_queuedMessages?.length) return;
    if (await this.#keeper.act()) await this.#host.settleQueue();
  }
}
