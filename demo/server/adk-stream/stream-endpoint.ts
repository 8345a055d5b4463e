import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { UI_MESSAGE_STREAM_HEADERS, type ModelMessage } from 'ai';
import type { BackendContext } from '../backend-options.js';
import { sendInsteadOfStream, writeEvents } from '../event-stream.js';
import { applyFaults } from '../faults.js';
import { readJson, sendJson } from '../http-exchange.js';
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
import { ChunkQueue } from './chunk-queue.js';
import { createPartSink, finishChunk, pushScenarioData } from './part-sink.js';
import { readTurn, type IncomingTurn } from './message-parts.js';
import { userMessage } from './user-message.js';

/** The server owns the conversation: one for each API key. */
interface StreamSession {
  history: ModelMessage[];
  /** Calls that wait for a decision, by approval id. */
  pending: Map<string, ToolCall>;
}

export type StreamSessions = Map<string, StreamSession>;

/** `POST /stream`: adk-stream-protocol over SSE. Only the last message of a request is executed. */
export async function handleStream(
  context: BackendContext,
  sessions: StreamSessions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const key = String(request.headers['x-api-key'] ?? '');
  const { apiKey } = context.options;
  if (apiKey && key !== apiKey) return sendJson(response, 401, { detail: 'Invalid API key' });
  const body = await readJson(request).catch(() => undefined);
  const messages = Array.isArray(body?.messages) ? body.messages : [];
  const turn = readTurn(messages.at(-1));
  if (!body || !turn) return sendJson(response, 422, { detail: 'Invalid messages' });

  const chatId = typeof body.chatId === 'string' ? body.chatId : String(body.id ?? key);
  const message = { id: turn.id ?? '', text: turn.text };
  const asks = turn.role === 'user' && (turn.text !== '' || turn.files.length > 0);
  const query = url.searchParams;
  const faults = context.faultsOf({ chatId, query, body, ...(asks && { message }) });
  if (faults.delayStart) await new Promise((resolve) => setTimeout(resolve, faults.delayStart));
  if (sendInsteadOfStream(response, url, faults)) return;
  if (asks) context.journal.message({ chatId, ...message });

  response.writeHead(200, UI_MESSAGE_STREAM_HEADERS);
  if (!asks && turn.decisions.size === 0) return void response.end();
  let session = sessions.get(key);
  if (!session) sessions.set(key, (session = { history: [], pending: new Map() }));

  const chunks = new ChunkQueue();
  const abort = new AbortController();
  response.on('close', () => abort.abort());
  const words = query.get('text') === 'words';
  void converse(context, session, { chatId, turn, words }, chunks, abort.signal)
    .catch((error: unknown) =>
      chunks.push({ type: 'error', error: { code: 'INTERNAL', message: String(error) } }),
    )
    .finally(() => chunks.end());
  await writeEvents(response, applyFaults(chunks, faults), { done: 'after-finish' });
}

async function converse(
  context: BackendContext,
  session: StreamSession,
  { chatId, turn, words }: { chatId: string; turn: IncomingTurn; words: boolean },
  chunks: ChunkQueue,
  signal: AbortSignal,
): Promise<void> {
  const { history, pending } = session;
  // A new id for every request, continuations included: clients have to cope with that.
  chunks.push({ type: 'start', messageId: randomUUID() });
  if (turn.decisions.size > 0) {
    await settle(context, session, { chatId, turn }, chunks);
  } else {
    // Questions that the user walked away from are never answered.
    if (pending.size > 0) addResults(history, [...pending.values()].map(unanswered));
    pending.clear();
    history.push(userMessage(turn));
  }
  const sink = createPartSink(chunks, { words });
  for (;;) {
    const { calls, failed } = await runStep(context, history, sink, signal);
    if (signal.aborted) return;
    if (failed) return chunks.push({ type: 'error', error: { code: 'MODEL', message: failed } });
    if (calls.length === 0) break;
    const settled: { call: ToolCall; outcome: ToolOutcome }[] = [];
    for (const call of calls) {
      const { toolCallId, toolName, input } = call;
      chunks.push({ type: 'tool-input-start', toolCallId, toolName });
      chunks.push({ type: 'tool-input-available', toolCallId, toolName, input });
    }
    for (const call of calls) {
      if (asksHere(call)) {
        const approvalId = `adk-${randomUUID()}`;
        pending.set(approvalId, call);
        chunks.push({ type: 'tool-approval-request', toolCallId: call.toolCallId, approvalId });
      } else {
        const outcome = outcomeOf(execute(context, chatId, call) ?? { success: true });
        chunks.push(outcomeChunk(call.toolCallId, outcome));
        settled.push({ call, outcome });
      }
    }
    if (settled.length > 0) addResults(history, settled);
    if (pending.size > 0) break;
  }
  pushScenarioData(chunks, turn.text);
  chunks.push(finishChunk(sink));
}

/** Where a person is can only be known by asking: over SSE the server cannot wait for a browser. */
function asksHere({ toolName, input }: ToolCall): boolean {
  return toolName === 'get_location' || needsApproval(toolName, input);
}

async function settle(
  { journal, options }: BackendContext,
  { history, pending }: StreamSession,
  { chatId, turn }: { chatId: string; turn: IncomingTurn },
  chunks: ChunkQueue,
): Promise<void> {
  const settled: { call: ToolCall; outcome: ToolOutcome }[] = [];
  for (const [approvalId, approved] of turn.decisions) {
    journal.decision({ chatId, approvalId, approved });
    const call = pending.get(approvalId);
    if (!call) continue;
    pending.delete(approvalId);
    const outcome = await decide(call, approved);
    chunks.push(outcomeChunk(call.toolCallId, outcome));
    settled.push({ call, outcome });
  }
  // All decisions of a batch have to come in one request.
  settled.push(...[...pending.values()].map(unanswered));
  pending.clear();
  addResults(history, settled);

  async function decide(call: ToolCall, approved: boolean): Promise<ToolOutcome> {
    if (!approved) return { errorText: 'This tool call is rejected.' };
    const output = execute({ journal }, chatId, call);
    if (output) return outcomeOf(output);
    const result = turn.results.get(call.toolCallId);
    if (!result) {
      await new Promise((resolve) => setTimeout(resolve, options.toolTimeout));
      return { errorText: `Timeout waiting for frontend result of ${call.toolName}` };
    }
    journal.result({ chatId, toolCallId: call.toolCallId, output: result });
    return outcomeOf(result);
  }
}

function unanswered(call: ToolCall): { call: ToolCall; outcome: ToolOutcome } {
  return { call, outcome: { errorText: 'No decision was made.' } };
}
