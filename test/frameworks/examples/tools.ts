import type { ToolSet } from 'ai';
import { z } from 'zod';

export const tools: ToolSet = {
  get_location: {
    description: 'Where the user is',
    inputSchema: z.object({ precise: z.boolean().optional() }),
    execute: async () => ({ city: 'Kyoto', country: 'Japan' }),
  },
};
