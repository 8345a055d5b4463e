import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startMockBackend, type MockBackend } from '../../demo/server/mock-backend.js';
import { en } from '../../src/locales/en.js';
import { ON, openVoiceStage, reached, type VoiceStage } from '../support/voice-stage.js';

describe('voice that cannot start', () => {
  let backend: MockBackend;
  let stage: VoiceStage;
  before(async () => {
    [backend, stage] = await Promise.all([startMockBackend(), openVoiceStage()]);
  });
  after(() => Promise.all([backend.close(), stage.close()]));

  const attributes = (more = '') =>
    `voice="hands-free" transport="adk-stream" endpoint="${backend.url.replace('http', 'ws')}/live" ${more}`;
  const start = (page: Page) => page.getByRole('button', { name: 'Start voice' }).click();

  /** The message is shown and reported once, and the button is ready for another try. */
  async function shows(page: Page, code: string, message: string): Promise<void> {
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await page.getByRole('button', { name: 'Start voice' }).waitFor();
    const { errors, open } = await page.evaluate(() => ({
      errors: window.witness.errors,
      open: window.witness.tracks.filter(({ readyState }) => readyState === 'live').length,
    }));
    assert.deepEqual(errors, [{ code, message }]);
    assert.equal(open, 0);
    await page.waitForFunction(() =>
      window.witness.contexts.every(({ state }) => state === 'closed'),
    );
    await page.close();
  }

  it('says how to allow a microphone that was denied', async () => {
    const denied = await openVoiceStage({ without: /fake-ui/ });
    const page = await denied.open(attributes());
    await start(page);
    await shows(page, 'mic-denied', en.micDenied);
    await denied.close();
  });

  it('says that there is no microphone', async () => {
    const bare = await openVoiceStage({ without: /fake-device/ });
    const page = await bare.open(attributes());
    await start(page);
    await shows(page, 'mic-missing', en.micMissing);
    await bare.close();
  });

  it('says that the page is not secure', async () => {
    const page = await stage.open(attributes(), { host: 'insecure.test' });
    await start(page);
    await shows(page, 'unsupported', en.micInsecure);
  });

  it('says that a click is needed, and works after it', async () => {
    // Chromium lets a page that records make sound; this microphone is none in its eyes.
    const page = await stage.open(attributes(), {
      script: `
        const { stream } = new AudioContext().createMediaStreamDestination();
        navigator.mediaDevices.getUserMedia = async () => stream.clone();
        const chat = document.querySelector('adk-chat');
        chat.updateComplete.then(() => chat.startVoice()).then(() => fetch('/tried'));`,
    });
    // To look into a page from outside counts as a gesture: it has to tell by itself.
    while (!stage.site.requests.some(({ path }) => path === '/tried')) await sleep(100);
    await page.getByRole('alert').filter({ hasText: en.audioBlocked }).waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await reached(page, ON);
    await page.close();
  });

  it('says that the microphone was unplugged, and works after a retry', async () => {
    const page = await stage.open(attributes());
    await start(page);
    await reached(page, ON);
    // No script can pull a plug; this event is what the browser sends then.
    await page.evaluate(() => window.witness.tracks[0]!.dispatchEvent(new Event('ended')));
    await page.getByRole('alert').filter({ hasText: en.micUnplugged }).waitFor();
    const from = await page.evaluate(() => window.witness.states.length);
    await page.getByRole('button', { name: 'Retry' }).click();
    await reached(page, ON, from);
    await page.close();
  });

  const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'; connect-src *";

  it('names the directive when the policy of the page blocks the worklets', async () => {
    // Not even the files beside the script are allowed.
    const scripts = `${stage.site.url}/dist/adk-chat.min.js ${stage.site.url}/dist/extras/`;
    const page = await stage.open(attributes(), {
      headers: { 'content-security-policy': policy.replace("'self'", scripts) },
    });
    await start(page);
    await page.getByText('worklet-path').waitFor({ state: 'attached' });
    await shows(page, 'worklet-load', en.workletBlocked);
    assert.match(en.workletBlocked, /script-src/);
  });

  it('loads the worklets from the folder of the host under that policy', async () => {
    const page = await stage.open(attributes('worklet-path="/dist/worklets"'), {
      headers: { 'content-security-policy': policy },
    });
    await start(page);
    await reached(page, ON);
    await page.close();
  });

  it('says so when the agent cannot listen', async () => {
    const page = await stage.open(`voice endpoint="${backend.url}/api/chat"`);
    await start(page);
    await shows(page, 'unsupported', en.voiceUnsupported);
  });

  it('turns the microphone off when the server cannot be reached', async () => {
    const page = await stage.open('voice transport="adk-stream" endpoint="ws://127.0.0.1:9/live"');
    await start(page);
    await page.getByRole('alert').waitFor();
    const open = await page.evaluate(
      () => window.witness.tracks.filter(({ readyState }) => readyState === 'live').length,
    );
    assert.equal(open, 0);
    await page.close();
  });
});
