import type { TransportCapabilities } from './transport.js';

/** HTTP and sockets of the AI SDK. */
export const AI_SDK_CAPABILITIES: TransportCapabilities = {
  approvalChannel: 'message',
  parallelApprovals: true,
  clientTools: 'with-decision',
  audioIn: false,
  audioOut: false,
  video: false,
  resume: true,
  inboundTurns: false,
};

/** adk-stream-protocol over HTTP. */
export const ADK_STREAM_CAPABILITIES: TransportCapabilities = {
  ...AI_SDK_CAPABILITIES,
  resume: false,
  answersForBrowser: true,
};

/** adk-stream-protocol over a socket. */
export const ADK_LIVE_CAPABILITIES: TransportCapabilities = {
  approvalChannel: 'side',
  parallelApprovals: false,
  approvalTimeout: 30_000,
  clientTools: 'separate',
  audioIn: true,
  audioOut: true,
  video: false,
  resume: false,
  inboundTurns: true,
};

/** A stock ADK server. */
export const ADK_CAPABILITIES: TransportCapabilities = {
  approvalChannel: 'message',
  parallelApprovals: true,
  clientTools: 'separate',
  audioIn: true,
  audioOut: true,
  video: true,
  resume: false,
  inboundTurns: true,
  history: true,
};
