import type { ModelMessage, ToolSet } from 'ai';
import { isLongRunning, isSettled, toolNameOf, type AnyToolPart } from '../chat/message-parts.js';
import type { Confirmation, ToolPolicy } from './decision.js';
import { validateInput } from './tool-input.js';
import { isAllowed } from './tool-policy.js';

export interface ToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

export type ToolOutcome =
  | (ToolCall & { type: 'executed'; output: unknown })
  | (ToolCall & { type: 'denied'; reason?: string })
  | (ToolCall & { type: 'failed'; errorText: string });

export interface ToolRunResult {
  executed: ToolOutcome[];
  denied: ToolOutcome[];
  failed: ToolOutcome[];
  /** Calls that wait for a person. While there is one, nothing else happens. */
  awaiting: ToolCall[];
  /** Calls that somebody else answers: the host took them over, or there is no `execute`. */
  external: ToolCall[];
}

export interface ToolRunnerOptions {
  /** Milliseconds until a tool counts as failed. */
  timeout?: number;
}

export interface ToolRunOptions {
  confirmations?: Iterable<Confirmation>;
  policies?: readonly ToolPolicy[];
  scope?: string;
  signal?: AbortSignal;
  /** Calls that already began, here or before a reload. They never begin again. */
  started?: (toolCallId: string) => 'running' | 'lost' | undefined;
  /** Told right before a tool runs; `false` means that somebody else runs it. */
  onStart?: (call: ToolCall) => boolean | void;
  /** Told as soon as a call has its outcome, before the slower ones have theirs. */
  onOutcome?: (outcome: ToolOutcome) => void;
}

type Plan =
  | { type: 'none' }
  | { type: 'awaiting' }
  | { type: 'external' }
  | { type: 'run'; tool: ToolSet[string]; input: unknown }
  | { type: 'done'; outcome: ToolOutcome };

export const LOST_OUTCOME =
  'The outcome is unknown: the page was closed while this tool was running. It was not run again.';

/** Runs browser tools. Keeps nothing but its registry: all else comes with each call. */
export class ToolRunner {
  tools: ToolSet;
  readonly #timeout: number;

  constructor(tools: ToolSet = {}, { timeout = 60_000 }: ToolRunnerOptions = {}) {
    this.tools = tools;
    this.#timeout = timeout;
  }

  has(part: AnyToolPart): boolean {
    return this.#find(part) !== undefined;
  }

  /** Whether the browser has to produce the result of this call. */
  isClientCall(part: AnyToolPart): boolean {
    if (part.providerExecuted) return false;
    return (
      this.has(part) || isLongRunning(part) || (part.type !== 'dynamic-tool' && !part.approval)
    );
  }

  /** Holds the gate: either somebody still has to decide, or everything gets its outcome. */
  async run(parts: readonly AnyToolPart[], options: ToolRunOptions = {}): Promise<ToolRunResult> {
    const plans = await Promise.all(
      parts.map(async (part) => ({ call: toCall(part), plan: await this.#plan(part, options) })),
    );
    const result: ToolRunResult = {
      executed: [],
      denied: [],
      failed: [],
      awaiting: plans.filter(({ plan }) => plan.type === 'awaiting').map(({ call }) => call),
      external: plans.filter(({ plan }) => plan.type === 'external').map(({ call }) => call),
    };
    if (result.awaiting.length > 0 || options.signal?.aborted) return result;

    const outcomes = await Promise.all(
      plans.map(async ({ call, plan }) => {
        if (plan.type !== 'run' && plan.type !== 'done') return undefined;
        if (plan.type === 'run' && options.onStart?.(call) === false) {
          result.external.push(call);
          return undefined;
        }
        const outcome =
          plan.type === 'done' ? plan.outcome : await this.#execute(call, plan, options);
        options.onOutcome?.(outcome);
        return outcome;
      }),
    );
    for (const outcome of outcomes) if (outcome) result[outcome.type].push(outcome);
    return result;
  }

  /** PROTOCOLS: explicit answer, standing permission, question, else run; first match wins. */
  async #plan(part: AnyToolPart, options: ToolRunOptions): Promise<Plan> {
    if (isSettled(part) || part.state === 'input-streaming' || part.state === 'output-available') {
      return { type: 'none' };
    }
    const call = toCall(part);
    const asked = part.state === 'approval-requested';
    if (asked && part.approval.isAutomatic) return { type: 'none' };
    const answer = findAnswer(options.confirmations, part);
    if (answer?.decision === 'no') {
      return { type: 'done', outcome: { ...call, type: 'denied', reason: answer.reason } };
    }
    const allowed =
      answer !== undefined || isAllowed(part, options.scope ?? '', options.policies ?? []);
    if (asked && !allowed) return { type: 'awaiting' };
    if (!this.isClientCall(part)) return { type: 'none' };
    const started = options.started?.(part.toolCallId);
    if (started === 'running') return { type: 'external' };
    if (started === 'lost') return failed(call, LOST_OUTCOME);

    const tool = this.#find(part);
    if (!tool && isLongRunning(part)) return { type: 'external' };
    if (!tool) return failed(call, `The tool "${call.toolName}" is not available here.`);
    const input = await validateInput(tool, part.input);
    if (!input.valid) return failed(call, `Invalid input: ${input.message}`);

    const ask = part.state === 'input-available' && !allowed;
    if (ask && (await needsApproval(tool, input.value, part.toolCallId))) {
      return { type: 'awaiting' };
    }
    return tool.execute ? { type: 'run', tool, input: input.value } : { type: 'external' };
  }

  async #execute(
    call: ToolCall,
    { tool, input }: Extract<Plan, { type: 'run' }>,
    { signal }: ToolRunOptions,
  ): Promise<ToolOutcome> {
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Error(`No result after ${this.#timeout / 1000} s.`)),
      this.#timeout,
    );
    const abortSignal = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    try {
      const output = await Promise.race([
        execute(tool, input, call.toolCallId, abortSignal),
        rejectOnAbort(abortSignal),
      ]);
      return { ...call, type: 'executed', output: toJson(output) };
    } catch (error) {
      const errorText = signal?.aborted ? 'aborted' : describe(error);
      return { ...call, type: 'failed', errorText };
    } finally {
      clearTimeout(timer);
    }
  }

  #find(part: AnyToolPart): ToolSet[string] | undefined {
    const name = toolNameOf(part);
    return Object.hasOwn(this.tools, name) ? this.tools[name] : undefined;
  }
}

function toCall(part: AnyToolPart): ToolCall {
  return { toolCallId: part.toolCallId, toolName: toolNameOf(part), input: part.input };
}

function failed(call: ToolCall, errorText: string): Plan {
  return { type: 'done', outcome: { ...call, type: 'failed', errorText } };
}

/** The part itself may already carry the answer. */
function findAnswer(
  confirmations: Iterable<Confirmation> = [],
  { toolCallId, state, approval }: AnyToolPart,
): Pick<Confirmation, 'decision' | 'reason'> | undefined {
  if (state === 'approval-responded') {
    return { decision: approval.approved ? 'yes' : 'no', reason: approval.reason };
  }
  for (const answer of confirmations) {
    const matches = approval ? answer.approvalId === approval.id : answer.toolCallId === toolCallId;
    if (matches) return answer;
  }
  return undefined;
}

async function needsApproval(
  { needsApproval: check }: ToolSet[string],
  input: unknown,
  toolCallId: string,
): Promise<boolean> {
  if (typeof check !== 'function') return check === true;
  try {
    return await check(input, { toolCallId, messages: [], context: undefined });
  } catch {
    // A check that can't say "no question needed" means that there is one.
    return true;
  }
}

async function execute(
  tool: ToolSet[string],
  input: unknown,
  toolCallId: string,
  abortSignal: AbortSignal,
): Promise<unknown> {
  const messages: ModelMessage[] = [];
  const result: unknown = await tool.execute?.(input, {
    toolCallId,
    messages,
    abortSignal,
    context: undefined,
  });
  if (!isAsyncIterable(result)) return result;
  let last: unknown;
  for await (const value of result) last = value;
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** What the server will get is also what the page shows: a plain copy, never a live object. */
function toJson(output: unknown): unknown {
  if (output === undefined) return null;
  const text = JSON.stringify(output) as string | undefined;
  if (text === undefined) throw new Error('The result can not be sent: it is not plain data.');
  return JSON.parse(text) as unknown;
}

function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text || 'The tool failed.';
}
