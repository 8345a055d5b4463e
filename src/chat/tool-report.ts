import type { ToolOutcome } from '../tools/tool-runner.js';
import type { ToolReport } from '../transport/transport.js';
import { isLocalQuestion, toolNameOf, type AnyToolPart } from './message-parts.js';

/** What a server learns of a call through the side channel: the decision, the result, or both. */
export function toReport(part: AnyToolPart, outcome?: ToolOutcome): ToolReport {
  const approval =
    part.approval?.approved === undefined || isLocalQuestion(part) ? undefined : part.approval;
  return {
    toolCallId: part.toolCallId,
    toolName: toolNameOf(part),
    ...(approval && {
      approval: {
        id: approval.id,
        approved: approval.approved === true,
        ...(approval.reason !== undefined && { reason: approval.reason }),
      },
    }),
    ...(outcome?.type === 'executed' && { output: outcome.output }),
    ...(outcome?.type === 'failed' && { errorText: outcome.errorText }),
  };
}

/** The same for the message: what `addToolOutput` of `AbstractChat` takes. */
export function toOutput(outcome: Exclude<ToolOutcome, { type: 'denied' }>) {
  const { toolCallId, toolName: tool } = outcome;
  return outcome.type === 'failed'
    ? ({ tool, toolCallId, state: 'output-error', errorText: outcome.errorText } as const)
    : { tool, toolCallId, output: outcome.output };
}

/** And back: the result of a tool that the host ran by itself. */
export function toOutcome(
  part: AnyToolPart,
  result: { state?: string; output?: unknown; errorText?: string | undefined },
): Exclude<ToolOutcome, { type: 'denied' }> {
  const call = { toolCallId: part.toolCallId, toolName: toolNameOf(part), input: part.input };
  return result.state === 'output-error'
    ? { ...call, type: 'failed', errorText: result.errorText ?? '' }
    : { ...call, type: 'executed', output: result.output };
}
