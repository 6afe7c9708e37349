import { RESPONSE_SCHEMA_VERSION, toToolResponse, type ToolResponse } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { Approval, Approvals, ResumeCall } from '../port/approvals.js';

/**
 * Returns the outcome of an approval for whoever asked: the response of its call, which is made now if it was approved and nobody
 * has made it yet. Throws while there is none, and never asks anybody again.
 */
export async function resolveApproval(
  approvals: Approvals,
  { id, toolId: tool, state, reason, answer }: Approval,
  call: ResumeCall,
): Promise<ToolResponse> {
  if (answer !== undefined) return answer;
  const details = { approvalId: id, ...(reason === undefined ? {} : { reason }) };
  if (state === 'pending') throw gatewayErrors.create('GATEWAY_APPROVAL_PENDING', { id, tool }, { details });
  if (state === 'rejected') throw gatewayErrors.create('GATEWAY_APPROVAL_DECLINED', { tool }, { details });
  if (state === 'expired') throw gatewayErrors.create('GATEWAY_APPROVAL_OVER', { id, state }, { details });
  const response = state === 'approved' ? await approvals.resume(id, call) : undefined;
  if (response === undefined) throw gatewayErrors.create('GATEWAY_APPROVAL_RUNNING', { id }, { details });
  return response;
}

/** A refusal in the place of that answer. */
export function toRefusal({ toolId, toolVersion }: Approval, thrown: unknown, requestId: string): ToolResponse {
  const call = { toolId, requestId, executeBegan: false, writes: false, safe: true };
  return toToolResponse({ thrown, call }, undefined, {
    toolId,
    toolVersion,
    registryVersion: 'none',
    requestId,
    duration: 0,
    responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
  });
}
