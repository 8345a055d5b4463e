import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { handleLive } from './adk-stream/live-endpoint.js';
import { handleStream, type StreamSessions } from './adk-stream/stream-endpoint.js';
import type { BackendContext, FaultRequest, MockBackendOptions } from './backend-options.js';
import { ChatRuns } from './chat-runs.js';
import { serveDocument } from './docs-pages.js';
import { readFaults, type Faults } from './faults.js';
import { handleCors, sendJson } from './http-exchange.js';
import { Journal } from './journal.js';
import { createModel } from './model.js';
import { pickScenario } from './scenarios.js';
import { handleChat } from './sse-endpoint.js';
import { serveFile } from './static-files.js';
import { handleChatSocket } from './websocket-endpoint.js';

export type { MockBackendOptions } from './backend-options.js';

export interface MockBackend {
  /** Address without a slash at the end. */
  url: string;
  port: number;
  journal: Journal;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Starts the server. Rejects when the port is taken. */
export async function startMockBackend(options: MockBackendOptions = {}): Promise<MockBackend> {
  const context = createContext(options);
  const sessions: StreamSessions = new Map();
  const server = createServer((request, response) => {
    route(context, sessions, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: String(error) });
    });
  });

  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  const webSockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 });
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const handle = { '/api/chat': handleChatSocket, '/live': handleLive }[url.pathname];
    const { status } = readFaults(url.searchParams, undefined);
    if (!handle || status || !isAllowed(request, options.allowOrigins)) {
      socket.end(`HTTP/1.1 ${status ?? (handle ? 403 : 404)} Refused\r\nconnection: close\r\n\r\n`);
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      handle(context, webSocket, url);
    });
  });

  const { host, port } = context.options;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://localhost:${address.port}`,
    port: address.port,
    journal: context.journal,
    async close() {
      context.runs.stopAll();
      for (const client of webSockets.clients) client.terminate();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createContext(options: MockBackendOptions): BackendContext {
  const settings = {
    port: 0,
    host: 'localhost',
    pace: 2,
    approvalTimeout: 30_000,
    toolTimeout: 10_000,
    audioPace: 1,
    speechPause: 800,
    keepAnswers: 0,
    ...options,
  };
  const journal = new Journal();
  /** Requests that suffered, by chat and cause: `times` and the scenarios' own faults end. */
  const suffered = new Map<string, number>();
  const again = (key: string) => {
    const count = (suffered.get(key) ?? 0) + 1;
    suffered.set(key, count);
    return count;
  };
  return {
    options: settings,
    journal,
    runs: new ChatRuns(settings.keepAnswers),
    createModel: () => createModel(settings.pace),
    faultsOf: ({ chatId, query, body, message }: FaultRequest): Faults => {
      const faults = readFaults(query, body);
      const spared = faults.times !== undefined && again(chatId) > faults.times;
      const own = message && pickScenario(message.text).faults;
      const first = own && again(JSON.stringify([chatId, message.id])) === 1;
      return { ...(first && own), ...(!spared && faults) };
    },
  };
}

async function route(
  context: BackendContext,
  sessions: StreamSessions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (handleCors(request, response, context.options.allowOrigins)) return;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const { pathname, searchParams } = url;
  if (/^\/api\/chat(\/|$)/.test(pathname)) {
    return await handleChat(context, request, response, url);
  }
  if (pathname === '/stream' && request.method === 'POST') {
    return await handleStream(context, sessions, request, response, url);
  }
  if (pathname === '/health') return sendJson(response, 200, { status: 'healthy' });
  if (pathname === '/clear-sessions' && request.method === 'POST') {
    sessions.clear();
    return sendJson(response, 200, { status: 'success' });
  }
  if (pathname === '/__journal') {
    if (request.method === 'DELETE') context.journal.reset(searchParams.get('chat') ?? undefined);
    return sendJson(response, 200, context.journal);
  }
  if (request.method === 'GET') {
    const { host = 'localhost' } = request.headers;
    if (await serveDocument(response, pathname, host)) return;
    if (await serveFile(response, pathname)) return;
  }
  sendJson(response, 404, { error: 'Not found' });
}

function isAllowed(request: IncomingMessage, allowOrigins: readonly string[] | undefined): boolean {
  const { origin } = request.headers;
  return !origin || !allowOrigins || allowOrigins.includes(origin);
}
