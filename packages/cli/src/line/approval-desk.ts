import { isToolError, type ApprovalRecord } from '@helve/core';
import type { Approval, Approvals } from '@helve/gateway';
import { createConsentDesk, resumeConfirmed } from '@helve/govern';
import type { Store } from '@helve/store';
import type { Line } from './open-line.js';

/** Where people answer what the calls of a project wait for, by terminal and over HTTP alike. */
export function createApprovalDesk(
  { caller, configFile }: Pick<Line, 'caller' | 'configFile'>,
  { approvals, consent, trail }: Store,
): Approvals {
  const consents = createConsentDesk({ store: consent, trail, approvals });
  return Object.freeze({
    async list() {
      const pending = await approvals.list({ state: 'pending' });
      return pending.filter(({ expiresAtMs }) => expiresAtMs > Date.now()).map(toApproval);
    },
    async decide(id, decision, by) {
      const asked = await approvals.get(id);
      if (asked === undefined || !isOpen(asked, decision)) return undefined;
      if (asked.state === 'approved') return toApproval(asked);
      if (asked.kind === 'consent') await consents.decide(id, decision, by);
      else if ((await approvals.decide(id, decision, by, Date.now())) === undefined) return undefined;
      if (asked.kind === 'mcp-definition' && decision === 'yes') {
        const { takeDefinition } = await import('../mcp/definition-desk.js');
        await takeDefinition(configFile, asked);
      }
      return toApproval(asked);
    },
    async resume(id, call) {
      try {
        return await resumeConfirmed(id, {
          approvals,
          call: ({ toolId, ...approved }) => caller.callTool({ ...approved, tool: toolId, ...call }),
        });
      } catch (thrown) {
        if (isToolError(thrown, 'GOVERN_APPROVAL_OVER')) return undefined;
        throw thrown;
      }
    },
  } satisfies Approvals);
}

/** One that was approved and never ran, because its host died in between, may be approved again. */
function isOpen({ state, kind, expiresAtMs }: ApprovalRecord, decision: 'yes' | 'no'): boolean {
  if (expiresAtMs <= Date.now()) return false;
  return state === 'pending' || (state === 'approved' && kind === 'confirmation' && decision === 'yes');
}

function toApproval(record: ApprovalRecord): Approval {
  const { id, kind, toolId, userId, sessionId, preview, createdAtMs, expiresAtMs } = record;
  return {
    id,
    kind,
    toolId,
    userId,
    ...(sessionId === undefined ? {} : { sessionId }),
    preview,
    createdAt: new Date(createdAtMs).toISOString(),
    expiresAt: new Date(expiresAtMs).toISOString(),
  };
}
