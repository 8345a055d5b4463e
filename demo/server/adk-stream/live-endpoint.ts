import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { BackendContext } from '../backend-options.js';
import { applyFaults, type Faults } from '../faults.js';
import { breakSocket, sendText } from '../socket.js';
import { ChunkQueue } from './chunk-queue.js';
import { LiveSession, type LiveTurn } from './live-session.js';
import { readTurn, type IncomingTurn } from './message-parts.js';
import { SpeechInput } from './speech-input.js';
import { userMessage } from './user-message.js';

/** What the server pretends to have heard, one phrase for each spoken turn. */
const PHRASES = ['Hello!', 'Please pay Alice 20 euros.', 'What is the weather in Tokyo?'];

/**
 * `ws /live`: adk-stream-protocol. Query parameters beside the fault switches: `pcm=binary` sends
 * sound as binary frames, `interrupt=stop` obeys `interrupt` (the real server ignores it),
 * `modality=audio` speaks the answers to typed messages too, `text=words` sends text word by word,
 * `heard=…` is what the server pretends to have heard.
 */
export function handleLive(context: BackendContext, socket: WebSocket, url: URL): void {
  const query = url.searchParams;
  const session = new LiveSession(context, {
    words: query.get('text') === 'words',
    interruptible: query.get('interrupt') === 'stop',
  });
  const binary = query.get('pcm') === 'binary';
  let lastTurn: Promise<void> = Promise.resolve();
  let chatId: string = randomUUID();
  let spokenTurns = 0;

  const enqueue = (turn: LiveTurn, faults: Faults) => {
    lastTurn = lastTurn.then(() => play(session, turn, faults, { socket, binary }));
  };

  const speech = new SpeechInput(context.options.speechPause, () => {
    const text = query.get('heard') ?? PHRASES[spokenTurns % PHRASES.length]!;
    const id = `spoken-${++spokenTurns}`;
    context.journal.message({ chatId, id, text });
    const faults = context.faultsOf({ chatId, query, body: undefined, message: { id, text } });
    const message = userMessage({ text, files: [] });
    enqueue({ chatId, message, question: text, heard: text, spoken: true }, faults);
  });

  const onMessage = (event: Record<string, unknown>) => {
    const messages = Array.isArray(event.messages) ? (event.messages as unknown[]) : [];
    const turn = readTurn(messages.at(-1));
    if (!turn) return;
    if (typeof event.id === 'string') chatId = event.id;
    deliver(context, session, chatId, turn);
    if (turn.role !== 'user' || (!turn.text && turn.files.length === 0)) return;
    if (session.isNew) session.remember(messages.slice(0, -1).flatMap(asHistory));
    const message = { id: turn.id ?? '', text: turn.text };
    const spoken = query.get('modality') === 'audio' || /^\s*(say|speak)\b/i.test(turn.text);
    const faults = context.faultsOf({ chatId, query, body: event, message });
    if (!faults.status) context.journal.message({ chatId, ...message });
    enqueue({ chatId, message: userMessage(turn), question: turn.text, spoken }, faults);
  };

  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return speech.add(data);
    let event: Record<string, unknown>;
    try {
      event = JSON.parse(data.toString('utf8')) as Record<string, unknown>;
    } catch {
      return socket.close(1002, 'Invalid JSON');
    }
    switch (event.type) {
      case 'message':
        return onMessage(event);
      case 'tool_result':
        return deliverResult(context, session, chatId, String(event.toolCallId), event.result);
      case 'audio_control':
        return event.action === 'stop' ? speech.finish() : undefined;
      case 'audio_chunk':
        return speech.add(Buffer.from(String(event.chunk), 'base64'));
      case 'interrupt':
        return session.interrupt();
      case 'ping':
        return sendText(socket, JSON.stringify({ type: 'pong', timestamp: event.timestamp }));
      default:
    }
  });
  socket.on('close', () => {
    speech.cancel();
    session.close();
  });
}

function deliver(
  context: BackendContext,
  session: LiveSession,
  chatId: string,
  turn: IncomingTurn,
): void {
  // Results first: a decision that finds its result already there need not wait for it.
  for (const [toolCallId, result] of turn.results) {
    deliverResult(context, session, chatId, toolCallId, result);
  }
  for (const [approvalId, approved] of turn.decisions) {
    context.journal.decision({ chatId, approvalId, approved });
    session.decisions.deliver(approvalId, approved);
  }
}

function deliverResult(
  { journal }: BackendContext,
  session: LiveSession,
  chatId: string,
  toolCallId: string,
  result: unknown,
): void {
  // The real server takes an empty object for none.
  if (typeof result !== 'object' || result === null || Object.keys(result).length === 0) return;
  journal.result({ chatId, toolCallId, output: result });
  session.results.deliver(toolCallId, result as Record<string, unknown>);
}

function asHistory(message: unknown) {
  const turn = readTurn(message);
  if (!turn?.text || (turn.role !== 'user' && turn.role !== 'assistant')) return [];
  return [{ role: turn.role, content: turn.text }];
}

const DONE = {};

/** Runs one turn and writes its chunks, each as one server-sent event in a text frame. */
async function play(
  session: LiveSession,
  turn: LiveTurn,
  faults: Faults,
  { socket, binary }: { socket: WebSocket; binary: boolean },
): Promise<void> {
  const chunks = new ChunkQueue();
  const fail = (message: string) =>
    chunks.push({ type: 'error', error: { code: 'INTERNAL', message } });
  if (faults.status) {
    fail(`The server failed (${faults.status}).`);
    chunks.end();
  } else {
    const output = {
      push: (chunk: object) => chunks.push(chunk),
      done: () => chunks.push(DONE),
    };
    void session
      .run(turn, output)
      .catch((error: unknown) => fail(String(error)))
      .finally(() => chunks.end());
  }
  for await (const item of applyFaults(chunks, faults)) {
    if (socket.readyState !== socket.OPEN || 'stall' in item) return;
    if ('close' in item) {
      if (item.close !== 'end') breakSocket(socket, item.close);
      return;
    }
    if ('raw' in item) {
      sendText(socket, Buffer.concat([Buffer.from('data: '), item.raw, Buffer.from('\n\n')]));
      if (item.ends) return breakSocket(socket, 'fin');
      continue;
    }
    const sound = binary ? soundOf(item.chunk) : undefined;
    if (sound) socket.send(sound, { binary: true });
    else
      sendText(socket, `data: ${item.chunk === DONE ? '[DONE]' : JSON.stringify(item.chunk)}\n\n`);
  }
}

function soundOf(chunk: object): Buffer | undefined {
  const { type, data } = chunk as { type?: string; data?: { content: string } };
  return type === 'data-pcm' && data ? Buffer.from(data.content, 'base64') : undefined;
}
