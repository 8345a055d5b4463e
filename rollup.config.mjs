import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import nodeResolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { transformSync } from 'esbuild';
import { rollup } from 'rollup';
import esbuild from 'rollup-plugin-esbuild';
import { editorData } from './editor-data.mjs';
import { findFiles } from './test/support/find-files.mjs';

const pkg = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
export const isDependency = (id) =>
  Object.keys({ ...pkg.dependencies, ...pkg.peerDependencies }).some(
    (name) => id === name || id.startsWith(`${name}/`),
  );

const typescript = (tsconfig = 'tsconfig.json') =>
  esbuild({ target: 'es2022', tsconfig, define: { __VERSION__: JSON.stringify(pkg.version) } });

export const minify = () =>
  terser({
    format: { comments: false, preamble: `/*! adk-chat ${pkg.version} | MIT */` },
    compress: { passes: 2 },
  });

/**
 * `import source from 'worklet:pcm-player'` is the minified text of that worklet: an AudioWorklet
 * can only be loaded from a URL, and the library must work without knowing where its files are.
 */
function inlineWorklets() {
  const prefix = 'worklet:';
  return {
    name: 'inline-worklets',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const bundle = await rollup({
        input: `worklets/${id.slice(prefix.length + 1)}.ts`,
        plugins: [nodeResolve(), typescript('worklets/tsconfig.json')],
      });
      const { output } = await bundle.generate({ format: 'es', plugins: [terser()] });
      return `export default ${JSON.stringify(output[0].code)};`;
    },
  };
}

/** Modules that are only ever loaded on demand; the name of the file is the name of the extra. */
const extras = new Map(
  findFiles('src', (file) => file.endsWith('.ts')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bimport\(\s*['"](\.[^'"]+)\.js['"]\s*,?\s*\)/g)].map(
      ([, specifier]) => {
        const target = path.join(path.dirname(file), `${specifier}.ts`);
        return [path.basename(target, '.ts'), target];
      },
    ),
  ),
);

/**
 * A classic script cannot be split into chunks, but it can import modules from its own address.
 * `__adkScriptUrl` is set by the intro of that build.
 */
export function extrasBesideTheScript(isBeside) {
  return {
    name: 'extras-beside-the-script',
    resolveDynamicImport(specifier) {
      const name = typeof specifier === 'string' && path.basename(specifier, '.js');
      return extras.has(name) && isBeside(extras.get(name))
        ? { id: `./extras/${name}.js`, external: true }
        : null;
    },
    renderDynamicImport: () => ({ left: 'import(new URL(', right: ',__adkScriptUrl).href)' }),
  };
}

/** Extras use the Lit of the script that loaded them (src/embed.ts hands it out). */
function litOfTheScript() {
  const shared = '\0lit-of-the-script';
  return {
    name: 'lit-of-the-script',
    resolveId(id, importer) {
      const isLit = /^(lit|lit-html|@lit\/reactive-element)$/.test(id);
      const isInside =
        /\/(reactive-element|lit-html)\.js$/.test(id) && /node_modules/.test(importer);
      return isLit || isInside ? shared : null;
    },
    load: (id) =>
      id === shared
        ? {
            code: `export default globalThis[Symbol.for('adk-chat.lit')];`,
            syntheticNamedExports: true,
          }
        : null,
  };
}

/**
 * What dependencies bring along and a chat never uses. Of the AI SDK: the second of the two zod
 * flavours it imports, zod's English messages, its JSON schema writers, and the default transport of
 * `AbstractChat`, which drags in a validator for chunks that our own transports check themselves.
 * Of Lezer: all that an editor needs.
 */
function leanDependencies() {
  const noop = '\0noop';
  const leanLezer = path.resolve('build/lean-lezer.mjs');
  const defaultTransport = 'transport = new DefaultChatTransport(),';
  return {
    name: 'lean-dependencies',
    async resolveId(id, importer) {
      if (id === 'zod/v4' || id === 'zod') return this.resolve('zod/v4-mini', importer);
      if (id === '@lezer/common' || id === '@lezer/highlight') return leanLezer;
      if (/zod\/v4\/locales\/en\.js$/.test(id)) return noop;
      if (/(json-schema-processors|to-json-schema)\.js$/.test(id)) return noop;
      return null;
    },
    load: (id) =>
      id === noop
        ? {
            code: 'export default new Proxy(() => ({}), { get: () => () => () => ({}) });',
            syntheticNamedExports: true,
          }
        : null,
    transform(code, id) {
      // zod shares its settings with other copies of itself through the page's globals; ours stay ours.
      if (/\/zod\/v4\/core\/(core|registries)\.js$/.test(id)) {
        return { code: `const zodOwn = {};${code.replaceAll('globalThis', 'zodOwn')}`, map: null };
      }
      // zod's schemas are standard schemas; what the AI SDK knows of them beyond that is for servers.
      if (/\/@ai-sdk\/provider-utils\/dist\/index\.js$/.test(id)) {
        const special = 'schema["~standard"].vendor === "zod" ? zodSchema(schema) : ';
        if (!code.includes(special)) this.error('provider-utils has changed.');
        return { code: code.replace(special, ''), map: null };
      }
      if (!/\/ai\/dist\/index\.js$/.test(id)) return null;
      if (code.split(defaultTransport).length !== 2) this.error('AbstractChat has changed.');
      return {
        code: code
          .replace(defaultTransport, 'transport,')
          // The lean flavour of zod has functions where the other has methods.
          .replaceAll('jsonValueSchema.optional()', 'z$1.optional(jsonValueSchema)'),
        map: null,
      };
    },
  };
}

/** Minifiers leave strings alone; most of ours are style sheets and markup, where spaces mean little. */
function minifyTemplates() {
  const shorten = {
    css: ({ quasis }) =>
      quasis.length === 1
        ? [[quasis[0], transformSync(quasis[0].value.cooked, { loader: 'css', minify: true }).code]]
        : quasis.map((quasi) => [quasi, quasi.value.cooked.replace(/\s+/g, ' ')]),
    html: ({ quasis }) =>
      quasis.map((quasi) => [quasi, quasi.value.cooked.replace(/\s*\n\s*/g, ' ')]),
  };
  return {
    name: 'minify-templates',
    transform(code, id) {
      if (!id.endsWith('.ts')) return null;
      const edits = [];
      visit(this.parse(code), (node) => {
        if (node.type !== 'TaggedTemplateExpression') return;
        edits.push(...(shorten[node.tag.name]?.(node.quasi) ?? []));
      });
      edits.sort(([a], [b]) => b.start - a.start);
      for (const [{ start, end }, text] of edits) {
        const escaped = text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
        code = code.slice(0, start) + escaped.replace(/\n$/, '') + code.slice(end);
      }
      return edits.length > 0 ? { code, map: null } : null;
    },
  };
}

function visit(node, callback) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') callback(node);
  for (const child of Object.values(node)) visit(child, callback);
}

const npmBuild = {
  input: ['index', 'headless', 'define', 'react', 'vue', 'svelte', 'tools'].map(
    (name) => `src/${name}.ts`,
  ),
  external: isDependency,
  // "sideEffects" of package.json speaks of dist, not of the sources.
  plugins: [
    inlineWorklets(),
    nodeResolve({ ignoreSideEffectsForRoot: true }),
    typescript(),
    editorData(pkg),
  ],
  output: {
    dir: 'dist',
    format: 'es',
    sourcemap: true,
    preserveModules: true,
    preserveModulesRoot: 'src',
  },
};

/** The schemas at the top of `ai` have no effect but to exist; most of them are for servers. */
export const treeshake = {
  manualPureFunctions: [
    'z',
    'z$1',
    '__exportAll',
    'lazySchema',
    'jsonValueSchema',
    'providerMetadataSchema',
  ],
};

export const browserPlugins = [
  inlineWorklets(),
  leanDependencies(),
  nodeResolve({ browser: true, exportConditions: ['production'] }),
  commonjs(),
  typescript(),
  minifyTemplates(),
];

/** `isBeside` says which of the modules that load on demand are files of their own. */
const scriptTagBuild = (file, isBeside) => ({
  input: 'src/embed.ts',
  treeshake,
  plugins: [extrasBesideTheScript(isBeside), ...browserPlugins],
  output: {
    file,
    inlineDynamicImports: true,
    // One format that runs both as a classic script and as a module.
    format: 'iife',
    sourcemap: true,
    // A module script has no currentScript; there the stack names the file, unless the page has
    // changed what a stack is.
    intro:
      'const __adkScript=document.currentScript,__adkScriptUrl=__adkScript?.src||' +
      'String(new Error().stack).match(/(?:https?|file|blob):[^\\s)]+?(?=:\\d+:\\d+)/)?.[0]||' +
      '[...document.scripts].find((s)=>/adk-chat/.test(s.src))?.src||document.baseURI;',
    plugins: [minify()],
  },
});

const extrasBuild = {
  input: Object.fromEntries(extras),
  treeshake,
  plugins: [litOfTheScript(), ...browserPlugins],
  output: {
    dir: 'dist/extras',
    format: 'es',
    sourcemap: true,
    chunkFileNames: 'shared-[hash].js',
    plugins: [minify()],
  },
};

const workletFiles = readdirSync('worklets')
  .filter((file) => file.startsWith('pcm-') && file.endsWith('.ts'))
  .map((file) => ({
    input: `worklets/${file}`,
    plugins: [nodeResolve(), typescript('worklets/tsconfig.json')],
    output: { dir: 'dist/worklets', format: 'es', sourcemap: true, plugins: [terser()] },
  }));

export default [
  npmBuild,
  scriptTagBuild('dist/adk-chat.min.js', () => true),
  // For hosts that want one file and nothing beside it: only languages and the large extras stay out.
  scriptTagBuild('dist/adk-chat.full.min.js', (module) =>
    /\/(locales\/|highlight|math)/.test(module),
  ),
  extrasBuild,
  ...workletFiles,
];
