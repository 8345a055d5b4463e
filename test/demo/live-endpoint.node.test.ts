import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { is, LiveClient, withBackend } from '../support/mock-backend.js';

const chunkOfSpeech = () => {
  const samples = Int16Array.from({ length: 320 }, (_, index) => 8000 * Math.sin(index / 4));
  const chunk = Buffer.from(samples.buffer).toString('base64');
  return {
    type: 'audio_chunk',
    version: '1.0',
    chunk,
    sampleRate: 16000,
    channels: 1,
    bitDepth: 16,
  };
};

describe('ws /live', () => {
  it(
    'names its message once for each connection and ends every turn with [DONE]',
    withBackend({}, async ({ url, journal }) => {
      const client = await LiveClient.open(url);
      client.say('hello', 'one');
      await client.done(1);
      client.say('hello', 'two');
      await client.done(2);
      const turn = ['text-start', 'text-delta', 'text-end', 'finish', '[DONE]'];
      assert.deepEqual(client.types, ['start', ...turn, ...turn]);
      assert.deepEqual(
        journal.messages.map(({ id, count }) => [id, count]),
        [
          ['one', 1],
          ['two', 1],
        ],
      );
    }),
  );

  it(
    'answers a ping with the same timestamp',
    withBackend({}, async ({ url }) => {
      const client = await LiveClient.open(url);
      client.send({ type: 'ping', timestamp: 42 });
      assert.deepEqual(await client.next(is('pong')), { type: 'pong', timestamp: 42 });
    }),
  );

  it(
    'ignores an unknown event and closes with 1002 at invalid JSON',
    withBackend({}, async ({ url }) => {
      const client = await LiveClient.open(url);
      client.send({ type: 'something-new' });
      client.send('{');
      assert.equal(await client.closed, 1002);
    }),
  );

  it(
    'wraps a question in a step, waits for the answer and runs the tool once',
    withBackend({}, async ({ url, journal }) => {
      const client = await LiveClient.open(url);
      client.say('pay Alice 20');
      const question = await client.next(is('tool-approval-request'));
      await client.next(is('finish-step'));
      assert.match(question.approvalId, /^confirm-/);
      assert.deepEqual(client.types.slice(-5), [
        'tool-input-start',
        'tool-input-available',
        'start-step',
        'tool-approval-request',
        'finish-step',
      ]);
      client.decide(question.approvalId, true);
      await client.done();
      const output = await client.next(is('tool-output-available'));
      assert.equal(output.toolCallId, question.toolCallId);
      assert.match(client.text, /Alice was paid 20 EUR/);
      assert.equal(client.doneCount, 1);
      assert.deepEqual(
        journal.executions.map(({ count }) => count),
        [1],
      );
    }),
  );

  it(
    'asks one question at a time and reports a denial as a tool error',
    withBackend({}, async ({ url, journal }) => {
      const client = await LiveClient.open(url);
      client.say('pay two people');
      const first = await client.next(is('tool-approval-request'));
      await client.next(is('finish-step'));
      assert.equal(client.types.filter((type) => type === 'tool-approval-request').length, 1);
      client.decide(first.approvalId, false);
      const second = await client.next(
        (chunk) => chunk.type === 'tool-approval-request' && chunk !== first,
      );
      client.decide(second.approvalId, true);
      await client.done();
      const failure = await client.next(is('tool-output-error'));
      assert.match(failure.errorText, /User denied/);
      assert.match(client.text, /Alice was not paid: denied\. Bob was paid 35 EUR/);
      assert.equal(journal.executions.length, 1);
    }),
  );

  it(
    'gives up a question after its time and says so unasked',
    withBackend({ approvalTimeout: 20 }, async ({ url }) => {
      const client = await LiveClient.open(url);
      client.say('pay Alice 20');
      await client.done();
      const failure = await client.next(is('tool-output-error'));
      assert.equal(failure.errorText, 'Approval request timed out');
    }),
  );

  it(
    'takes the result of a browser tool as tool_result, but not an empty one',
    withBackend({}, async ({ url }) => {
      const client = await LiveClient.open(url);
      client.say('change the music');
      const { toolCallId } = await client.next(is('tool-input-available'));
      client.send({ type: 'tool_result', version: '1.0', toolCallId, result: {} });
      client.send({ type: 'tool_result', version: '1.0', toolCallId, result: { success: true } });
      await client.done();
      assert.match(client.text, /The music is playing/);
    }),
  );

  it(
    'gives up a browser tool after its time',
    withBackend({ toolTimeout: 20 }, async ({ url }) => {
      const client = await LiveClient.open(url);
      client.say('where am I?');
      await client.done();
      assert.match((await client.next(is('tool-output-error'))).errorText, /Timeout/);
    }),
  );

  for (const form of ['together with the decision', 'after the decision'] as const) {
    it(
      `takes the result of an approved browser tool ${form}`,
      withBackend({}, async ({ url }) => {
        const client = await LiveClient.open(url);
        client.say('where exactly am I?');
        const { approvalId, toolCallId } = await client.next(is('tool-approval-request'));
        const result = { latitude: 35.6 };
        if (form === 'after the decision') {
          client.decide(approvalId, true);
          client.send({ type: 'tool_result', toolCallId, result });
        } else {
          client.decide(approvalId, true, { type: 'tool-result', toolCallId, result });
        }
        await client.done();
        assert.deepEqual((await client.next(is('tool-output-available'))).output, result);
      }),
    );
  }

  it(
    'answers speech with a transcript of both sides and sound at 24 kHz',
    withBackend({ audioPace: 0 }, async ({ url }) => {
      const client = await LiveClient.open(url, '/live?heard=hello');
      client.send({ type: 'audio_control', action: 'start' });
      for (let count = 0; count < 5; count++) client.send(chunkOfSpeech());
      client.send({ type: 'audio_control', action: 'stop' });
      await client.done();
      const { messageId } = await client.next(is('start'));
      const said = (suffix: string) =>
        client.received
          .filter(({ type, id }) => type === 'text-delta' && id === `${messageId}_${suffix}`)
          .map(({ delta }) => delta)
          .join('');
      assert.equal(said('input_text'), 'hello');
      assert.match(said('output_text'), /scripted agent/);
      const sound = client.received.filter(is('data-pcm'));
      const bytes = sound.reduce(
        (sum, { data }) => sum + Buffer.from(data.content, 'base64').length,
        0,
      );
      const { audio } = (await client.next(is('finish'))).messageMetadata;
      assert.deepEqual(audio, {
        chunks: sound.length,
        bytes,
        sampleRate: 24000,
        duration: bytes / 48000,
      });
    }),
  );

  it(
    'takes a pause in the sound for the end of a spoken turn',
    withBackend({ audioPace: 0, speechPause: 20 }, async ({ url }) => {
      const client = await LiveClient.open(url);
      client.send(chunkOfSpeech());
      await client.done();
      assert.ok(client.types.includes('data-pcm'));
    }),
  );

  it(
    'asks in the middle of a spoken answer and goes on speaking after the decision',
    withBackend({ audioPace: 0 }, async ({ url }) => {
      const client = await LiveClient.open(url, '/live?heard=pay%20Alice%2020');
      client.send(chunkOfSpeech());
      client.send({ type: 'audio_control', action: 'stop' });
      const { approvalId } = await client.next(is('tool-approval-request'));
      const before = client.types.filter((type) => type === 'data-pcm').length;
      assert.ok(before > 0);
      client.decide(approvalId, true);
      await client.done();
      assert.ok(client.types.filter((type) => type === 'data-pcm').length > before);
      assert.equal(client.doneCount, 1);
    }),
  );

  it(
    'sends sound as binary frames when told to',
    withBackend({ audioPace: 0 }, async ({ url }) => {
      const client = await LiveClient.open(url, '/live?modality=audio&pcm=binary');
      client.say('hello');
      await client.done();
      assert.ok(client.binary.length > 0);
      assert.ok(!client.types.includes('data-pcm'));
    }),
  );

  it(
    'stops talking at an interrupt when told to obey it',
    withBackend({ audioPace: 1 }, async ({ url }) => {
      const client = await LiveClient.open(url, '/live?modality=audio&interrupt=stop');
      client.say('long markdown');
      await client.next(is('data-pcm'));
      client.send({ type: 'interrupt', reason: 'user_abort' });
      await client.done();
      assert.doesNotMatch(client.text, /That was all of it/);
    }),
  );

  it(
    'goes on talking at an interrupt, as the real server does',
    withBackend({ audioPace: 0 }, async ({ url }) => {
      const client = await LiveClient.open(url, '/live?modality=audio');
      client.say('hello');
      client.send({ type: 'interrupt', reason: 'user_abort' });
      await client.done();
      assert.match(client.text, /what I can do\.$/);
    }),
  );

  it(
    'answers one turn after the other',
    withBackend({}, async ({ url }) => {
      const client = await LiveClient.open(url);
      client.say('pay Alice 20', 'first');
      client.say('hello', 'second');
      const { approvalId } = await client.next(is('tool-approval-request'));
      client.decide(approvalId, true);
      await client.done(2);
      assert.match(client.text, /paid 20 EUR.*scripted agent/s);
    }),
  );
});
