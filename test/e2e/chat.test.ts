import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatPage } from '../support/chat-page.js';

describe('a conversation', () => {
  const chat = new ChatPage({ pace: 1 });

  it('starts with a greeting and suggestions that send themselves', async () => {
    await chat.open('suggestions="table | Tell me more"');
    await chat.page.getByText('How can I help?').waitFor();
    await chat.checkAccessibility();
    await chat.page.getByRole('group', { name: 'Suggestions' }).getByRole('button').first().click();
    await chat.page.getByRole('table').waitFor();
    await chat.questions.getByText('table').waitFor();
    await chat.page.getByText('How can I help?').waitFor({ state: 'detached' });
  });

  it('says that it is thinking before the first word', async () => {
    await chat.open('', { faults: '?delayStart=60000' });
    await chat.ask('hello');
    await chat.page.locator('.waiting').getByText('Thinking').waitFor();
    await chat.button('Stop').waitFor();
    await chat.checkAccessibility();
  });

  it('draws Markdown with tables, code that is coloured and can be copied, and formulas', async () => {
    await chat.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await chat.converse('long markdown');
    const answer = chat.answers.last();
    await answer.getByRole('heading', { name: 'A short tour', level: 1 }).waitFor();
    await answer.getByRole('region', { name: 'Table' }).getByRole('columnheader').first().waitFor();
    await answer.getByRole('img', { name: 'Not done' }).waitFor();
    await answer.locator('.hl-keyword').first().waitFor();
    await answer.getByRole('button', { name: 'Copy', exact: true }).first().click();
    await answer.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await chat.page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^export function greet\(name: string\): string \{\n/);
    await chat.checkAccessibility();
    await chat.converse('math');
    await chat.answers.last().locator('math').first().waitFor();
    await chat.checkAccessibility();
  });

  it('shows the source of an answer when Markdown cannot be loaded', async () => {
    await chat.open('');
    await chat.page.route('**/extras/markdown.js', (route) => route.abort());
    await chat.page.reload();
    await chat.converse('table');
    await chat.answers.getByText('|:--|--:|--:|').waitFor();
  });

  it('opens links in a new tab and shows their host', async () => {
    await chat.open();
    await chat.converse('long markdown');
    const link = chat.answers.getByRole('link', { name: 'a link (example.com)' });
    assert.equal(await link.getAttribute('target'), '_blank');
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow');
  });

  it('folds reasoning and says how long it took', async () => {
    await chat.open('', { faults: '?delay=30' });
    await chat.converse('think about it');
    const thoughts = chat.answers.locator('[part=reasoning]');
    const summary = thoughts.getByText(/Thought for \d+ sec/);
    assert.equal(await thoughts.getByText('Seven times six').isVisible(), false);
    await summary.click();
    await thoughts.getByText('Seven times six').waitFor();
    await chat.checkAccessibility();
  });

  it('numbers its sources and lists them', async () => {
    await chat.open();
    await chat.converse('sources');
    const chips = chat.answers.getByRole('list', { name: 'Sources' });
    assert.deepEqual(await chips.getByRole('listitem').allInnerTexts(), [
      '1\nhtml.spec.whatwg.org',
      '2\nlit.dev',
      '3\nnotes.pdf',
    ]);
    await chat.page.getByText('Sources (3)').click();
    const link = chat.page.getByRole('link', { name: 'HTML Standard: custom elements' });
    assert.equal(await link.last().getAttribute('rel'), 'noopener noreferrer nofollow');
    await chat.checkAccessibility();
  });

  it('enlarges a picture, offers it for download, and gives the focus back', async () => {
    await chat.open();
    await chat.converse('image');
    const picture = chat.answers.getByRole('button', { name: 'Enlarge Image' });
    await picture.click();
    const dialog = chat.page.getByRole('dialog', { name: 'Image' });
    await dialog.getByRole('img').waitFor();
    assert.ok(await dialog.getByRole('link', { name: 'Download' }).getAttribute('download'));
    await chat.checkAccessibility();
    await chat.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(
      await picture.evaluate(
        (element) => element === (element.getRootNode() as ShadowRoot).activeElement,
      ),
      true,
    );
  });

  it('offers a file for download', async () => {
    await chat.open();
    await chat.converse('file');
    const download = chat.page.waitForEvent('download');
    await chat.answers.getByRole('link', { name: 'File text/plain' }).click();
    assert.equal((await download).suggestedFilename(), 'File.txt');
  });

  it('lets the host draw data parts, by renderer or by slot', async () => {
    await chat.open();
    await chat.page.evaluate(() => {
      document.querySelector('adk-chat')!.dataRenderers = {
        progress: (data) => {
          const element = document.createElement('meter');
          const { done, of } = data as { done: number; of: number };
          element.textContent = `${done} of ${of}`;
          return element;
        },
      };
    });
    await chat.converse('data');
    await chat.answers.getByText('2 of 2').waitFor();
    await chat.page.evaluate(() => {
      const own = document.createElement('b');
      own.slot = 'data:progress:job';
      own.textContent = 'my own card';
      document.querySelector('adk-chat')!.append(own);
    });
    await chat.page.getByText('my own card').waitFor();
    await chat.page.getByText('2 of 2').waitFor({ state: 'hidden' });
  });

  it('copies, rates and regenerates an answer', async () => {
    await chat.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await chat.page.evaluate(() => {
      const ratings: unknown[] = ((window as unknown as { ratings: unknown[] }).ratings = []);
      addEventListener('adk-feedback', (event) =>
        ratings.push((event as CustomEvent<{ rating: unknown }>).detail.rating ?? 'none'),
      );
    });
    await chat.converse('think about it');
    await chat.answers.getByRole('button', { name: 'Copy' }).click();
    await chat.answers.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await chat.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, 'The answer is **42**.');

    const good = chat.answers.getByRole('button', { name: 'Good answer' });
    await good.click();
    assert.equal(await good.getAttribute('aria-pressed'), 'true');
    await chat.answers.getByRole('button', { name: 'Bad answer' }).click();
    assert.equal(await good.getAttribute('aria-pressed'), 'false');
    await chat.answers.getByRole('button', { name: 'Bad answer' }).click();
    const ratings = await chat.page.evaluate(
      () => (window as unknown as { ratings: unknown }).ratings,
    );
    assert.deepEqual(ratings, ['up', 'down', 'none']);

    const sent = chat.site.requests.length;
    await chat.answers.getByRole('button', { name: 'Regenerate' }).click();
    await chat.page.getByText('Thinking').first().waitFor({ state: 'attached' });
    await chat.idle();
    await chat.answers.getByText('The answer is 42.').waitFor();
    assert.equal(await chat.answers.count(), 1);
    assert.equal(chat.site.requests.length, sent);
  });

  it('edits a message and sends it again', async () => {
    await chat.open();
    await chat.converse('hello', 'table');
    await chat.questions.first().hover();
    await chat.questions.first().getByRole('button', { name: 'Edit' }).click();
    const editor = chat.page.getByRole('textbox', { name: 'Edit message' });
    assert.equal(await editor.inputValue(), 'hello');
    await chat.checkAccessibility();
    await editor.fill('discarded');
    await editor.press('Escape');
    await chat.questions.first().getByText('hello').waitFor();

    await chat.questions.first().hover();
    await chat.questions.first().getByRole('button', { name: 'Edit' }).click();
    await editor.fill('sources');
    await editor.press('Enter');
    await chat.answers.getByText('part of the HTML standard').waitFor();
    await chat.idle();
    assert.equal(await chat.questions.count(), 1);
  });

  it('stops an answer, keeps what has arrived and says so', async () => {
    await chat.open();
    await chat.ask('slow');
    await chat.answers.getByText('word2').waitFor();
    await chat.button('Stop').click();
    await chat.answers.getByText('Stopped').waitFor();
    await chat.button('Stop').waitFor({ state: 'detached' });
    await chat.answers.getByText('word2').waitFor();
    await chat.checkAccessibility();
  });

  it('explains an error, shows its details, and tries again', async () => {
    await chat.open();
    await chat.ask('error');
    const alert = chat.page.getByRole('alert');
    await alert.waitFor();
    await chat.checkAccessibility();
    await chat.button('Retry').click();
    await chat.answers.getByText('This time it worked.').waitFor();
    await alert.waitFor({ state: 'detached' });
  });

  it('counts down before it lets the user try again', async () => {
    await chat.open();
    await chat.ask('rate limit');
    await chat.page.getByText(/You can try again in \d s/).waitFor();
    assert.equal(await chat.button('Retry').isDisabled(), true);
    await chat.page.waitForFunction(
      () =>
        !document
          .querySelector('adk-chat')!
          .shadowRoot!.querySelector<HTMLButtonElement>('[part=retry-button]')?.disabled,
    );
    await chat.button('Retry').click();
    await chat.answers.getByText('Now there is room for you.').waitFor();
  });

  it('says that it is offline, and when it no longer is', async () => {
    await chat.open();
    await chat.page.context().setOffline(true);
    await chat.page.getByText('You are offline').waitFor();
    await chat.checkAccessibility();
    await chat.page.context().setOffline(false);
    await chat.page.getByText('You are offline').waitFor({ state: 'detached' });
  });

  it('tells what is missing when it has no backend', async () => {
    await chat.open('', { body: '<adk-chat></adk-chat>' });
    await chat.page.getByText('Set the "endpoint" attribute').waitFor();
    assert.equal(await chat.input.isDisabled(), true);
    await chat.checkAccessibility();
  });

  it('announces sentences, not words, and each state once', async () => {
    await chat.open();
    await chat.page.evaluate(() => {
      const said: string[] = ((window as unknown as { said: string[] }).said = []);
      const log = document.querySelector('adk-chat')!.shadowRoot!.querySelector('[role=log]')!;
      new MutationObserver((records) => {
        for (const { addedNodes } of records) {
          for (const node of addedNodes) said.push(node.textContent!);
        }
      }).observe(log, { childList: true });
    });
    await chat.converse('hello');
    const said = await chat.page.evaluate(() => (window as unknown as { said: string[] }).said);
    assert.equal(said.filter((text) => text === 'Thinking').length, 1);
    assert.equal(
      said.slice(1).join(' '),
      'Hello! I am a scripted agent. Type "help" to see what I can do.',
    );
    assert.ok(
      said.slice(1).every((text) => /[.!]$/.test(text)),
      said.join('|'),
    );
  });
});
