import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestServer {
  url: string;
  /** Parsed bodies of the requests so far. */
  bodies: Record<string, unknown>[];
  headers: IncomingMessage['headers'][];
  close(): Promise<void>;
}

export type Handler = (
  response: ServerResponse,
  request: IncomingMessage,
  index: number,
) => void | Promise<void>;

/** A server on a free port of loopback that hands each request to the handler. */
export async function startHttpServer(handler: Handler): Promise<TestServer> {
  const bodies: Record<string, unknown>[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      headers.push(request.headers);
      bodies.push(text ? (JSON.parse(text) as Record<string, unknown>) : {});
      void handler(response, request, bodies.length - 1);
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Chunks as the lines of an event stream. */
export function sse(...chunks: (object | string)[]): string {
  return chunks
    .map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`)
    .join('');
}

export function sendSse(response: ServerResponse, ...chunks: (object | string)[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(sse(...chunks));
}
