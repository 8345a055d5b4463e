import { tool, type ToolSet } from 'ai';
import { z } from 'zod';

/** Runs on the server. Returns an object, because adk-stream servers know no other results. */
type Execute = (input: never) => Record<string, unknown>;

interface DemoTool {
  description: string;
  inputSchema: z.ZodObject;
  /** Absent: the tool runs in the browser. */
  execute?: Execute;
  /** Whether somebody must agree to this call. */
  asks?: (input: Record<string, unknown>) => boolean;
}

const always = () => true;
const DEGREES: Record<string, number> = { tokyo: 18, paris: 12, reykjavik: 3, cairo: 27 };

export const DEMO_TOOLS: Record<string, DemoTool> = {
  get_weather: {
    description: 'Current weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }: { city: string }) => ({
      city,
      celsius: DEGREES[city.toLowerCase()] ?? 15,
      sky: 'light clouds',
    }),
  },
  process_payment: {
    description: 'Sends money to somebody',
    inputSchema: z.object({ recipient: z.string(), amount: z.number(), currency: z.string() }),
    asks: always,
    execute: ({ recipient, amount }: { recipient: string; amount: number }) => ({
      status: 'paid',
      recipient,
      amount,
      receipt: `R-${recipient.length}${Math.round(amount)}`,
    }),
  },
  reserve_table: {
    description: 'Reserves a table in a restaurant',
    inputSchema: z.object({ restaurant: z.string(), people: z.number(), time: z.string() }),
    asks: always,
    execute: ({ restaurant, time }: { restaurant: string; time: string }) => ({
      status: 'reserved',
      restaurant,
      time,
    }),
  },
  get_location: {
    description: 'Where the user is; the exact place needs consent',
    inputSchema: z.object({ precise: z.boolean().optional() }),
    asks: ({ precise }) => precise === true,
  },
  clipboard: {
    description: 'Reads or replaces the text in the clipboard',
    inputSchema: z.object({ action: z.enum(['read', 'write']), text: z.string().optional() }),
  },
  change_bgm: {
    description: 'Changes the background music of the page',
    inputSchema: z.object({ track: z.number() }),
  },
};

export function needsApproval(toolName: string, input: unknown): boolean {
  return DEMO_TOOLS[toolName]?.asks?.(input as Record<string, unknown>) ?? false;
}

export interface ToolExecution {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

/** The tools for `streamText`. `onExecute` hears of every run on the server. */
export function createToolSet(onExecute: (execution: ToolExecution) => void): ToolSet {
  const tools: ToolSet = {};
  for (const [toolName, { description, inputSchema, execute }] of Object.entries(DEMO_TOOLS)) {
    if (!execute) {
      tools[toolName] = tool({ description, inputSchema });
      continue;
    }
    tools[toolName] = tool({
      description,
      inputSchema,
      execute: (input, { toolCallId }) => {
        onExecute({ toolCallId, toolName, input });
        return execute(input as never);
      },
    });
  }
  return tools;
}

/** The same tools without the means to run them: the caller does that itself. */
export function createToolDeclarations(): ToolSet {
  return Object.fromEntries(
    Object.entries(DEMO_TOOLS).map(([name, { description, inputSchema }]) => [
      name,
      tool({ description, inputSchema }),
    ]),
  );
}
