import type { UIMessage } from 'ai';
import {
  isLocalQuestion,
  isSettled,
  isToolPart,
  type AnyPart,
  type AnyToolPart,
} from './message-parts.js';

export const CANCELLED = 'Cancelled: the user went on without a result.';

/**
 * Closes every call that nobody will finish any more, so that no call is left without its result.
 * Messages in which nothing changes keep their identity.
 */
export function settleAbandoned<M extends UIMessage>(
  messages: M[],
  isKept: (part: AnyToolPart, message: M) => boolean = () => false,
): M[] {
  let changed = false;
  const settled = messages.map((message) => {
    if (!message.parts.some((part) => isAbandoned(part) && !isKept(part, message))) return message;
    changed = true;
    return {
      ...message,
      parts: message.parts.map((part) =>
        isAbandoned(part) && !isKept(part, message) ? settle(part) : part,
      ),
    };
  });
  return changed ? settled : messages;
}

function isAbandoned(part: AnyPart): part is AnyToolPart {
  if (!isToolPart(part) || isSettled(part) || part.state === 'output-available') return false;
  // The AI SDK reports the denial of a provider's tool from this state only.
  return !(part.state === 'approval-responded' && !part.approval.approved && part.providerExecuted);
}

/** Ends a call that has no outcome. */
export function settle(part: AnyToolPart, errorText = CANCELLED): AnyToolPart {
  const { approval, input, ...rest } = part;
  if (part.state === 'approval-responded' && !part.approval.approved && !isLocalQuestion(part)) {
    return { ...part, state: 'output-denied' } as AnyToolPart;
  }
  return {
    ...rest,
    input: input ?? {},
    ...(approval?.approved ? { approval } : {}),
    state: 'output-error',
    errorText,
  } as AnyToolPart;
}

/**
 * The history as it leaves the browser. Whatever happened before, it passes the AI SDK's
 * `validateUIMessages` and `convertToModelMessages`, and every call in it has its result, except
 * for calls of the last message that were approved and that the server will run now.
 */
export function toOutgoing<M extends UIMessage>(messages: M[], limit = Infinity): M[] {
  const continued = messages.at(-1);
  const settled = settleAbandoned(
    messages,
    (part, message) =>
      message === continued && part.state === 'approval-responded' && !isLocalQuestion(part),
  );
  const seen = new Map<string, AnyToolPart>();
  for (const message of settled) {
    for (const part of message.parts) {
      if (isToolPart(part) && (isSettled(part) || !seen.has(part.toolCallId))) {
        seen.set(part.toolCallId, part);
      }
    }
  }
  const outgoing = settled
    .map((message) => ({
      ...message,
      parts: message.parts
        .filter((part) => (isToolPart(part) ? seen.get(part.toolCallId) === part : isKnown(part)))
        .map((part) => (isToolPart(part) ? withoutRemnants(repair(part)) : part)),
    }))
    .filter((message) => message.role === 'assistant' || message.parts.length > 0);
  return trim(outgoing, limit);
}

/** Cuts only in front of a message of the user, so that calls and results stay together. */
function trim<M extends UIMessage>(messages: M[], limit: number): M[] {
  if (messages.length <= limit) return messages;
  const isUser = (message: M) => message.role === 'user';
  const earliest = messages.length - limit;
  const start = messages.findIndex((message, i) => i >= earliest && isUser(message));
  return messages.slice(start < 0 ? Math.max(0, messages.findLastIndex(isUser)) : start);
}

const KNOWN =
  /^(text|reasoning|reasoning-file|custom|source-url|source-document|file|step-start|steering-message|data-.+)$/;

function isKnown(part: AnyPart): boolean {
  // An address that is none makes the whole conversion fail on the server; recordings of what was
  // said are blobs of this page, and their transcript is the text beside them.
  if (part.type === 'file' || part.type === 'reasoning-file') {
    return URL.canParse(part.url) && !part.url.startsWith('blob:');
  }
  return KNOWN.test(part.type);
}

/** Brings a tool part into a form that the AI SDK accepts; one that is fine stays the same. */
function repair(part: AnyToolPart): AnyToolPart {
  const { approval, ...rest } = part;
  // The AI SDK keeps an input that it could not read as `rawInput`, which servers warn about.
  const input: unknown = part.input ?? ('rawInput' in part ? part.rawInput : undefined) ?? {};
  const own = isLocalQuestion(part);
  if (part.state === 'output-denied' && (own || !approval)) {
    const errorText = approval?.reason ?? 'Denied by the user.';
    return { ...rest, input, state: 'output-error', errorText } as AnyToolPart;
  }
  if (part.state === 'output-error' && approval && !own && approval.approved !== true) {
    const denied = { ...approval, approved: false };
    return {
      ...rest,
      state: 'output-denied',
      errorText: undefined,
      approval: denied,
    } as AnyToolPart;
  }
  if (part.state === 'output-denied' && part.providerExecuted) {
    return { ...part, state: 'approval-responded' };
  }
  const drop = own || (part.state === 'output-available' && approval?.approved !== true);
  if (!drop && input === part.input) return part;
  return { ...rest, input, ...(approval && !drop ? { approval } : {}) } as AnyToolPart;
}

/** Fields that only make sense in some states; a part that went through several may still have them. */
const FIELDS: readonly (readonly [field: string, states: RegExp])[] = [
  ['rawInput', /^never$/],
  ['output', /^output-available$/],
  ['preliminary', /^output-available$/],
  ['errorText', /^output-error$/],
  ['resultProviderMetadata', /^output-(available|error)$/],
];

function withoutRemnants(part: AnyToolPart): AnyToolPart {
  const remnants = FIELDS.filter(([field, states]) => field in part && !states.test(part.state));
  if (remnants.length === 0) return part;
  const copy: Record<string, unknown> = { ...part };
  for (const [field] of remnants) delete copy[field];
  return copy as AnyToolPart;
}
