import type { FileUIPart, UIMessage } from 'ai';
import { encodeBase64 } from '../audio/base64.js';
import { isLocalQuestion, isLongRunning, toolNameOf, toolPartsOf } from '../chat/message-parts.js';
import { isRecord, isWebUrl, record } from './adk-event-schema.js';
import { CONFIRMATION, CREDENTIAL } from './adk-events.js';

export interface AdkResponse {
  id: string;
  name: string;
  response: object;
}

/** What `newMessage.parts` is made of. Text and answers never share a message. */
export type AdkOutPart =
  | { text: string }
  | { inlineData: { mimeType: string; data: string } }
  | { fileData: { mimeType: string; fileUri: string } }
  | { functionResponse: AdkResponse };

/** Answers and results in these messages that the server does not have yet, oldest first. */
export function responsesIn(
  messages: readonly UIMessage[],
  isKnown: (id: string) => boolean,
): AdkResponse[] {
  return messages.flatMap(toolPartsOf).flatMap((part) => {
    const { approval, toolCallId } = part;
    if (approval?.approved !== undefined && !isLocalQuestion(part)) {
      if (isKnown(approval.id)) return [];
      const { payload } = record(approval.descriptor);
      const response = {
        confirmed: approval.approved,
        ...(payload !== undefined && approval.approved && { payload }),
      };
      return [{ id: approval.id, name: CONFIRMATION, response }];
    }
    if (!isLongRunning(part) || isKnown(toolCallId)) return [];
    const name = toolNameOf(part);
    // ADK has no word for a refused sign-in: the question stays open there.
    if (part.state === 'output-error' && name === CREDENTIAL) return [];
    if (part.state === 'output-error') {
      return [{ id: toolCallId, name, response: { error: part.errorText } }];
    }
    if (part.state !== 'output-available' || part.preliminary) return [];
    return [{ id: toolCallId, name, response: responseOf(part.output) }];
  });
}

/** Ids of the sign-ins that the user refused. */
export function refusedIn(messages: readonly UIMessage[]): string[] {
  return messages
    .flatMap(toolPartsOf)
    .filter((part) => part.state === 'output-error' && toolNameOf(part) === CREDENTIAL)
    .map(({ toolCallId }) => toolCallId);
}

/** A bare value travels as ADK's own tools return it. */
const responseOf = (output: unknown): object => (isRecord(output) ? output : { result: output });

/** What a message of the user says, as ADK wants it. */
export function contentOf(message: UIMessage): AdkOutPart[] {
  return message.parts.flatMap((part): AdkOutPart[] => {
    if (part.type === 'text') return part.text ? [{ text: part.text }] : [];
    return part.type === 'file' ? [fileOf(part)] : [];
  });
}

function fileOf({ url, mediaType }: FileUIPart): AdkOutPart {
  const data = /^data:([^,]*?)(;base64)?,(.*)$/s.exec(url);
  if (!data || isWebUrl(url)) return { fileData: { mimeType: mediaType, fileUri: url } };
  const [, , isBase64, body = ''] = data;
  const encoded = isBase64
    ? body
    : encodeBase64(new TextEncoder().encode(decodeURIComponent(body)));
  return { inlineData: { mimeType: mediaType, data: encoded } };
}
