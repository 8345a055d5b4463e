import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** In a copy, because a release changes files that other tests read. */
describe('npm run release', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'adk-chat-release-'));
    for (const file of ['package.json', 'release.mjs', 'dist', 'test/support/find-files.mjs']) {
      cpSync(file, path.join(folder, file), { recursive: true });
    }
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function release(changelog: string, ...args: string[]) {
    writeFileSync(path.join(folder, 'CHANGELOG.md'), changelog);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['release.mjs', '--no-build', ...args],
      { cwd: folder, encoding: 'utf8' },
    );
    const written = readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8');
    return { status, output: stdout + stderr, written };
  }
  const notes = '# Changelog\n\n## Unreleased\n\n- Something new.\n';

  it('shows the changelog entry of the version and writes nothing into the changelog on a dry run', () => {
    const { status, output, written } = release(notes, '--dry-run');
    assert.equal(status, 0, output);
    assert.match(
      output,
      new RegExp(`## ${version} \\(\\d{4}-\\d\\d-\\d\\d\\)\\n\\n- Something new\\.`),
    );
    assert.match(output, /nothing was published/);
    assert.equal(written, notes);
  });

  it('writes the hash of every script that a page can load', () => {
    release(notes, '--dry-run');
    const { hashes } = JSON.parse(
      readFileSync(path.join(folder, 'dist/integrity.json'), 'utf8'),
    ) as { hashes: Record<string, string> };
    for (const file of ['adk-chat.min.js', 'extras/markdown.js', 'worklets/pcm-player.js']) {
      const bytes = readFileSync(path.join('dist', file));
      assert.equal(hashes[file], `sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    }
  });

  it('has nothing to release where the changelog says nothing', () => {
    const { status, output } = release('# Changelog\n\n## Unreleased\n', '--dry-run');
    assert.equal(status, 1);
    assert.match(output, /nothing to release/);
  });

  it('releases no version twice', () => {
    const { status, output } = release(
      `${notes}\n## ${version} (2020-01-01)\n\n- Old.\n`,
      '--dry-run',
    );
    assert.equal(status, 1);
    assert.match(output, /already has/);
  });

  it('asks for the repository before a real release, because provenance names it', () => {
    const { status, output, written } = release(notes);
    assert.equal(status, 1);
    assert.match(output, /names no "repository"/);
    assert.equal(written, notes);
  });

  it('moves what is unreleased under the version', () => {
    const file = path.join(folder, 'package.json');
    const manifest = readFileSync(file, 'utf8');
    writeFileSync(file, manifest.replace('{', '{ "repository": "github:host/project",'));
    const { status, output, written } = release(notes);
    writeFileSync(file, manifest);
    assert.equal(status, 0, output);
    const [, heading, ...rest] = written.split('\n## ');
    assert.equal(heading, 'Unreleased\n');
    assert.match(rest.join(), new RegExp(`^${version} \\([\\d-]+\\)\\n\\n- Something new\\.\\n$`));
  });
});
