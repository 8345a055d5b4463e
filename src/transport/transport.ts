import type { ChatTransport, UIMessage } from 'ai';

/** A value, or a function that is asked for it afresh at each request or connect (token refresh). */
export type Resolvable<T> = T | (() => T | Promise<T>);

export async function resolveOption<T>(option: Resolvable<T> | undefined): Promise<T | undefined> {
  return typeof option === 'function' ? (option as () => T | Promise<T>)() : option;
}

/** What the store hands to a transport to be answered. */
export type TransportRequest = Parameters<ChatTransport<UIMessage>['sendMessages']>[0];
/** What it hands over to pick up an answer that is still running. */
export type ResumeRequest = Parameters<ChatTransport<UIMessage>['reconnectToStream']>[0] & {
  /** The message as it was before that answer, if the answer adds to one. */
  message?: UIMessage | undefined;
};

export type TransportKind = 'sse' | 'websocket' | 'adk-stream' | 'adk';

export interface TransportOptions {
  kind: TransportKind;
  /** Absolute, or relative to the page. */
  endpoint: string;
  headers?: Resolvable<Record<string, string>>;
  body?: Resolvable<Record<string, unknown>>;
  /** Query parameters of a socket, which can carry no headers. */
  params?: Resolvable<Record<string, string>>;
  /** WebSocket subprotocols. */
  protocols?: Resolvable<string | string[]>;
  credentials?: RequestCredentials;
  fetch?: typeof fetch;
  webSocket?: typeof WebSocket;
  /** Milliseconds without a sign of life after which a running answer counts as lost. */
  idleTimeout?: number;
  /** ADK only. */
  appName?: string;
  userId?: string;
  sessionId?: string;
  /** ADK only: where the ids of user and session are kept, so that a reload finds them again. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>;
}

export interface TransportCapabilities {
  /** `message`: decisions go with the next request. `side`: they are written to the open socket. */
  approvalChannel: 'message' | 'side';
  /** Whether several questions can be open at once. */
  parallelApprovals: boolean;
  /** Milliseconds after which the server no longer waits for an answer. */
  approvalTimeout?: number;
  /** How the result of a browser tool travels. */
  clientTools: 'with-decision' | 'separate' | 'none';
  /** Whether the server reports a result for browser tools that it can't wait for. */
  answersForBrowser?: boolean;
  audioIn: boolean;
  audioOut: boolean;
  video: boolean;
  /** Whether an interrupted answer can be picked up again. */
  resume: boolean;
  /** Whether the server may start a turn by itself. */
  inboundTurns: boolean;
  /** Whether the server keeps the conversation: `loadHistory` and `loadFile` ask it. */
  history?: boolean;
}

/** The outcome of one tool call, as reported to a server through the side channel. */
export interface ToolReport {
  toolCallId: string;
  toolName: string;
  /** Present when the server asked. */
  approval?: { id: string; approved: boolean; reason?: string };
  /** Present when the tool ran in the browser. */
  output?: unknown;
  /** Present when the tool was to run in the browser and failed. */
  errorText?: string;
}

export type ConnectionState = 'idle' | 'connecting' | 'open' | 'reconnecting' | 'closed';

export interface Transcript {
  role: 'user' | 'assistant';
  /** The whole text so far, not a delta. */
  text: string;
  final: boolean;
}

export interface LiveEvents {
  /** A turn began that no request asked for; `reconnectToStream` returns it. */
  inbound: undefined;
  pcm: { samples: Int16Array; sampleRate: number };
  /** The server dropped the rest of its answer: silence playback now. */
  interrupted: undefined;
  transcript: Transcript;
  /** Round trip in milliseconds. */
  latency: number;
  state: ConnectionState;
  /** The server no longer waits for this decision. */
  expired: { approvalId: string; reason?: string };
  /** Something worth telling the user that ends nothing (audio dropped, malformed event skipped …). */
  notice: { code: string; message: string };
  /** Somebody else went on with this conversation: `loadHistory` knows more than the chat. */
  stale: undefined;
}

export type LiveListener<K extends keyof LiveEvents> = (detail: LiveEvents[K]) => void;

/**
 * What a transport may offer beyond the AI SDK's `ChatTransport`. Every member is optional for a
 * foreign transport; `isLiveTransport` tells the two apart.
 */
export interface LiveTransport<M extends UIMessage = UIMessage> extends ChatTransport<M> {
  readonly capabilities: TransportCapabilities;
  /** Subscribes to an event; the returned function is the undo. */
  on<K extends keyof LiveEvents>(type: K, listener: LiveListener<K>): () => void;
  /** Side-channel backends only. Idempotent per approval id and per tool call id. */
  sendDecisions?(reports: readonly ToolReport[]): Promise<void>;
  interrupt?(reason?: 'user_abort' | 'timeout' | 'error' | 'barge_in'): void;
  /** Opens whatever voice needs (ADK: `/run_live`). Resolves when audio may be sent. */
  startVoice?(options?: { signal?: AbortSignal }): Promise<void>;
  stopVoice?(): Promise<void>;
  /** One frame of 16 kHz mono PCM. Returns false when the frame was dropped (congestion). */
  sendAudio?(frame: Int16Array): boolean;
  /** Marks the start and the end of the user's speech where the client decides it. */
  setActivity?(activity: 'start' | 'end'): void;
  /** One camera frame. */
  sendFrame?(jpeg: Uint8Array): void;
  /** The conversation as the server knows it. Nothing: there is none yet. */
  loadHistory?(): Promise<M[] | undefined>;
  /** A file that the agent keeps on the server. */
  loadFile?(name: string, version: number): Promise<{ mediaType: string; url: string } | undefined>;
  /**
   * The answer to a call that must not be seen, stored or logged here (a credential): `change` makes
   * it from what was asked. It is sent in place of the call's output.
   */
  holdAnswer?(toolCallId: string, change: (asked: object) => object): Promise<void>;
}

export function isLiveTransport(transport: ChatTransport<UIMessage>): transport is LiveTransport {
  return 'capabilities' in transport && 'on' in transport;
}
