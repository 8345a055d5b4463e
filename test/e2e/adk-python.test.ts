import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { BROWSER_ARGS, ensureBrowser } from '../support/browser.mjs';
import { startPythonAdk, urlSafe, type PythonAdk } from '../support/python-adk.js';
import { startSite, type Site } from '../support/site.js';

const REDIRECT = `<!doctype html>
<title>Signed in</title>
<p>You can close this window.</p>
<script>
  const message = { type: 'adk-chat-sign-in', url: location.href };
  new BroadcastChannel('adk-chat-sign-in').postMessage(message);
  window.opener?.postMessage(message, location.origin);
  setTimeout(() => window.close(), 500);
</script>`;

/** The page of a provider: whoever comes is signed in and sent back, or sent back with a lie. */
const PROVIDER = `<!doctype html><title>Provider</title><script>
  const asked = new URLSearchParams(location.search);
  const back = new URL(asked.get('redirect_uri'));
  back.searchParams.set('code', 'code-1');
  back.searchParams.set('state', asked.has('lie') ? 'another' : asked.get('state'));
  location.href = back;
</script>`;

const schemes: Record<string, object> = {
  key: { authScheme: { type: 'apiKey', in: 'header', name: 'X-Key' }, credentialKey: 'key' },
  basic: { authScheme: { type: 'http', scheme: 'basic' }, credentialKey: 'basic' },
};

const SPEECH = Int16Array.from({ length: 12_000 }, (_, i) => Math.round(9000 * Math.sin(i / 9)));

describe('a page with an ADK server for Python', () => {
  let browser: Browser;
  let context: BrowserContext;
  let server: PythonAdk;
  let site: Site;
  let page: Page;

  before(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
    site = await startSite();
    server = await startPythonAdk({
      run: ([part]) => {
        const text = part?.text as string | undefined;
        if (text === undefined) return [event([{ text: 'Signed in.' }])];
        const authUri = `${site.url}/provider?state=s-1${text === 'lie' ? '&lie' : ''}`;
        const authConfig = schemes[text] ?? {
          authScheme: {
            type: 'oauth2',
            flows: { authorizationCode: { scopes: { calendar: '' } } },
          },
          exchangedAuthCredential: { authType: 'oauth2', oauth2: { authUri, state: 's-1' } },
          credentialKey: 'calendar',
        };
        const call = { id: `a-${Math.random()}`, name: 'adk_request_credential' };
        return [
          event([{ functionCall: { ...call, args: { functionCallId: 'f', authConfig } } }], {
            longRunningToolIds: [call.id],
          }),
        ];
      },
      live: (frame, reply) => {
        if (!frame.blob || server.frames.length !== 20) return;
        const data = urlSafe(new Uint8Array(SPEECH.buffer));
        reply({ author: 'user', inputTranscription: { text: 'Can you hear me?', finished: true } });
        reply({ partial: true, outputTranscription: { text: 'Loud and clear.' } });
        reply({
          content: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] },
        });
        reply({ turnComplete: true });
      },
    });
    site.pages.set('/provider', { html: PROVIDER });
    site.pages.set('/signed-in', { html: REDIRECT });
  });
  after(async () => {
    await browser.close();
    await Promise.all([server.close(), site.close()]);
  });
  afterEach(() => context.close());

  const event = (parts: object[], more: object = {}) => ({
    id: `e${Math.random()}`,
    author: 'weather',
    timestamp: 1.7e9,
    content: { role: 'model', parts },
    ...more,
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function open(attributes = ''): Promise<void> {
    site.pages.set('/', {
      html: `<!doctype html><html lang="en"><head><title>Host</title><script src="/dist/adk-chat.min.js"></script></head>
        <body><adk-chat endpoint="${server.url}" app-name="weather" auth-redirect-uri="/signed-in" style="height: 640px" ${attributes}></adk-chat></body></html>`,
    });
    context = await browser.newContext({ permissions: ['microphone'] });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    server.posts.length = server.frames.length = 0;
    await page.goto(site.url);
  }

  async function ask(text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await button('Send').click();
  }

  const credential = () => {
    const { parts } = server.posts.at(-1)!.newMessage as {
      parts: { functionResponse: { response: { exchangedAuthCredential: unknown } } }[];
    };
    return parts[0]!.functionResponse.response.exchangedAuthCredential;
  };

  it('asks for an API key in a form and shows it nowhere', async () => {
    await open();
    await ask('key');
    await page.getByLabel('API key').fill('k-123');
    assert.equal(await page.getByLabel('API key').getAttribute('type'), 'password');
    await button('Sign in').click();
    await page.getByRole('article').getByText('Signed in.').waitFor();
    assert.deepEqual(credential(), { authType: 'apiKey', apiKey: 'k-123' });
    const messages = await page.evaluate(() =>
      JSON.stringify(document.querySelector('adk-chat')!.store!.messages),
    );
    assert.doesNotMatch(messages, /k-123/);
  });

  it('makes who is asked again at once wait', async () => {
    await open();
    await ask('basic');
    await page.getByLabel('User name').fill('ann');
    await page.getByLabel('Password').fill('pw');
    await button('Sign in').click();
    await page.getByRole('article').getByText('Signed in.').waitFor();
    assert.deepEqual(credential(), {
      authType: 'http',
      http: { scheme: 'basic', credentials: { username: 'ann', password: 'pw' } },
    });
    await ask('basic');
    await page.getByText('The agent asked again at once.').waitFor();
  });

  it('signs in at a provider in a window of its own', async () => {
    await open();
    await ask('oauth');
    await page.getByRole('listitem').getByText('calendar').waitFor();
    await button(`Sign in at ${new URL(site.url).host}`).click();
    await page.getByRole('article').getByText('Signed in.').waitFor();
    assert.deepEqual(credential(), {
      authType: 'oauth2',
      oauth2: {
        authUri: `${site.url}/provider?state=s-1`,
        state: 's-1',
        authResponseUri: `${site.url}/signed-in?code=code-1&state=s-1`,
        redirectUri: `${site.url}/signed-in`,
      },
    });
  });

  it('uses nothing that comes back from another sign-in', async () => {
    await open();
    await ask('lie');
    await button(`Sign in at ${new URL(site.url).host}`).click();
    await page.getByRole('alert').getByText('belongs to another sign-in').waitFor();
    assert.equal(server.posts.length, 1);
  });

  it('talks over /run_live and goes on by text in the same session', async () => {
    await open('voice="hands-free"');
    await button('Start voice').click();
    await page.locator('[part~="message-user"]').getByText('Can you hear me?').waitFor();
    await page.locator('[part~="message-assistant"]').getByText('Loud and clear.').waitFor();
    await button('Stop voice').first().click();
    await ask('key');
    await page.getByLabel('API key').waitFor();
    const { query } = server.connections.at(-1)!;
    assert.equal(server.posts[0]!.sessionId, query.get('session_id'));
    assert.ok(server.frames.every((frame) => 'blob' in frame || 'close' in frame));
  });
});
