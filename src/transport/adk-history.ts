import type { UIMessage, UIMessageChunk } from 'ai';
import { isToolPart, type AnyPart, type AnyToolPart } from '../chat/message-parts.js';
import {
  parseAdkEvent,
  record,
  standardBase64,
  type AdkEvent,
  type AdkPart,
} from './adk-event-schema.js';
import { AdkEventMapper, type AdkCall } from './adk-events.js';

/**
 * The messages of a stored session. Whatever the stream would have shown is shown here, because the
 * same mapper reads both. `calls` learns of every call, `answered` names those that the user answered.
 */
export function readHistory(
  events: readonly unknown[],
  calls: Map<string, AdkCall>,
): { messages: UIMessage[]; answered: string[] } {
  const messages: UIMessage[] = [];
  const answers: Answer[] = [];
  const answered: string[] = [];
  let current: Answer | undefined;
  for (const value of events) {
    const event = parseAdkEvent(value);
    if (!event || event.partial) continue;
    const isUser = event.author === 'user';
    if (isUser) {
      answered.push(...event.parts.flatMap(({ functionResponse }) => functionResponse?.id ?? []));
      const message = userMessage(event, messages.length);
      if (message) {
        messages.push(message);
        current = undefined;
      }
    }
    // Answers and results belong to the message that holds the call, which may be an earlier one.
    const rest = event.parts.filter((part) => {
      const holder = holderOf(part, answers, calls);
      if (!holder || (holder === current && !isUser)) return true;
      holder.read({ author: event.author, content: { parts: [part] } });
      return false;
    });
    if (isUser) continue;
    if (!current) {
      current = new Answer(event.id || `adk-${messages.length}`, calls);
      answers.push(current);
      messages.push(current.message);
    }
    current.read({ ...(value as object), content: { parts: rest } });
  }
  for (const answer of answers) answer.finish();
  return { messages: messages.filter(({ parts }) => parts.length > 0), answered };
}

function holderOf(
  { functionResponse }: AdkPart,
  answers: readonly Answer[],
  calls: ReadonlyMap<string, AdkCall>,
): Answer | undefined {
  if (!functionResponse) return undefined;
  const { id } = functionResponse;
  const callId = [...calls].find(([, call]) => call.approvalId === id)?.[0] ?? id;
  return answers.findLast((answer) => answer.has(callId));
}

class Answer {
  readonly message: UIMessage;
  readonly #mapper: AdkEventMapper;
  /** Text parts do not know their id; while they are open this does. */
  readonly #open = new Map<string, number>();

  constructor(id: string, calls: Map<string, AdkCall>) {
    this.message = { id, role: 'assistant', parts: [] };
    this.#mapper = new AdkEventMapper(calls);
  }

  has(toolCallId: string): boolean {
    return this.#mapper.has(toolCallId);
  }

  read(event: unknown): void {
    for (const chunk of this.#mapper.map(event)) this.#apply(chunk);
  }

  finish(): void {
    for (const chunk of this.#mapper.finish()) this.#apply(chunk);
  }

  /** What the AI SDK's store does with the chunks that the mapper makes. */
  #apply(chunk: UIMessageChunk): void {
    const { parts } = this.message;
    switch (chunk.type) {
      case 'start-step':
        parts.push({ type: 'step-start' });
        break;
      case 'text-start':
      case 'reasoning-start':
        this.#open.set(chunk.id, parts.length);
        parts.push({ type: chunk.type === 'text-start' ? 'text' : 'reasoning', text: '' });
        break;
      case 'text-delta':
      case 'reasoning-delta':
        (parts[this.#open.get(chunk.id) ?? -1] as { text: string }).text += chunk.delta;
        break;
      case 'text-end':
      case 'reasoning-end':
        (parts[this.#open.get(chunk.id) ?? -1] as { state?: string }).state = 'done';
        break;
      case 'message-metadata':
        this.message.metadata = {
          ...record(this.message.metadata),
          ...record(chunk.messageMetadata),
        };
        break;
      case 'file':
      case 'source-url':
        parts.push(chunk as AnyPart);
        break;
      case 'tool-input-available': {
        const part = { ...chunk, type: 'dynamic-tool', state: 'input-available' };
        delete part.dynamic;
        parts.push(part as AnyPart);
        break;
      }
      case 'tool-approval-request': {
        const { approvalId: id, reason: requestReason, approvalDescriptor: descriptor } = chunk;
        const approval = {
          id,
          ...(requestReason && { requestReason }),
          ...(descriptor !== undefined && { descriptor }),
        };
        this.#change(chunk.toolCallId, () => ({ state: 'approval-requested', approval }));
        break;
      }
      case 'tool-approval-response': {
        const { approvalId, approved } = chunk;
        const asked = parts.filter(isToolPart).find(({ approval }) => approval?.id === approvalId);
        this.#change(asked?.toolCallId, ({ approval }) => ({
          state: 'approval-responded',
          approval: { ...approval, approved },
        }));
        break;
      }
      case 'tool-output-available': {
        const { output, preliminary } = chunk;
        this.#change(chunk.toolCallId, () => ({
          state: 'output-available',
          output,
          ...(preliminary && { preliminary }),
        }));
        break;
      }
      case 'tool-output-error':
        this.#change(chunk.toolCallId, () => ({
          state: 'output-error',
          errorText: chunk.errorText,
        }));
        break;
      case 'tool-output-denied':
        this.#change(chunk.toolCallId, ({ approval }) => ({
          state: 'output-denied',
          approval: { id: `denied:${chunk.toolCallId}`, ...approval, approved: false },
        }));
        break;
      default:
        this.#applyData(chunk);
    }
  }

  #applyData(chunk: UIMessageChunk): void {
    if (!chunk.type.startsWith('data-') || ('transient' in chunk && chunk.transient)) return;
    const { parts } = this.message;
    const { type, id } = chunk as { type: string; id?: string };
    const at = id === undefined ? -1 : parts.findIndex((part) => isSameData(part, type, id));
    parts.splice(at < 0 ? parts.length : at, at < 0 ? 0 : 1, chunk as AnyPart);
  }

  #change(toolCallId: string | undefined, change: (part: AnyToolPart) => object): void {
    const { parts } = this.message;
    const at = parts.findLastIndex((part) => isToolPart(part) && part.toolCallId === toolCallId);
    const part = parts[at] as AnyToolPart | undefined;
    if (!part) return;
    const changed = { ...part } as AnyToolPart & { preliminary?: boolean };
    delete changed.preliminary;
    parts[at] = { ...changed, ...change(part) } as AnyToolPart;
  }
}

const isSameData = (part: AnyPart, type: string, id: string): boolean =>
  part.type === type && 'id' in part && part.id === id;

/** What the user wrote, showed or said. Answers to questions are no messages. */
function userMessage(event: AdkEvent, index: number): UIMessage | undefined {
  const parts = event.parts.flatMap((part): AnyPart[] => {
    if (part.text) return [{ type: 'text', text: part.text }];
    if (!part.inlineData || part.inlineData.mimeType.startsWith('audio/pcm')) return [];
    const { mimeType, data } = part.inlineData;
    const url = `data:${mimeType};base64,${standardBase64(data)}`;
    return [{ type: 'file', mediaType: mimeType, url }];
  });
  const spoken = event.inputTranscription?.text;
  if (spoken) parts.push({ type: 'text', text: spoken });
  if (parts.length === 0) return undefined;
  const metadata = { createdAt: event.timestamp, ...(spoken && { speech: true }) };
  return { id: event.id || `user-${index}`, role: 'user', metadata, parts };
}
