import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Weather {
  /** Bytes from the server after which the connection suffers. */
  after?: number;
  /** What happens then. `freeze`: nothing more passes in either direction, and nobody is told. */
  then?: 'fin' | 'rst' | 'freeze';
  /** Passes the server's bytes on in pieces of this size. */
  pieces?: number;
}

export interface FaultProxy {
  url: string;
  /** What the next connections suffer. */
  weather: Weather;
  readonly open: number;
  close(): void;
}

/** A wire of our own between client and server, below HTTP and WebSocket. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const { after = Infinity, then = 'fin', pieces } = proxy.weather;
    const upstream = connect(Number(port), 'localhost');
    let passed = 0;
    let isFrozen = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => isFrozen || upstream.write(data));
    upstream.on('data', (data) => {
      if (isFrozen) return;
      const rest = data.subarray(0, Math.max(0, after - passed));
      passed += data.length;
      for (let at = 0; at < rest.length; at += pieces ?? rest.length) {
        client.write(rest.subarray(at, at + (pieces ?? rest.length)));
      }
      if (passed < after) return;
      if (then === 'freeze') isFrozen = true;
      else if (then === 'rst') client.resetAndDestroy();
      else client.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    weather: {},
    get open() {
      return sockets.size;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return proxy;
}
