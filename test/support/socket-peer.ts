import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AnyChunk } from './mock-backend.js';

export interface Peer {
  url: string;
  /** What arrived, pings left out. */
  frames: AnyChunk[];
  addresses: string[];
  protocols: string[];
  sockets: WebSocket[];
  /** Sends an object, or a text as it is, to the latest client. */
  send(frame: unknown): void;
  close(): void;
}

const peers: Peer[] = [];

/** For `afterEach`. */
export function closePeers(): void {
  for (const peer of peers.splice(0)) peer.close();
}

/** A socket server that the test scripts frame by frame. */
export async function startPeer(
  onFrame: (send: (frame: unknown) => void, frame: AnyChunk, peer: Peer) => void = () => {},
): Promise<Peer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const sendTo = (socket: WebSocket | undefined) => (frame: unknown) =>
    socket?.send(
      typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame),
    );
  const peer: Peer = {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    frames: [],
    addresses: [],
    protocols: [],
    sockets: [],
    send: (frame) => sendTo(peer.sockets.at(-1))(frame),
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
  peers.push(peer);
  server.on('connection', (socket, request) => {
    peer.sockets.push(socket);
    peer.addresses.push(request.url ?? '');
    peer.protocols.push(String(request.headers['sec-websocket-protocol'] ?? ''));
    socket.on('message', (data: Buffer) => {
      const frame: AnyChunk = JSON.parse(data.toString());
      if (frame.type !== 'ping') peer.frames.push(frame);
      onFrame(sendTo(socket), frame, peer);
    });
  });
  return peer;
}
