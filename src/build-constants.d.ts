/** The version in package.json, put in by the build. */
declare const __VERSION__: string;

/** The minified text of a worklet, put in by the build. */
declare module 'worklet:*' {
  const source: string;
  export default source;
}
