import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatPage } from '../support/chat-page.js';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') };

describe('the composer', () => {
  const chat = new ChatPage({ pace: 1 });

  const height = async () => (await chat.input.boundingBox())!.height;

  it('grows with its text up to a limit, and shrinks when it was sent', async () => {
    await chat.open();
    const one = await height();
    await chat.input.fill('one\ntwo\nthree');
    const three = await height();
    assert.ok(three > one + 30, `${one} → ${three}`);
    await chat.input.fill('line\n'.repeat(60));
    assert.ok((await height()) < 230);
    await chat.input.press('Enter');
    await chat.questions.first().waitFor();
    assert.equal(await height(), one);
  });

  it('sends with Enter and breaks the line with Shift+Enter', async () => {
    await chat.open();
    await chat.input.pressSequentially('one');
    await chat.input.press('Shift+Enter');
    await chat.input.pressSequentially('two');
    assert.equal(await chat.input.inputValue(), 'one\ntwo');
    await chat.input.press('Enter');
    assert.equal(await chat.questions.locator('[part=text]').innerText(), 'one\ntwo');
  });

  it('does not send while an input method composes', async () => {
    await chat.open();
    await chat.input.focus();
    const session = await chat.page.context().newCDPSession(chat.page);
    await session.send('Input.imeSetComposition', {
      text: 'にほん',
      selectionStart: 3,
      selectionEnd: 3,
    });
    await chat.page.keyboard.press('Enter');
    // Safari ends the composition first and then reports the key with code 229.
    await chat.input.evaluate((input) =>
      input.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          keyCode: 229,
          bubbles: true,
        } as KeyboardEventInit),
      ),
    );
    assert.equal(await chat.questions.count(), 0);
    await session.send('Input.insertText', { text: '日本' });
    await chat.page.keyboard.press('Enter');
    await chat.questions.getByText('日本').waitFor();
  });

  it('does not send nothing', async () => {
    await chat.open();
    assert.equal(await chat.button('Send').isDisabled(), true);
    await chat.input.fill('  \n ');
    await chat.input.press('Enter');
    assert.equal(await chat.button('Send').isDisabled(), true);
    assert.equal(await chat.questions.count(), 0);
  });

  it('brings earlier messages back with the arrow keys', async () => {
    await chat.open();
    await chat.converse('first', 'second');
    const values: string[] = [];
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
      await chat.input.press(key);
      values.push(await chat.input.inputValue());
    }
    assert.deepEqual(values, ['second', 'first', 'first', 'second', '']);
    await chat.input.fill('my own');
    await chat.input.press('ArrowUp');
    assert.equal(await chat.input.inputValue(), 'my own');
  });

  it('attaches picked files with a preview, lets one be removed and sends the rest', async () => {
    await chat.open();
    const chooser = chat.page.waitForEvent('filechooser');
    await chat.button('Attach files').click();
    await (
      await chooser
    ).setFiles([note, { name: 'dot.png', mimeType: 'image/png', buffer: picture }]);
    await chat.button('Remove dot.png').waitFor();
    assert.equal(await chat.page.locator('.attachment img').count(), 1);
    await chat.checkAccessibility();
    await chat.button('Remove note.txt').click();
    await chat.ask('look');
    await chat.answers.getByText('I received dot.png').waitFor();
    await chat.questions.getByRole('button', { name: 'Enlarge dot.png' }).waitFor();
    assert.equal(await chat.page.locator('.attachment').count(), 0);
  });

  it('takes pasted and dropped files, wherever on the chat they land', async () => {
    await chat.open();
    await chat.input.evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['a'], 'pasted.txt', { type: 'text/plain' }));
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await chat.button('Remove pasted.txt').waitFor();
    await chat.page.getByRole('region', { name: 'Conversation' }).evaluate((messages) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['b'], 'dropped.txt', { type: 'text/plain' }));
      const init = { dataTransfer, bubbles: true, composed: true, cancelable: true };
      messages.dispatchEvent(new DragEvent('dragover', init));
      messages.dispatchEvent(new DragEvent('drop', init));
    });
    await chat.button('Remove dropped.txt').waitFor();
    await chat.button('Send').click();
    await chat.answers.getByText('I received pasted.txt, dropped.txt').waitFor();
  });

  it('explains which file it refuses and why', async () => {
    await chat.open('accept="image/*,.txt" max-files="2" max-file-size="1000"');
    const files = chat.page.locator('input[type=file]');
    const alert = chat.page.getByRole('alert');
    await files.setInputFiles({ ...note, name: 'a.exe', mimeType: 'application/x-msdownload' });
    assert.equal(await alert.innerText(), "a.exe is of a type that can't be sent.");
    await files.setInputFiles({ ...note, buffer: Buffer.alloc(2000) });
    assert.equal(await alert.innerText(), 'note.txt is larger than 1 kB.');
    await chat.checkAccessibility();
    await files.setInputFiles([note, { ...note, name: 'b.txt' }, { ...note, name: 'c.txt' }]);
    assert.equal(await alert.innerText(), 'At most 2 files can be sent at once.');
    assert.equal(await chat.page.locator('.attachment').count(), 2);
    await chat.input.fill('x');
    await alert.waitFor({ state: 'detached' });
  });

  it('has no button for files when none are allowed', async () => {
    await chat.open('max-files="0"');
    await chat.input.waitFor();
    assert.equal(await chat.button('Attach files').count(), 0);
  });

  it('queues a message while an answer is on its way, and lets it be taken back', async () => {
    await chat.open();
    await chat.ask('slow');
    await chat.answers.getByText('word2').waitFor();
    await chat.ask('later');
    await chat.page.getByText('Waiting to be sent').waitFor();
    await chat.checkAccessibility();
    await chat.button('Remove waiting message').click();
    await chat.page.getByText('Waiting to be sent').waitFor({ state: 'detached' });
    assert.equal(await chat.questions.count(), 1);
    await chat.ask('after all');
    await chat.page.getByText('Waiting to be sent').waitFor();
    await chat.button('Stop').click();
    await chat.button('Send now').click();
    await chat.questions.getByText('after all').waitFor();
    await chat.page.getByText('Waiting to be sent').waitFor({ state: 'detached' });
  });

  it('holds a message back while a question is open, and offers the way out', async () => {
    await chat.open();
    await chat.ask('pay Alice 20');
    await chat.button('Approve').waitFor();
    await chat.ask('never mind');
    await chat.page.getByText('Your message waits until the open question').waitFor();
    await chat.checkAccessibility();
    await chat.button('Deny and send now').click();
    await chat.answers.getByText('You said: never mind').waitFor();
    assert.equal(await chat.button('Approve').count(), 0);
  });

  it('keeps an unsent text over a reload', async () => {
    await chat.open('persist="local" chat-id="draft"');
    await chat.input.fill('half a thought');
    await chat.page.reload();
    await chat.page.waitForFunction(
      () =>
        document.querySelector('adk-chat')?.shadowRoot?.querySelector('textarea')?.value ===
        'half a thought',
    );
    await chat.input.press('Enter');
    await chat.questions.first().waitFor();
    await chat.page.reload();
    await chat.input.waitFor();
    assert.equal(await chat.input.inputValue(), '');
  });

  it('keeps a message that the host refuses', async () => {
    await chat.open();
    await chat.page.evaluate(() =>
      addEventListener('adk-message-send', (event) => event.preventDefault()),
    );
    await chat.ask('no');
    assert.equal(await chat.input.inputValue(), 'no');
    assert.equal(await chat.questions.count(), 0);
  });
});
