export default {
  globs: ['src/elements/*-element.ts'],
  outdir: '.',
  litelement: true,
  plugins: [
    {
      name: 'drop-private-members',
      moduleLinkPhase({ moduleDoc }) {
        for (const declaration of moduleDoc.declarations ?? []) {
          declaration.members = declaration.members?.filter(
            ({ privacy, name }) =>
              privacy !== 'private' && privacy !== 'protected' && !name.startsWith('#'),
          );
        }
      },
    },
  ],
};
