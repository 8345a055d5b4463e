import { randomUUID } from 'node:crypto';
import type { ModelMessage } from 'ai';
import type { BackendContext } from '../backend-options.js';
import { needsApproval } from '../tools.js';
import {
  addResults,
  execute,
  outcomeChunk,
  outcomeOf,
  runStep,
  type ToolCall,
  type ToolOutcome,
} from './agent-step.js';
import {
  counter,
  createPartSink,
  finishChunk,
  pushScenarioData,
  type PartSink,
} from './part-sink.js';
import { SpeechOutput, type LiveOutput } from './speech-output.js';
import { WaitingRoom } from './waiting-room.js';

export interface LiveSettings {
  /** Deltas for each word instead of one for each text. */
  words: boolean;
  /** Stop talking at `interrupt`; the real server goes on. */
  interruptible: boolean;
}

export interface LiveTurn {
  chatId: string;
  message: ModelMessage;
  /** The text of that message. */
  question: string;
  /** What the user said, if this turn was spoken. */
  heard?: string;
  /** Whether the answer is sound with a transcript. */
  spoken: boolean;
}

/** The agent's side of one `/live` connection. Turns run one after the other. */
export class LiveSession {
  readonly decisions = new WaitingRoom<boolean>();
  readonly results = new WaitingRoom<Record<string, unknown>>();
  readonly #context: BackendContext;
  readonly #settings: LiveSettings;
  readonly #history: ModelMessage[] = [];
  readonly #messageId: string = randomUUID();
  readonly #nextId = counter();
  readonly #speech: SpeechOutput;
  readonly #closed = new AbortController();
  #interrupted = new AbortController();
  #started = false;

  constructor(context: BackendContext, settings: LiveSettings) {
    this.#context = context;
    this.#settings = settings;
    this.#speech = new SpeechOutput(this.#messageId, context.options.audioPace);
  }

  /** True until the first turn: a client that reconnects then sends its history. */
  get isNew(): boolean {
    return this.#history.length === 0;
  }

  remember(messages: readonly ModelMessage[]): void {
    this.#history.push(...messages);
  }

  interrupt(): void {
    if (this.#settings.interruptible) this.#interrupted.abort();
  }

  close(): void {
    this.#closed.abort();
    this.#interrupted.abort();
  }

  async run(
    { chatId, message, question, heard, spoken }: LiveTurn,
    output: LiveOutput,
  ): Promise<void> {
    this.#interrupted = new AbortController();
    const signal = AbortSignal.any([this.#interrupted.signal, this.#closed.signal]);
    // The real server names the message once for each connection and never again.
    if (!this.#started) output.push({ type: 'start', messageId: this.#messageId });
    this.#started = true;
    if (heard !== undefined) this.#speech.transcribeUser(heard, output);
    this.#history.push(message);

    const sentences: string[] = [];
    const sink = spoken
      ? createSpokenSink(sentences)
      : createPartSink(output, { words: this.#settings.words, nextId: this.#nextId });
    for (;;) {
      const { calls, failed } = await runStep(this.#context, this.#history, sink, signal);
      if (failed && !signal.aborted) {
        return output.push({ type: 'error', error: { code: 'MODEL', message: failed } });
      }
      await this.#speech.say(sentences.splice(0), output, signal);
      if (calls.length === 0 || signal.aborted) break;
      const settled = [];
      for (const call of calls) {
        settled.push({ call, outcome: await this.#call(chatId, call, output, signal) });
      }
      addResults(this.#history, settled);
    }
    pushScenarioData(output, question);
    const audio = this.#speech.metadata;
    output.push(finishChunk(sink, audio && { audio }));
    output.done();
  }

  async #call(
    chatId: string,
    call: ToolCall,
    output: LiveOutput,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const { toolCallId, toolName, input } = call;
    output.push({ type: 'tool-input-start', toolCallId, toolName });
    output.push({ type: 'tool-input-available', toolCallId, toolName, input });
    const outcome = await this.#settle(chatId, call, output, signal);
    output.push(outcomeChunk(toolCallId, outcome));
    return outcome;
  }

  async #settle(
    chatId: string,
    call: ToolCall,
    output: LiveOutput,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const { approvalTimeout, toolTimeout } = this.#context.options;
    if (needsApproval(call.toolName, call.input)) {
      const approvalId = `confirm-${randomUUID()}`;
      output.push({ type: 'start-step' });
      output.push({ type: 'tool-approval-request', toolCallId: call.toolCallId, approvalId });
      output.push({ type: 'finish-step' });
      const approved = await this.decisions.wait(approvalId, approvalTimeout, signal);
      if (approved === undefined) return { errorText: 'Approval request timed out' };
      if (!approved) return { errorText: `User denied execution of ${call.toolName}` };
    }
    const own = execute(this.#context, chatId, call);
    if (own) return outcomeOf(own);
    const result = await this.results.wait(call.toolCallId, toolTimeout, signal);
    return result
      ? outcomeOf(result)
      : { errorText: `Timeout waiting for frontend result of ${call.toolName}` };
  }
}

/** Collects what is to be said; files and thoughts have no sound. */
function createSpokenSink(sentences: string[]): PartSink {
  let text = '';
  return {
    sources: [],
    text(_, delta, done) {
      text += delta;
      if (!done) return;
      sentences.push(text);
      text = '';
    },
    reasoning: () => {},
    file: () => {},
    source: () => {},
  };
}
