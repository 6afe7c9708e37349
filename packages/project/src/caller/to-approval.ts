import { approvalStateAt, isPlainObject, type ApprovalRecord, type Json, type ToolResponse } from '@helve/core';
import type { Approval } from '@helve/gateway';

/** Shows an approval to the person who decides: without its secret, and without masked arguments. */
export function toApproval(record: ApprovalRecord): Approval {
  const { id, kind, toolId, toolVersion, owner, userId, door, sessionId, turnId, requestId, policy, preview } = record;
  const { decidedBy, decidedAtMs, reason, edited, answer } = record;
  const shown = record.shown ?? { arguments: record.arguments, masked: [] };
  return {
    id,
    kind,
    state: approvalStateAt(record, Date.now()),
    toolId,
    toolVersion,
    owner,
    userId,
    ...(door === undefined ? {} : { door }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(turnId === undefined ? {} : { turnId }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(policy === undefined ? {} : { policy }),
    ...shown,
    preview,
    createdAt: toIso(record.createdAtMs),
    expiresAt: toIso(record.expiresAtMs),
    ...(decidedBy === undefined ? {} : { decidedBy }),
    ...(decidedAtMs === undefined ? {} : { decidedAt: toIso(decidedAtMs) }),
    ...(reason === undefined ? {} : { reason }),
    ...(edited === undefined ? {} : { edited }),
    ...(isResponse(answer) ? { answer } : {}),
  };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

function isResponse(answer: unknown): answer is ToolResponse & Json {
  return isPlainObject(answer) && typeof answer['ok'] === 'boolean';
}
