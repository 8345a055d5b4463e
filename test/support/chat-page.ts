import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import type Axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import {
  startMockBackend,
  type MockBackend,
  type MockBackendOptions,
} from '../../demo/server/mock-backend.js';
import { BROWSER_ARGS, ensureBrowser } from './browser.mjs';
import { startSite, type Site } from './site.js';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

export interface OpenOptions extends BrowserContextOptions {
  /** Query of the endpoint: fault switches. */
  faults?: string;
  head?: string;
  /** Around the chat; `%chat%` is where it goes. */
  body?: string;
}

/** A page with the built script, a chat and the mock backend, for the tests of one file. */
export class ChatPage {
  page!: Page;
  backend!: MockBackend;
  site!: Site;
  /** Errors of the page; a test fails when there are any at its end. */
  problems: string[] = [];
  #browser!: Browser;
  #context: BrowserContext | undefined;

  constructor(options: MockBackendOptions = {}, browserArgs: string[] = []) {
    before(async () => {
      this.#browser = await chromium.launch({
        executablePath: ensureBrowser(),
        args: [...BROWSER_ARGS, ...browserArgs],
      });
      [this.backend, this.site] = await Promise.all([startMockBackend(options), startSite()]);
    });
    after(async () => {
      await this.#browser.close();
      await Promise.all([this.backend.close(), this.site.close()]);
    });
    afterEach(async () => {
      await this.#context?.close();
      this.#context = undefined;
      assert.deepEqual(this.problems.splice(0), []);
    });
  }

  /** Opens a page with one chat; `attributes` are those of `<adk-chat>` besides its endpoint. */
  async open(attributes = '', options: OpenOptions = {}): Promise<Page> {
    const { faults = '', head = '', body = '%chat%', ...contextOptions } = options;
    const chat = `<adk-chat endpoint="${this.backend.url}/api/chat${faults}" ${attributes}></adk-chat>`;
    this.site.pages.set('/', {
      html: `<!doctype html><html lang="en"><head><title>Host</title>
        <meta name="viewport" content="width=device-width">
        <style>html, body { height: 100%; margin: 0 }</style>${head}
        <script src="/dist/adk-chat.min.js"></script></head>
        <body>${body.replace('%chat%', chat)}</body></html>`,
    });
    this.#context = await this.#browser.newContext({
      viewport: { width: 800, height: 600 },
      ...contextOptions,
    });
    this.page = await this.#context.newPage();
    this.page.setDefaultTimeout(15_000);
    // The TypeScript runner wraps named functions in a call that a page does not know.
    await this.page.addInitScript('globalThis.__name = (value) => value');
    this.page.on('pageerror', (error) => this.problems.push(error.message));
    await this.page.goto(this.site.url);
    return this.page;
  }

  get input(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get answers(): Locator {
    return this.page.getByRole('article', { name: 'Assistant' });
  }

  get questions(): Locator {
    return this.page.getByRole('article', { name: 'You' });
  }

  /** Types a message and sends it with Enter. */
  async ask(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Waits until the chat is idle again. */
  async idle(): Promise<void> {
    await this.page.waitForFunction(() => {
      const store = (document.querySelector('adk-chat') as { store?: { status: string } }).store;
      return store?.status === 'ready' || store?.status === 'error';
    });
  }

  /** Asks and waits for the whole answer. */
  async converse(...texts: string[]): Promise<void> {
    for (const text of texts) {
      const count = await this.answers.count();
      await this.ask(text);
      await this.answers.nth(count).waitFor();
      await this.idle();
    }
  }

  /** Fails with a readable list if the page breaks a rule of WCAG 2.2 AA. */
  async checkAccessibility(): Promise<void> {
    await this.page.evaluate(AXE);
    const violations = await this.page.evaluate(async () => {
      // What fades in has no contrast yet.
      const { shadowRoot } = document.querySelector('adk-chat')!;
      await Promise.all(
        shadowRoot!
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map(({ finished }) => finished.catch(() => {})),
      );
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(document.querySelector('adk-chat')!, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: { 'page-has-heading-one': { enabled: false }, region: { enabled: false } },
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary}`),
      );
    });
    assert.deepEqual(violations, []);
  }
}
