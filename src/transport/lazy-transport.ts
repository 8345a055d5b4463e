import { LiveEmitter } from './live-events.js';
import type { LiveTransport, TransportCapabilities } from './transport.js';

/**
 * A transport whose code is loaded when it is first used: few pages need more than one kind, and none
 * should pay for the others.
 */
export function lazyTransport(
  capabilities: TransportCapabilities,
  load: (events: LiveEmitter) => Promise<LiveTransport>,
): LiveTransport {
  const events = new LiveEmitter();
  let loading: Promise<LiveTransport> | undefined;
  let loaded: LiveTransport | undefined;
  const get = (): Promise<LiveTransport> =>
    (loading ??= load(events).then(
      (transport) => (loaded = transport),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  return {
    capabilities,
    resumeStreamIsReplay: capabilities.resume,
    on: events.on,
    sendMessages: async (request) => (await get()).sendMessages(request),
    reconnectToStream: async (request) =>
      capabilities.resume || loaded ? (await get()).reconnectToStream(request) : null,
    close: () => loaded?.close?.(),
    interrupt: (reason) => loaded?.interrupt?.(reason),
    ...(capabilities.approvalChannel === 'side' && {
      sendDecisions: async (reports) => (await get()).sendDecisions?.(reports),
    }),
    ...(capabilities.audioIn && {
      startVoice: async (options) => (await get()).startVoice?.(options),
      stopVoice: async () => loaded?.stopVoice?.(),
      sendAudio: (frame) => loaded?.sendAudio?.(frame) ?? false,
      setActivity: (activity) => loaded?.setActivity?.(activity),
    }),
    ...(capabilities.history && {
      loadHistory: async () => (await get()).loadHistory?.(),
      loadFile: async (name, version) => (await get()).loadFile?.(name, version),
      holdAnswer: async (id, change) => (await get()).holdAnswer?.(id, change),
    }),
    ...(capabilities.video && { sendFrame: (jpeg) => loaded?.sendFrame?.(jpeg) }),
  };
}
