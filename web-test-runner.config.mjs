import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { BROWSER_ARGS, ensureBrowser } from './test/support/browser.mjs';
import { summaryReporter } from './test/support/wtr-summary.mjs';
import { mockBackend } from './test/support/wtr-mock-backend.mjs';
import { bundleCommonJs, inlineWorklets, stubCommonJs } from './test/support/wtr-plugins.mjs';
import { defaultReporter } from '@web/test-runner';

export default {
  rootDir: '.',
  files: [
    'test/**/*.test.ts',
    '!test/**/*.node.test.ts',
    '!test/e2e/**',
    '!test/adk/**',
    '!test/frameworks/**',
    '!test/package/**',
  ],
  nodeResolve: { exportConditions: ['browser', 'development'] },
  concurrency: 2,
  testsFinishTimeout: 240_000,
  browserStartTimeout: 60_000,
  testFramework: { config: { timeout: 20_000 } },
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath: ensureBrowser(), args: BROWSER_ARGS },
      // A context of its own is a window of its own: a tab behind another one gets no frames.
      createPage: async ({ browser }) => (await browser.createBrowserContext()).newPage(),
    }),
  ],
  plugins: [
    inlineWorklets(),
    stubCommonJs(),
    bundleCommonJs(),
    mockBackend(),
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: 'tsconfig.json',
      define: { __VERSION__: '"test"' },
    }),
  ],
  reporters: [defaultReporter({ reportTestProgress: false }), summaryReporter()],
};
