import type { AnyToolPart } from '../chat/message-parts.js';
import { toolNameOf } from '../chat/message-parts.js';
import type { Confirmation, ToolPolicy } from './decision.js';

/**
 * The standing permissions are nothing but the `yes_always` answers given so far, so that there is
 * only one list to store, to show and to revoke from.
 */
export function derivePolicies(confirmations: Iterable<Confirmation>): ToolPolicy[] {
  const policies = new Map<string, ToolPolicy>();
  for (const { decision, toolName, scope = '', at, revoked } of confirmations) {
    const key = JSON.stringify([scope, toolName]);
    if (decision !== 'yes_always' || revoked || policies.has(key)) continue;
    policies.set(key, { toolName, scope, since: at });
  }
  return [...policies.values()];
}

/** Whether a standing permission may answer for the user. */
export function mayUsePolicy(part: AnyToolPart): boolean {
  const name = toolNameOf(part);
  if (name === 'adk_request_credential' || name === 'adk_request_input') return false;
  // A signature or a descriptor binds the answer to this one request: it wants a fresh decision.
  return part.approval?.signature === undefined && part.approval?.descriptor === undefined;
}

export function isAllowed(
  part: AnyToolPart,
  scope: string,
  policies: readonly ToolPolicy[],
): boolean {
  const name = toolNameOf(part);
  return (
    mayUsePolicy(part) &&
    policies.some((policy) => policy.toolName === name && policy.scope === scope)
  );
}
