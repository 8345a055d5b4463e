import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';

function startCli(port: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/server/main.ts'], {
    env: { ...process.env, PORT: String(port) },
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  return { child, output: () => output };
}

describe('npm start', () => {
  it('prints its address and serves the demo', async () => {
    const { child, output } = startCli(0);
    try {
      while (!/http:\S+/.test(output())) await once(child.stdout, 'data');
      const [url] = /http:\S+/.exec(output())!;
      assert.equal((await fetch(url)).status, 200);
    } finally {
      child.kill();
    }
  });

  it('says that its port is taken and exits with 1', async () => {
    const other = createServer().listen(0, 'localhost');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { child, output } = startCli(port);
    const [code] = (await once(child, 'close')) as [number];
    other.close();
    assert.equal(code, 1);
    assert.match(output(), new RegExp(`Port ${port} is taken`));
  });
});
