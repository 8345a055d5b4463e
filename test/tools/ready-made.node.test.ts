import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asSchema } from 'ai';
import type { AnyToolPart } from '../../src/chat/message-parts.js';
import { clipboard, geolocation } from '../../src/tools.js';
import { ToolRunner } from '../../src/tools/tool-runner.js';

const call = (name: string, input: unknown) =>
  ({ type: `tool-${name}`, toolCallId: 'call', state: 'input-available', input }) as AnyToolPart;
const run = (part: AnyToolPart, needsApproval = false) =>
  new ToolRunner({
    clipboard: clipboard({ needsApproval }),
    geolocation: geolocation({ needsApproval }),
  }).run([part]);

describe('the ready-made tools', () => {
  for (const [name, input] of [
    ['clipboard', { action: 'write' }],
    ['clipboard', { action: 'read', text: 'x' }],
    ['clipboard', { action: 'erase' }],
    ['clipboard', 'read'],
    ['geolocation', { precise: 'yes' }],
    ['geolocation', null],
  ] as const) {
    it(`refuses ${JSON.stringify(input)} for ${name}`, async () => {
      const { failed, executed } = await run(call(name, input));
      assert.deepEqual(executed, []);
      assert.match((failed[0] as { errorText: string }).errorText, /^Invalid input: expected/);
    });
  }

  it('ask first unless told otherwise', async () => {
    for (const [name, input] of [
      ['clipboard', { action: 'read' }],
      ['geolocation', {}],
    ] as const) {
      const { awaiting } = await run(call(name, input), true);
      assert.equal(awaiting.length, 1);
    }
    const tools = { clipboard: clipboard(), geolocation: geolocation() };
    assert.deepEqual(
      Object.values(tools).map(({ needsApproval }) => needsApproval),
      [true, true],
    );
  });

  it('have a schema that the AI SDK takes for its own', async () => {
    const { jsonSchema, validate } = asSchema(clipboard().inputSchema);
    assert.deepEqual((await jsonSchema).required, ['action']);
    assert.deepEqual(await validate!({ action: 'read' }), {
      success: true,
      value: { action: 'read' },
    });
  });
});
