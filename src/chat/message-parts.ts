/**
 * Pure guards over message parts. `ai` exports the same, but importing one of them by value drags
 * the whole package into a bundle.
 */
import type {
  DynamicToolUIPart,
  ToolUIPart,
  UIMessage,
  UIMessagePart,
  UIDataTypes,
  UITools,
} from 'ai';

export type AnyPart = UIMessagePart<UIDataTypes, UITools>;
export type AnyToolPart = ToolUIPart | DynamicToolUIPart;

export function isToolPart(part: { type: string }): part is AnyToolPart {
  return part.type === 'dynamic-tool' || part.type.startsWith('tool-');
}

export function toolNameOf(part: AnyToolPart): string {
  return part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length);
}

/** Every state from which a tool part never moves again. */
export function isSettled(part: AnyToolPart): boolean {
  return (
    part.state === 'output-error' ||
    part.state === 'output-denied' ||
    (part.state === 'output-available' && part.preliminary !== true)
  );
}

/** A question for the user; one that the server answers by itself is none. */
export function isOpenQuestion(part: AnyToolPart): boolean {
  return part.state === 'approval-requested' && part.approval.isAutomatic !== true;
}

/** A call that the server leaves to whoever is in front of the screen; an ADK server says so. */
export function isLongRunning(part: AnyToolPart): boolean {
  return part.toolMetadata?.longRunning === true;
}

export function toolPartsOf(message: UIMessage): AnyToolPart[] {
  return message.parts.filter(isToolPart);
}

/** Calls of an answer that nobody has begun to work on. */
export function openCallsOf(message: UIMessage | undefined): AnyToolPart[] {
  if (message?.role !== 'assistant') return [];
  return toolPartsOf(message).filter((part) => part.state === 'input-available');
}

export function textOf(message: UIMessage): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

const LOCAL = 'local:';

/** Names the question of a browser tool that asks by itself. Never seen by a server. */
export function localQuestionId(toolCallId: string): string {
  return LOCAL + toolCallId;
}

export function isLocalQuestion(part: AnyToolPart): boolean {
  return part.approval?.id.startsWith(LOCAL) === true;
}
