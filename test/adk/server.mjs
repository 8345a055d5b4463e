import { LogLevel } from '@google/adk';
import { AdkApiServer } from '@google/adk-devtools';
import { rootAgent } from './agent.mjs';

/** Serves the scripted agent as the app `scripted`, without compiling agent files. */
const agentLoader = {
  listAgents: async () => ['scripted'],
  getAgentFile: async (name) => {
    if (name !== 'scripted') throw new Error(`Agent '${name}' not found`);
    return {
      load: async () => rootAgent,
      [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]: async () => {},
    };
  },
};

/** Starts the real api_server on a free port. */
export async function startAdkServer({ allowOrigins = '*' } = {}) {
  const { log } = console;
  console.log = () => {};
  const server = new AdkApiServer({
    host: '127.0.0.1',
    allowOrigins,
    agentLoader,
    logLevel: LogLevel.ERROR + 1,
  });
  try {
    await server.start();
  } finally {
    console.log = log;
  }
  return {
    url: server.url,
    sessionService: server.sessionService,
    /** Does not wait for connections that a browser keeps open. */
    stop: () =>
      new Promise((resolve) => {
        server.server.closeAllConnections();
        server.server.close(() => resolve());
      }),
  };
}
