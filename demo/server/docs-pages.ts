import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Tokens } from 'marked';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Documents outside of `docs` that its pages link to. */
const ABOVE = new Set(['README', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY']);

/** Serves `docs/voice.md` as the page `/docs/voice`. The list beside it is that of `docs/index.md`. */
export async function serveDocument(
  response: ServerResponse,
  pathname: string,
  host: string,
): Promise<boolean> {
  const [, name] = /^\/docs(?:\/([\w/-]*))?\/?$/.exec(pathname) ?? [];
  if (name === undefined && pathname !== '/docs') return false;
  const wanted = (name ?? '').replace(/\/$/, '') || 'index';
  const source = (await read(wanted)) ?? (await read(`${wanted}/index`));
  if (source === undefined) return false;
  const index = (await read('index')) ?? '';
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.end(page(source, wanted, index, host));
  return true;
}

async function read(name: string): Promise<string | undefined> {
  const file = path.join(ROOT, ABOVE.has(name) ? '.' : 'docs', `${name}.md`);
  return await readFile(file, 'utf8').catch(() => undefined);
}

function page(source: string, name: string, index: string, host: string): string {
  const [, title = 'Documentation'] = /^# (.*)$/m.exec(source) ?? [];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(title)} · adk-chat</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/site/site.css" />
    <link rel="stylesheet" href="/site/docs.css" />
    <script type="module" src="/site/site.js"></script>
    <script type="module" src="/site/docs.js"></script>
  </head>
  <body>
    <div class="docs">
      <nav class="contents" aria-label="Documentation">${contents(index, name)}</nav>
      <main id="main">${render(source, name, host)}</main>
    </div>
  </body>
</html>`;
}

/** The headings and lists of the index, as a table of contents. */
function contents(index: string, name: string): string {
  return index
    .split('\n')
    .map((line) => {
      const [, heading] = /^## (.*)$/.exec(line) ?? [];
      if (heading) return `<h2>${escape(heading)}</h2>`;
      const [, label, file] = /^- \[([^\]]+)\]\(([\w./-]+)\)/.exec(line) ?? [];
      if (!label || !file) return '';
      const href = resolve(file, 'index');
      const current = href === `/docs/${name}` ? ' aria-current="page"' : '';
      return `<a href="${href}"${current}>${escape(label)}</a>`;
    })
    .join('');
}

function render(source: string, name: string, host: string): string {
  const slugs = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = slug(text, slugs);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escape(resolve(href, name))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escape(resolve(href, name))}" alt="${escape(text)}" loading="lazy">`;
      },
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        const [language = '', ...marks] = lang.split(' ');
        const block = `<pre><code data-language="${escape(language)}">${escape(text)}</code></pre>`;
        return marks.includes('live') ? block + liveExample(text, host) : block;
      },
    },
  });
  return marked.parse(source, { async: false });
}

/** The same block as a page of its own, with this server in the place of the example's. */
function liveExample(code: string, host: string): string {
  const here = code
    .replaceAll(/https:\/\/[\w.]+\/npm\/adk-chat@[\d.]+\/dist\//g, `http://${host}/dist/`)
    .replaceAll('https://example.com', `http://${host}`)
    .replaceAll('wss://example.com', `ws://${host}`);
  const document = `<!doctype html><html lang="en"><title>Live example</title><style>body{margin:0}</style>${here}</html>`;
  return `<iframe class="live" title="Live example" loading="lazy" srcdoc="${escape(document)}"></iframe>`;
}

/** `../voice.md#keys` of a document, as an address of the site. */
function resolve(href: string, name: string): string {
  if (/^[a-z]+:|^#/i.test(href)) return href;
  const joined = path.posix.join('/docs', path.posix.dirname(name), href);
  const file = joined.startsWith('/docs') ? joined : `/docs${joined}`;
  return file.replace(/(\/index)?\.md(?=#|$)/, '').replace(/(.)\/$/, '$1');
}

function slug(text: string, taken: Map<string, number>): string {
  const base = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const count = taken.get(base) ?? 0;
  taken.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
