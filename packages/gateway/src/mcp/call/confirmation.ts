import { isPlainObject, type ToolErrorBody, type ToolResponse, type ToolUser } from '@helve/core';
import type { ClientCapabilities, InputRequests } from '@modelcontextprotocol/server';
import { resolveApproval } from '../../api/resolve-approval.js';
import type { Approvals, ResumeCall } from '../../port/approvals.js';
import { gatewayErrors } from '../../gateway-errors.js';

const key = 'confirmation';

/** A question to a person: whether a call may run. */
export interface Confirmation {
  readonly requests: InputRequests;
  readonly approval: string;
}

/**
 * The question in a refusal that waits for a person; undefined where nobody at the client could answer it, or where its
 * answer would be the client's own word: only a user whom the host marks as trusted has people behind their client.
 */
export function confirmationIn(
  error: ToolErrorBody,
  capabilities: ClientCapabilities,
  { elicitation }: ToolUser,
): Confirmation | undefined {
  if (elicitation !== 'trusted') return undefined;
  const approval = error.details?.['approvalId'];
  const request = error.details?.['confirmationRequest'];
  if (error.type !== 'CONFIRMATION_REQUIRED' || typeof approval !== 'string' || !isPlainObject(request))
    return undefined;
  if (capabilities.elicitation === undefined) return undefined;
  const message = typeof request['preview'] === 'string' ? request['preview'] : error.message;
  return { approval, requests: { [key]: { method: 'elicitation/create', params: { message, requestedSchema } } } };
}

const requestedSchema = Object.freeze({
  type: 'object' as const,
  properties: { approve: { type: 'boolean' as const, title: 'Approve', description: 'Allow this call to run' } },
  required: ['approve'],
});

/** Reads the decision of a person; undefined when it cannot be understood. */
export function readConfirmation(answers: Readonly<Record<string, unknown>>): 'yes' | 'no' | undefined {
  const answer = answers[key];
  if (!isPlainObject(answer)) return undefined;
  if (answer['action'] === 'decline' || answer['action'] === 'cancel') return 'no';
  const content = answer['content'];
  if (answer['action'] !== 'accept' || !isPlainObject(content)) return undefined;
  return content['approve'] === true ? 'yes' : 'no';
}

/** Puts a person's word into the approvals and, after a yes, runs the arguments that were stored. */
export async function settleConfirmation(
  approvals: Approvals,
  id: string,
  decision: 'yes' | 'no',
  by: ToolUser,
  call: ResumeCall,
): Promise<ToolResponse> {
  await approvals.decide(id, { decision, by });
  const approval = await approvals.get(id);
  if (approval === undefined) throw gatewayErrors.create('GATEWAY_APPROVAL_NOT_FOUND', { id });
  return resolveApproval(approvals, approval, call);
}
