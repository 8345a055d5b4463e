import type { ServerResponse } from 'node:http';
import type { Faults, WireItem } from './faults.js';

const ERROR_PAGE = `<!doctype html><html><head><title>502 Bad Gateway</title></head>
<body><h1>Bad Gateway</h1><script>alert('this must never run')</script></body></html>`;

/** Answers with what a fault switch asks for in place of a stream. */
export function sendInsteadOfStream(response: ServerResponse, url: URL, faults: Faults): boolean {
  const { status, retryAfter, html, empty, redirect } = faults;
  if (redirect !== undefined) {
    response.writeHead(307, { location: redirect || url.pathname }).end();
  } else if (status) {
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    const text = status === 429 ? 'Too many requests.' : `The server failed (${status}).`;
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
    response.end(text);
  } else if (html) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ERROR_PAGE);
  } else if (empty) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
  } else {
    return false;
  }
  return true;
}

/** Writes chunks as server-sent events until they end, the client leaves or a fault ends them. */
export async function writeEvents(
  response: ServerResponse,
  items: AsyncIterable<WireItem>,
  { done }: { done: 'always' | 'after-finish' },
): Promise<void> {
  response.flushHeaders();
  let last: object = {};
  for await (const item of items) {
    if (response.destroyed) return;
    if ('stall' in item) return;
    if ('close' in item) return close(response, item.close);
    if ('chunk' in item) {
      response.write(`data: ${JSON.stringify(item.chunk)}\n\n`);
      last = item.chunk;
    } else {
      response.write('data: ');
      response.write(item.raw);
      if (item.ends) return void response.end();
      response.write('\n\n');
    }
  }
  const finished = 'type' in last && last.type === 'finish';
  if (done === 'always' || finished) response.write('data: [DONE]\n\n');
  response.end();
}

function close(response: ServerResponse, how: 'fin' | 'rst' | 'end'): void {
  if (how === 'end') response.end();
  else if (how === 'rst') response.socket?.resetAndDestroy();
  else response.socket?.end();
}
