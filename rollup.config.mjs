import { readdirSync, readFileSync } from 'node:fs';
import commonjs from '@rollup/plugin-commonjs';
import nodeResolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { rollup } from 'rollup';
import esbuild from 'rollup-plugin-esbuild';

const pkg = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const isDependency = (id) =>
  Object.keys(pkg.dependencies).some((name) => id === name || id.startsWith(`${name}/`));

const worklets = readdirSync('worklets')
  .filter((file) => file.startsWith('pcm-') && file.endsWith('.ts'))
  .map((file) => `worklets/${file}`);

const typescript = (tsconfig = 'tsconfig.json') =>
  esbuild({ target: 'es2022', tsconfig, define: { __VERSION__: JSON.stringify(pkg.version) } });

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
      const file = `worklets/${id.slice(prefix.length + 1)}.ts`;
      this.addWatchFile(file);
      const bundle = await rollup({
        input: file,
        plugins: [nodeResolve(), typescript('worklets/tsconfig.json')],
      });
      const { output } = await bundle.generate({ format: 'es', plugins: [terser()] });
      return `export default ${JSON.stringify(output[0].code)};`;
    },
  };
}

const npmBuild = {
  input: ['index', 'headless', 'define', 'embed', 'react', 'tools'].map((name) => `src/${name}.ts`),
  external: isDependency,
  plugins: [inlineWorklets(), nodeResolve(), typescript()],
  output: {
    dir: 'dist',
    format: 'es',
    sourcemap: true,
    preserveModules: true,
    preserveModulesRoot: 'src',
  },
};

const scriptTagBuild = {
  input: 'src/embed.ts',
  plugins: [inlineWorklets(), nodeResolve({ browser: true }), commonjs(), typescript()],
  output: {
    file: 'dist/adk-chat.min.js',
    // One format that runs both as a classic script and as a module.
    format: 'iife',
    name: 'AdkChat',
    inlineDynamicImports: true,
    sourcemap: true,
    plugins: [
      terser({ format: { comments: false, preamble: `/*! adk-chat ${pkg.version} | MIT */` } }),
    ],
  },
};

const workletFiles = worklets.map((input) => ({
  input,
  plugins: [nodeResolve(), typescript('worklets/tsconfig.json')],
  output: { dir: 'dist/worklets', format: 'es', sourcemap: true, plugins: [terser()] },
}));

export default [npmBuild, scriptTagBuild, ...workletFiles];
