import type { IncomingMessage, ServerResponse } from 'node:http';
import { UI_MESSAGE_STREAM_HEADERS } from 'ai';
import { answer, keepRecord, readMessages, textOf } from './answer.js';
import type { BackendContext } from './backend-options.js';
import { applyFaults } from './faults.js';
import { readJson, sendJson } from './http-exchange.js';
import { sendInsteadOfStream, writeEvents } from './event-stream.js';

/**
 * The AI SDK's HTTP protocol: `POST /api/chat` answers, `GET /api/chat/:id/stream` follows an answer
 * that is being given from its start (204 if there is none), `POST /api/chat/:id/stop` ends it.
 * Closing the connection does not end an answer, because it could be a lost connection.
 */
export async function handleChat(
  context: BackendContext,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const [, encodedId, action] = /^\/api\/chat(?:\/([^/]+)\/(stream|stop))?\/?$/.exec(
    url.pathname,
  ) ?? ['', undefined, 'unknown'];
  const chatId = encodedId === undefined ? undefined : decodeURIComponent(encodedId);

  if (action === undefined && request.method === 'POST') {
    return await answerPost(context, request, response, url);
  }
  if (action === 'stream' && chatId !== undefined && request.method === 'GET') {
    const run = context.runs.get(chatId);
    if (!run) return void response.writeHead(204).end();
    const faults = context.faultsOf({ chatId, query: url.searchParams, body: undefined });
    if (sendInsteadOfStream(response, url, faults)) return;
    response.writeHead(200, UI_MESSAGE_STREAM_HEADERS);
    return await writeEvents(response, applyFaults(run.read(), faults), { done: 'always' });
  }
  if (action === 'stop' && chatId !== undefined && request.method === 'POST') {
    return sendJson(response, 200, { stopped: context.runs.stop(chatId) });
  }
  sendJson(response, 404, { error: 'Not found' });
}

async function answerPost(
  context: BackendContext,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  let body: Record<string, unknown>;
  let messages;
  try {
    body = await readJson(request);
    messages = await readMessages(body.messages);
  } catch (error) {
    return sendJson(response, 400, { error: String(error) });
  }
  const chatId = String(body.id ?? 'default');
  const chat = { chatId, messages };
  const last = messages.at(-1);
  const faults = context.faultsOf({
    chatId,
    query: url.searchParams,
    body,
    ...(last?.role === 'user' && { message: { id: last.id, text: textOf(last) } }),
  });
  if (faults.delayStart) await new Promise((resolve) => setTimeout(resolve, faults.delayStart));
  if (sendInsteadOfStream(response, url, faults)) return;
  keepRecord(context, chat);
  const run = context.runs.start(chatId, (signal) => answer(context, chat, signal));
  response.writeHead(200, UI_MESSAGE_STREAM_HEADERS);
  await writeEvents(response, applyFaults(run.read(), faults), { done: 'always' });
}
