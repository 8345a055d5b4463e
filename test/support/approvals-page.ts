import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';
import { startSite, type Site } from './site.js';

export interface ChatPage {
  page: Page;
  chatId: string;
  say(text: string): Promise<void>;
  /** Waits for a text in the conversation. */
  sees(text: string | RegExp): Promise<void>;
  /**
   * A button that counts: while Playwright waits for a disabled one it scrolls about, and a question
   * that moves is not armed.
   */
  button(name: string): ReturnType<Page['getByRole']>;
  close(): Promise<void>;
}

export interface Stage {
  backend: MockBackend;
  site: Site;
  open(options?: OpenOptions): Promise<ChatPage>;
  close(): Promise<void>;
}

export interface OpenOptions {
  attributes?: string;
  /** Inside the element. */
  children?: string;
  /** Runs after the element is there. */
  script?: string;
  /** Path and transport; the mock backend's address goes before it. */
  endpoint?: '/api/chat' | '/stream' | '/live';
  transport?: string;
  context?: BrowserContextOptions;
}

let count = 0;

/** A site with a chat from the script-tag build, and the mock backend behind it. */
export async function startStage(browser: Browser, options: object = {}): Promise<Stage> {
  const [backend, site] = await Promise.all([
    startMockBackend({ pace: 0, ...options }),
    startSite(),
  ]);
  const open: Stage['open'] = async ({
    attributes = '',
    children = '',
    script = '',
    endpoint = '/api/chat',
    transport = 'sse',
    context: contextOptions = {},
  } = {}) => {
    const chatId = `approvals-${++count}`;
    const isSocket = endpoint === '/live' || transport === 'websocket';
    const address = (isSocket ? backend.url.replace('http', 'ws') : backend.url) + endpoint;
    site.pages.set('/', {
      html: `<!doctype html><html lang="en"><head><title>Host</title>
        <meta name="viewport" content="width=device-width">
        <style>body { margin: 0; height: 100vh }</style>
        <script src="/dist/adk-chat.min.js"></script></head>
        <body><main style="height: 100%"><h1 style="position: absolute; clip-path: inset(50%)">Host</h1>
        <adk-chat endpoint="${address}" transport="${transport}" chat-id="${chatId}" ${attributes}>${children}</adk-chat>
        </main><script type="module">const chat = document.querySelector('adk-chat');\n${script}</script></body></html>`,
    });
    const context = await browser.newContext({
      viewport: { width: 720, height: 900 },
      reducedMotion: 'reduce',
      ...contextOptions,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(site.url);
    return {
      page,
      chatId,
      say: async (text) => {
        await page.getByRole('textbox', { name: 'Message' }).fill(text);
        await page.keyboard.press('Enter');
      },
      sees: (text) =>
        page.getByRole('region', { name: 'Conversation' }).getByText(text).first().waitFor(),
      button: (name) => page.getByRole('button', { name, exact: true, disabled: false }),
      close: () => context.close(),
    };
  };
  return {
    backend,
    site,
    open,
    close: async () => {
      await Promise.all([backend.close(), site.close()]);
    },
  };
}
