import { build } from 'esbuild';

/** `ai` imports one CommonJS package that only servers need; browsers cannot load it unbundled. */
export function stubCommonJs() {
  return {
    name: 'stub-commonjs',
    serve({ path }) {
      if (path.includes('/@vercel/oidc/')) {
        return {
          type: 'js',
          body: 'export const getVercelOidcToken = async () => ""; export const getContext = () => ({});',
        };
      }
    },
  };
}

/** `lowlight` stands on a CommonJS package: it is served as one file. */
export function bundleCommonJs() {
  let bundle;
  return {
    name: 'bundle-commonjs',
    async serve({ path }) {
      if (!path.endsWith('/node_modules/lowlight/index.js')) return;
      bundle ??= build({ entryPoints: ['lowlight'], bundle: true, write: false, format: 'esm' });
      return { type: 'js', body: (await bundle).outputFiles[0].text };
    },
  };
}

/** The counterpart of the rollup plugin of the same name. */
export function inlineWorklets() {
  const prefix = 'worklet:';
  return {
    name: 'inline-worklets',
    resolveImport({ source }) {
      if (source.startsWith(prefix)) return `/__worklet__/${source.slice(prefix.length)}.js`;
    },
    async serve({ path }) {
      const name = /^\/__worklet__\/([\w-]+)\.js$/.exec(path)?.[1];
      if (!name) return;
      const { outputFiles } = await build({
        entryPoints: [`worklets/${name}.ts`],
        bundle: true,
        write: false,
        format: 'esm',
        target: 'es2022',
      });
      return { type: 'js', body: `export default ${JSON.stringify(outputFiles[0].text)};` };
    },
  };
}
