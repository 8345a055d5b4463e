import type { ChatStatus, FinishReason, UIMessage } from 'ai';
import type { AdkError } from './errors.js';
import type { Decision } from './tools/decision.js';

/** Common to all events of this library: they bubble and cross shadow boundaries. */
class AdkEvent<T> extends Event {
  readonly detail: T;

  constructor(type: string, detail: T, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
    this.detail = detail;
  }
}

/** A message is about to be sent. Cancel to keep it in the composer. */
export class AdkMessageSendEvent extends AdkEvent<{ message: UIMessage }> {
  constructor(detail: { message: UIMessage }) {
    super('adk-message-send', detail, true);
  }
}

export interface ToolDecisionDetail {
  approvalId: string;
  toolCallId: string;
  toolName: string;
  decision: Decision;
  reason?: string;
  /** What the tool asked to fill in, where it asked (ADK). */
  payload?: unknown;
}

/** The user answered a question. Cancel to answer it yourself through `decide()`. */
export class AdkToolDecisionEvent extends AdkEvent<ToolDecisionDetail> {
  constructor(detail: ToolDecisionDetail) {
    super('adk-tool-decision', detail, true);
  }
}

export interface ToolCallDetail {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

/** A browser tool is about to run. Cancel to run it yourself and report with `store.addToolOutput()`. */
export class AdkToolCallEvent extends AdkEvent<ToolCallDetail> {
  constructor(detail: ToolCallDetail) {
    super('adk-tool-call', detail, true);
  }
}

export class AdkStatusChangeEvent extends AdkEvent<{ status: ChatStatus }> {
  constructor(detail: { status: ChatStatus }) {
    super('adk-status-change', detail);
  }
}

export type VoiceState = 'off' | 'asking' | 'listening' | 'speech' | 'speaking' | 'muted' | 'error';

export class AdkVoiceChangeEvent extends AdkEvent<{ state: VoiceState }> {
  constructor(detail: { state: VoiceState }) {
    super('adk-voice-change', detail);
  }
}

export interface FinishDetail {
  message: UIMessage;
  finishReason: FinishReason | undefined;
  isAbort: boolean;
}

/** An answer is complete (or was stopped). */
export class AdkFinishEvent extends AdkEvent<FinishDetail> {
  constructor(detail: FinishDetail) {
    super('adk-finish', detail);
  }
}

export interface FeedbackDetail {
  message: UIMessage;
  /** Absent when the user took an earlier rating back. */
  rating: 'up' | 'down' | undefined;
}

/** The user rated an answer. Nothing is sent: what it means is up to the host. */
export class AdkFeedbackEvent extends AdkEvent<FeedbackDetail> {
  constructor(detail: FeedbackDetail) {
    super('adk-feedback', detail);
  }
}

export class AdkErrorEvent extends AdkEvent<{ error: AdkError }> {
  constructor(detail: { error: AdkError }) {
    super('adk-error', detail);
  }
}

/** The element has its store and its transport and can be used. */
export class AdkReadyEvent extends AdkEvent<undefined> {
  constructor() {
    super('adk-ready', undefined);
  }
}

export interface DataDetail {
  /** Such as `data-adk-state`, which brings what changed in the state of an ADK session. */
  type: string;
  data: unknown;
}

/** The server sent data that is no text. Only an element's own store tells. */
export class AdkDataEvent extends AdkEvent<DataDetail> {
  constructor(detail: DataDetail) {
    super('adk-data', detail);
  }
}

export interface AdkEventMap {
  'adk-message-send': AdkMessageSendEvent;
  'adk-tool-decision': AdkToolDecisionEvent;
  'adk-tool-call': AdkToolCallEvent;
  'adk-status-change': AdkStatusChangeEvent;
  'adk-voice-change': AdkVoiceChangeEvent;
  'adk-finish': AdkFinishEvent;
  'adk-feedback': AdkFeedbackEvent;
  'adk-data': AdkDataEvent;
  'adk-error': AdkErrorEvent;
  'adk-ready': AdkReadyEvent;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- declaration merging
  interface HTMLElementEventMap extends AdkEventMap {}
}
