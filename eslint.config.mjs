import js from '@eslint/js';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import ts from 'typescript-eslint';

/** Keeps the import diagram of CONTRIBUTING.md true. */
const direction = (folder, ...patterns) => ({
  files: [`src/${folder}/**/*.ts`],
  rules: {
    'no-restricted-imports': ['error', { patterns: patterns.map(restrict) }],
  },
});
const restrict = ([group, message]) => ({ group: [group].flat(), message });

const noElements = [
  ['**/elements/**', '**/controllers/**'],
  'Only elements and define may import elements.',
];
const noLit = [['lit', 'lit/**', '@lit/**'], 'This folder runs without a DOM.'];
const noUnsafeHtml = [
  ['lit/directives/unsafe-*'],
  'It hides a missing sanitiser; build nodes instead.',
];

const noDomGlobals = ['window', 'document', 'HTMLElement', 'customElements'].map((name) => ({
  name,
  message: 'This folder also runs in Node and in workers.',
}));

export default ts.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'coverage',
      'test-results',
      'test/adk/node_modules',
      'test/frameworks/**/dist',
      'bench/node_modules',
      'bench/dist',
      '**/.angular',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  lit.configs['flat/recommended'],
  litA11y.configs.recommended,
  {
    rules: {
      'no-console': 'error',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      'lit/no-template-map': 'off',
    },
  },
  {
    files: ['src/**/*.ts', 'worklets/**/*.ts'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-restricted-imports': ['error', { patterns: [restrict(noUnsafeHtml)] }],
    },
  },
  direction('chat', noElements, noLit, [
    ['**/audio/**', '**/markdown/**'],
    'The chat core knows no audio and no Markdown.',
  ]),
  direction('tools', noElements, noLit, [
    ['**/audio/**', '**/markdown/**', '**/chat/chat-store*'],
    'Tools are pure over their inputs.',
  ]),
  direction('transport', noElements, noLit, [
    ['**/markdown/**', '**/tools/**', '**/chat/chat-store*'],
    'A transport knows the wire and nothing above it.',
  ]),
  direction('audio', noElements, noLit, [
    ['**/chat/**', '**/tools/**', '**/markdown/**'],
    'Audio knows samples, not messages.',
  ]),
  direction('markdown', noElements, noUnsafeHtml),
  direction(
    'controllers',
    [['**/elements/**'], 'Controllers serve elements, not the other way round.'],
    noUnsafeHtml,
  ),
  {
    files: ['src/{chat,tools,transport}/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', ...noDomGlobals] },
  },
  {
    files: ['worklets/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!\\.\\./src/audio/|\\./)',
              message: 'A worklet imports from src/audio only.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.{mjs,mts}', 'demo/**/*.{ts,js}', 'test/**/*.{ts,tsx}', 'bench/**/*.{ts,js,mjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'URLSearchParams',
          'location',
          'Buffer',
          'fetch',
          'setTimeout',
          'clearTimeout',
          'performance',
          'window',
          'document',
          'customElements',
          'navigator',
          'TextDecoderStream',
          'requestAnimationFrame',
          'PerformanceObserver',
          'addEventListener',
          'location',
          'localStorage',
          'CompressionStream',
          'Option',
          'Response',
          'URLSearchParams',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'no-console': 'off' },
  },
  { files: ['test/**/*.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
);
