import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export interface Page {
  html: string;
  headers?: Record<string, string>;
}

export interface Site {
  url: string;
  /** Sets the pages that the site serves from now on, by path. */
  pages: Map<string, Page>;
  /** Serve `dist` files with changes: path → text. */
  overrides: Map<string, string>;
  requests: { path: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.css': 'text/css',
  '.html': 'text/html',
};

/** A web site of somebody else: its own pages and headers, and the files of `dist` with CORS. */
export async function startSite(
  roots: Record<string, string> = { '/dist/': 'dist' },
): Promise<Site> {
  const pages = new Map<string, Page>();
  const overrides = new Map<string, string>();
  const requests: Site['requests'] = [];
  const server = createServer((request, response) => {
    const pathname = new URL(request.url ?? '/', 'http://site').pathname;
    requests.push({ path: pathname, headers: request.headers });
    const page = pages.get(pathname);
    if (page) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
      response.end(page.html);
      return;
    }
    const root = Object.keys(roots).find((prefix) => pathname.startsWith(prefix));
    const file = root && path.join(roots[root]!, path.normalize(pathname.slice(root.length)));
    const headers = {
      'content-type': TYPES[path.extname(pathname)] ?? 'application/octet-stream',
      'access-control-allow-origin': '*',
    };
    const override = overrides.get(pathname);
    if (override !== undefined) {
      response.writeHead(200, headers).end(override);
    } else if (file && existsSync(file) && statSync(file).isFile()) {
      response.writeHead(200, headers);
      createReadStream(file).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    pages,
    overrides,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
