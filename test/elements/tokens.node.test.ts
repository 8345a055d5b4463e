import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { findFiles } from '../support/find-files.mjs';

interface Manifest {
  modules: { declarations: { tagName?: string; cssProperties?: { name: string }[] }[] }[];
}

it('documents every token that the styles read, and no other', () => {
  const files = findFiles('src', (file) => file.endsWith('-styles.ts'));
  const used = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/var\(\s*(--adk-[\w-]+)/g)].map(([, name]) => name!),
    ),
  );
  const { modules } = JSON.parse(readFileSync('custom-elements.json', 'utf8')) as Manifest;
  const chat = modules
    .flatMap(({ declarations }) => declarations)
    .find(({ tagName }) => tagName === 'adk-chat');
  const documented = chat?.cssProperties?.map(({ name }) => name) ?? [];
  assert.deepEqual([...documented].sort(), [...used].sort());
});
