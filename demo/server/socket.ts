import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** Sends a text frame if the socket is still open. The bytes may be no UTF-8: a fault switch. */
export function sendText(socket: WebSocket, data: string | Buffer): void {
  if (socket.readyState === socket.OPEN) socket.send(data, { binary: false });
}

/** Ends the connection below the WebSocket without a closing handshake. */
export function breakSocket(socket: WebSocket, how: 'fin' | 'rst'): void {
  const { _socket: connection } = socket as unknown as { _socket: Socket };
  if (how === 'rst') connection.resetAndDestroy();
  else connection.end();
}
