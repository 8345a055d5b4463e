import type { IncomingMessage, ServerResponse } from 'node:http';

const LIMIT = 64 * 1024 * 1024;

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > LIMIT) throw new Error('The request is too large.');
    pieces.push(piece);
  }
  const value: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('The body is no object.');
  return value as Record<string, unknown>;
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

/** Lets pages of other origins call the server. True when the request was a preflight and is done. */
export function handleCors(
  request: IncomingMessage,
  response: ServerResponse,
  allowOrigins: readonly string[] | undefined,
): boolean {
  const { origin } = request.headers;
  if (origin && (!allowOrigins || allowOrigins.includes(origin))) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('access-control-expose-headers', 'retry-after');
    response.setHeader('vary', 'origin');
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE, OPTIONS');
    response.setHeader(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? 'content-type',
    );
  }
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204).end();
  return true;
}
