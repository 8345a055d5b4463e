import { isRecord } from './chunk-shapes.js';

/** Writes one event in the protocol's envelope. */
export function write(socket: WebSocket, event: object): void {
  if (socket.readyState === 1) {
    socket.send(JSON.stringify({ version: '1.0', timestamp: Date.now(), ...event }));
  }
}

/** A frame is one server-sent event, but a proxy may have joined several. */
export function eventsOf(frame: string): string[] {
  if (!frame.startsWith('data:')) return [frame];
  return frame
    .split(/\r?\n\r?\n/)
    .map((event) => event.replace(/^data: ?/gm, '').trim())
    .filter((data) => data !== '');
}

/** The answer to a ping is the only frame that is no server-sent event. */
export function pongOf(data: string): Record<string, unknown> | undefined {
  if (data.length > 100 || !data.includes('"pong"')) return undefined;
  try {
    const event: unknown = JSON.parse(data);
    return isRecord(event) && event.type === 'pong' ? event : undefined;
  } catch {
    return undefined;
  }
}
