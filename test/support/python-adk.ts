import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { listen, sse } from './http-server.js';

type Json = Record<string, unknown>;

/** What a test makes the agent do. */
export interface PythonAgent {
  /** Lines of `/run_sse` for a message. */
  run?(parts: Json[], session: Json): object[];
  /** What the live model does with a frame that passed validation. */
  live?(frame: Json, reply: (event: Json) => void, socket: WebSocket): void;
  /** Replaces an answer; `undefined` leaves it to the server. */
  http?(path: string, request: IncomingMessage): [status: number, body: unknown] | undefined;
}

export interface PythonAdk {
  url: string;
  /** Live frames that the server understood. */
  frames: Json[];
  /** Live connections, with their query. */
  connections: { query: URLSearchParams; socket: WebSocket }[];
  sessions: Map<string, Json>;
  posts: Json[];
  close(): Promise<void>;
}

/** The top-level keys of a live request; any other is ignored, as by the real one. */
const KEYS = ['content', 'blob', 'activity_start', 'activity_end', 'close', 'partial'];

/**
 * Speaks HTTP and `/run_live` as ADK for Python does: `{detail}` errors, times in seconds, URL-safe
 * base64 without padding, origins refused without CORS headers, and a live input that ends silently
 * at the first frame it can not validate.
 */
export async function startPythonAdk(agent: PythonAgent = {}): Promise<PythonAdk> {
  const sessions = new Map<string, Json>();
  const frames: Json[] = [];
  const posts: Json[] = [];
  const connections: PythonAdk['connections'] = [];
  const app = 'weather';

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      answer(request, response, text ? (JSON.parse(text) as Json) : {});
    });
  });

  function answer(request: IncomingMessage, response: ServerResponse, body: Json): void {
    const path = new URL(request.url ?? '/', 'http://adk').pathname;
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const send = (status: number, value: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...cors })
        .end(JSON.stringify(value));
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    const replaced = agent.http?.(path, request);
    if (replaced) return void send(...replaced);
    if (path === '/list-apps') return void send(200, [app]);
    if (path === '/version') return void send(200, { version: '2.3.0', language: 'python' });
    const [, , , , , , id] = path.split('/');
    if (/^\/apps\/[^/]+\/users\/[^/]+\/sessions(\/[^/]+)?$/.test(path)) {
      if (request.method === 'POST') {
        const name = id ?? (body.sessionId as string | undefined) ?? `s${sessions.size + 1}`;
        if (sessions.has(name))
          return void send(409, { detail: `Session already exists: ${name}` });
        sessions.set(name, { id: name, appName: app, userId: 'u', state: {}, events: [] });
        return void send(200, sessions.get(name));
      }
      const session = sessions.get(id ?? '');
      return void (session ? send(200, session) : send(404, { detail: 'Session not found' }));
    }
    if (path === '/run_sse') {
      posts.push(body);
      const session = sessions.get(body.sessionId as string);
      if (!session) return void send(404, { detail: 'Session not found' });
      const { parts } = body.newMessage as { parts: Json[] };
      const mixed =
        parts.some((part) => 'text' in part) && parts.some((part) => 'functionResponse' in part);
      if (mixed) return void send(400, { detail: 'Text and function responses can not be mixed.' });
      const lines = agent.run?.(parts, session) ?? [];
      (session.events as object[]).push(
        { id: `u${posts.length}`, author: 'user', timestamp: 1.7e9, content: body.newMessage },
        ...lines.filter((line) => !('partial' in line) && !('error' in line)),
      );
      response.writeHead(200, { 'content-type': 'text/event-stream', ...cors });
      return void response.end(sse(...lines));
    }
    send(404, { detail: 'Not Found' });
  }

  const sockets = new WebSocketServer({ server, path: '/run_live' });
  sockets.on('connection', (socket, request) => {
    const query = new URL(request.url ?? '/', 'http://adk').searchParams;
    if (!sessions.has(query.get('session_id') ?? ''))
      return socket.close(1002, 'Session not found');
    connections.push({ query, socket });
    let listens = true;
    let count = 0;
    const reply = (event: Json) =>
      socket.send(
        JSON.stringify({ id: `l${count++}`, author: app, timestamp: 1.7e9 + count, ...event }),
      );
    socket.on('message', (data: Buffer) => {
      if (!listens) return;
      const frame = read(data.toString());
      if (!frame) {
        listens = false;
        return;
      }
      frames.push(frame);
      if (frame.close === true) return socket.close(1000);
      agent.live?.(frame, reply, socket);
    });
  });

  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    frames,
    connections,
    sessions,
    posts,
    close: async () => {
      for (const { socket } of connections) socket.terminate();
      sockets.close();
      await new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      });
    },
  };
}

/** The frame with the keys that ADK knows; nothing if their values are not what it expects. */
function read(text: string): Json | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  const frame = Object.fromEntries(
    KEYS.flatMap((key) => (key in value ? [[key, value[key]]] : [])),
  );
  const { content, blob } = frame as { content?: Json; blob?: Json };
  if (content && !Array.isArray(content.parts)) return undefined;
  if (
    blob &&
    (typeof blob.data !== 'string' || typeof (blob.mimeType ?? blob.mime_type) !== 'string')
  )
    return undefined;
  return frame;
}

/** Bytes as Python writes them. */
export const urlSafe = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
