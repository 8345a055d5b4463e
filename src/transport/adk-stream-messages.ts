import type { UIMessage } from 'ai';
import { isLocalQuestion, isToolPart } from '../chat/message-parts.js';
import { isRecord } from './chunk-shapes.js';
import { CONFIRMATION } from './adk-stream-reader.js';
import type { ToolReport, TransportRequest } from './transport.js';

/** A message as adk-stream servers read it; they look at nothing but role and parts. */
export interface WireMessage {
  id?: string;
  role: UIMessage['role'];
  parts: object[];
}

/** What the server needs of the history. */
export function toWire(messages: readonly UIMessage[]): WireMessage[] {
  return messages.map(({ id, role, parts }) => ({
    id,
    role,
    parts: parts.flatMap((part): object[] => {
      if (part.type !== 'file') return [part];
      // The sound of an answer is for the user; its words are in the text.
      if (role === 'assistant' && part.mediaType.startsWith('audio/')) return [];
      // A file without a name is ignored without a word.
      return [{ ...part, filename: part.filename ?? 'file' }];
    }),
  }));
}

/** Decisions and results, in the one form that servers take for them: a message of its own. */
export function decisionMessage(reports: readonly ToolReport[]): WireMessage {
  return {
    role: 'user',
    parts: reports.flatMap((report) => [
      ...(report.approval
        ? [
            {
              type: `tool-${CONFIRMATION}`,
              toolCallId: report.approval.id,
              toolName: CONFIRMATION,
              state: 'approval-responded',
              approval: { id: report.approval.id, approved: report.approval.approved },
            },
          ]
        : []),
      ...(hasResult(report)
        ? [{ type: 'tool-result', toolCallId: report.toolCallId, result: resultOf(report) }]
        : []),
    ]),
  };
}

export function hasResult(report: ToolReport): boolean {
  return 'output' in report || report.errorText !== undefined;
}

/** Servers take nothing but an object for a result, and an empty one for none. */
export function resultOf({ output, errorText }: ToolReport): Record<string, unknown> {
  if (errorText !== undefined) return { success: false, error: errorText };
  if (isRecord(output)) return Object.keys(output).length > 0 ? output : { success: true };
  return output == null ? { success: true } : { result: output };
}

/** What the user decided and what the browser did in this message. */
export function reportsOf(message: UIMessage): ToolReport[] {
  return message.parts.filter(isToolPart).flatMap((part): ToolReport[] => {
    const { approval, toolCallId } = part;
    if (approval?.approved === undefined || isLocalQuestion(part)) return [];
    return [
      {
        toolCallId,
        toolName: '',
        approval: { id: approval.id, approved: approval.approved },
        ...(part.state === 'output-available' && { output: part.output }),
        ...(part.state === 'output-error' && { errorText: part.errorText }),
      },
    ];
  });
}

/** The only way to ask for an answer, or its rest, that was lost: the server keeps the conversation. */
const CONTINUE: WireMessage = {
  role: 'user',
  parts: [{ type: 'text', text: 'Please go on: your last answer did not arrive completely.' }],
};

/** Remembers which messages the server has, so that none is delivered twice. */
export class Deliveries {
  readonly #delivered = new Set<string>();

  /** What the server shall act on, if that is not the last message itself. */
  insteadOfLast({ messages, trigger }: TransportRequest): WireMessage[] {
    const last = messages.at(-1);
    const isKnown = last?.role === 'assistant' || this.#delivered.has(last?.id ?? '');
    return isKnown && trigger === 'submit-message' ? [CONTINUE] : [];
  }

  /** The returned function takes it back. */
  add({ messages }: TransportRequest): () => void {
    const id = messages.at(-1)?.id ?? '';
    this.#delivered.add(id);
    return () => this.#delivered.delete(id);
  }
}
