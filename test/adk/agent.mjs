import {
  FunctionTool,
  getUserChoiceTool,
  LlmAgent,
  LongRunningFunctionTool,
  requestInputTool,
} from '@google/adk';
import { z } from 'zod';
import { ScriptedModel } from './scripted-model.mjs';

const RED_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const bookDays = new FunctionTool({
  name: 'book_days',
  description: 'Books days off; the person may grant fewer',
  parameters: z.object({ days: z.number() }),
  execute: ({ days }, context) => {
    const answer = context.toolConfirmation;
    if (!answer) {
      context.requestConfirmation({
        hint: 'How many days do you grant?',
        payload: { approved_days: days, note: '' },
      });
      return { status: 'waiting' };
    }
    return answer.confirmed
      ? { granted: answer.payload?.approved_days }
      : { error: 'This tool call is rejected.' };
  },
});
// ADK 2.0 forgets that a tool asked by itself and would refuse the answer.
bookDays.checkRequireConfirmation = async () => true;

const tools = [
  new FunctionTool({
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: z.object({ city: z.string() }),
    execute: ({ city }, context) => {
      context.state.set('lastCity', city);
      return { city, sky: 'clear' };
    },
  }),
  new FunctionTool({
    name: 'pay',
    description: 'Sends money',
    parameters: z.object({ to: z.string(), amount: z.number() }),
    requireConfirmation: true,
    execute: ({ to, amount }) => ({ paid: amount, to }),
  }),
  bookDays,
  new LongRunningFunctionTool({
    name: 'get_location',
    description: 'Where the user is',
    parameters: z.object({ precise: z.boolean() }),
    execute: () => null,
  }),
  new FunctionTool({
    name: 'broken',
    description: 'Always fails',
    execute: () => {
      throw new Error('The tool is out of order.');
    },
  }),
  new FunctionTool({
    name: 'draw',
    description: 'Draws a picture',
    execute: async (_input, context) => {
      const version = await context.saveArtifact('red.png', {
        inlineData: { mimeType: 'image/png', data: RED_PIXEL },
      });
      return { drawn: 'red.png', version };
    },
  }),
  getUserChoiceTool,
  requestInputTool,
];

/** ADK keeps the answers to its own input requests from the model; ours repeats what it is told. */
function showInput({ context, request }) {
  const last = context.invocationContext.session.events.at(-1);
  const isInput = ({ functionResponse }) => functionResponse?.name === 'adk_request_input';
  if (last?.author === 'user' && last.content?.parts?.some(isInput)) {
    request.contents.push(last.content);
  }
}

export const rootAgent = new LlmAgent({
  name: 'assistant',
  model: new ScriptedModel(),
  beforeModelCallback: showInput,
  instruction: 'Follow the script.',
  tools,
  subAgents: [
    new LlmAgent({
      name: 'specialist',
      description: 'Knows better',
      model: new ScriptedModel(),
      instruction: 'Follow the script.',
    }),
  ],
});
