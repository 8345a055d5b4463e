import { tsImport } from 'tsx/esm/api';

const PATH = '/__mock-backend.js';

/**
 * Browser tests that need a server: `import { url } from 'mock-backend:url'` is the address of the
 * mock backend of demo/server, which starts when the first test asks for it.
 */
export function mockBackend() {
  let backend;
  return {
    name: 'mock-backend',
    resolveImport: ({ source }) => (source === 'mock-backend:url' ? PATH : undefined),
    async serve({ path }) {
      if (path !== PATH) return;
      backend ??= tsImport('../../demo/server/mock-backend.ts', import.meta.url).then((module) =>
        module.startMockBackend({ audioPace: 0.2 }),
      );
      return { type: 'js', body: `export const url = '${(await backend).url}';` };
    },
    async serverStop() {
      await (await backend)?.close();
    },
  };
}
