import {
  safeValidateWebSocketChatTransportRequest,
  type UIMessage,
  type WebSocketChatTransportRequest,
  type WebSocketChatTransportResponse,
} from 'ai';
import type { WebSocket } from 'ws';
import { answer, keepRecord, readMessages, textOf } from './answer.js';
import type { BackendContext } from './backend-options.js';
import type { ChatRun } from './chat-runs.js';
import { applyFaults, type Faults } from './faults.js';
import { breakSocket, sendText } from './socket.js';

type Frame = WebSocketChatTransportRequest<UIMessage>;

/** The AI SDK's WebSocket protocol: requests are multiplexed over one socket by `requestId`. */
export function handleChatSocket(context: BackendContext, socket: WebSocket, url: URL): void {
  /** What each request of this socket follows, for `abort`. */
  const followed = new Map<string, string>();

  const onFrame = async (frame: Frame): Promise<void> => {
    const { requestId } = frame;
    if (frame.type === 'abort') {
      const chatId = followed.get(requestId);
      if (chatId !== undefined) context.runs.stop(chatId);
      return;
    }
    const chatId = frame.id;
    const active = context.runs.get(chatId);
    if (frame.type === 'resume') {
      if (!active) return send(socket, { type: 'no-active', requestId });
      send(socket, { type: 'start', requestId });
      followed.set(requestId, chatId);
      const faults = context.faultsOf({ chatId, query: url.searchParams, body: frame.body });
      return await forward(socket, requestId, active, faults);
    }
    if (active && !active.isOver) {
      const errorText = 'A response is already active for this chat.';
      return send(socket, { type: 'error', requestId, errorText });
    }
    const chat = { chatId, messages: await readMessages(frame.messages) };
    const last = chat.messages.at(-1);
    const faults = context.faultsOf({
      chatId,
      query: url.searchParams,
      body: frame.body,
      ...(last?.role === 'user' && { message: { id: last.id, text: textOf(last) } }),
    });
    if (faults.status) {
      const errorText =
        faults.status === 429 ? 'Too many requests.' : `The server failed (${faults.status}).`;
      return send(socket, { type: 'error', requestId, errorText });
    }
    if (faults.empty) return send(socket, { type: 'end', requestId });
    keepRecord(context, chat);
    const run = context.runs.start(chatId, (signal) => answer(context, chat, signal));
    followed.set(requestId, chatId);
    await forward(socket, requestId, run, faults);
  };

  socket.on('message', (data: Buffer) => {
    void readFrame(data).then((frame) => {
      if (!frame) return socket.close(1008, 'Invalid frame');
      return onFrame(frame).catch((error: unknown) =>
        send(socket, { type: 'error', requestId: frame.requestId, errorText: String(error) }),
      );
    });
  });
}

async function readFrame(data: Buffer): Promise<Frame | undefined> {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'));
    const result = await safeValidateWebSocketChatTransportRequest<UIMessage>({ value });
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Sends an answer, numbered, and damaged as the switches ask. */
async function forward(
  socket: WebSocket,
  requestId: string,
  run: ChatRun,
  faults: Faults,
): Promise<void> {
  for await (const item of applyFaults(run.read(), faults)) {
    if (socket.readyState !== socket.OPEN || 'stall' in item) return;
    if ('close' in item) {
      if (item.close === 'end') break;
      return breakSocket(socket, item.close);
    }
    if ('raw' in item) {
      sendText(socket, item.raw);
      if (item.ends) return breakSocket(socket, 'fin');
      continue;
    }
    const frame = { type: 'chunk', requestId, sequence: item.index, chunk: item.chunk };
    sendText(socket, JSON.stringify(frame));
  }
  send(socket, { type: 'end', requestId });
}

function send(socket: WebSocket, frame: WebSocketChatTransportResponse): void {
  sendText(socket, JSON.stringify(frame));
}
