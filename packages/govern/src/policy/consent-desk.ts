import { ownerOf, type ApprovalStore, type CallRecord, type ToolUser, type TrailSink } from '@helve/core';
import { aFunction, aPort, checkOptions, required } from '../check-options.js';
import { governErrors } from '../govern-errors.js';
import type { ConsentStore } from '../port/consent-store.js';

export interface ConsentDeskOptions {
  readonly store: ConsentStore;
  readonly trail: TrailSink;
  /** Where questions of the consent hook wait. */
  readonly approvals?: ApprovalStore;
  readonly now?: () => number;
}

/** Where people agree and take it back; each leaves a record in the trail. */
export interface ConsentDesk {
  grant(userId: string, toolId: string, by: string): Promise<void>;
  /** False if there was nothing to take back. */
  revoke(userId: string, toolId: string, by: string): Promise<boolean>;
  /** A person's answer to a question that waits; a yes is a grant. */
  decide(approvalId: string, decision: 'yes' | 'no', by: ToolUser, reason?: string): Promise<void>;
}

const checks = {
  store: required(aPort('grant', 'revoke')),
  trail: required(aPort('append')),
  approvals: aPort('get', 'decide'),
  now: aFunction,
};

export function createConsentDesk(options: ConsentDeskOptions): ConsentDesk {
  const { store, trail, approvals, now = Date.now } = checkOptions('createConsentDesk', options, checks);

  const record = (act: 'grant' | 'revoke', input: { userId: string; toolId: string }, by: ToolUser, atMs: number) =>
    trail.append(toRecord(`consent.${act}`, input, by, atMs));

  // A grant that cannot be recorded is not made; a revocation is made first, whatever becomes of its record.
  const grant = async (userId: string, toolId: string, by: ToolUser) => {
    const atMs = now();
    await record('grant', { userId, toolId }, by, atMs);
    await store.grant(userId, toolId, by.id, atMs);
  };
  return {
    grant: (userId, toolId, by) => grant(userId, toolId, { id: by }),
    async revoke(userId, toolId, by) {
      const atMs = now();
      const revoked = await store.revoke(userId, toolId, by, atMs);
      if (revoked) await record('revoke', { userId, toolId }, { id: by }, atMs);
      return revoked;
    },
    async decide(id, decision, by, reason) {
      const asked = await approvals?.get(id);
      if (asked?.kind !== 'consent') throw governErrors.create('GOVERN_APPROVAL_UNKNOWN', { id });
      const decided = await approvals?.decide(id, {
        decision,
        by: ownerOf(by),
        nowMs: now(),
        ...(reason === undefined ? {} : { reason }),
      });
      if (decided === undefined) throw governErrors.create('GOVERN_APPROVAL_OVER', { id, state: 'decided or expired' });
      if (decision === 'yes') await grant(decided.userId, decided.toolId, by);
    },
  };
}

function toRecord(toolId: string, input: { userId: string; toolId: string }, by: ToolUser, atMs: number): CallRecord {
  return {
    requestId: crypto.randomUUID(),
    toolId,
    toolVersion: null,
    registryVersion: 'none',
    userId: by.id,
    owner: ownerOf(by),
    startedAt: new Date(atMs).toISOString(),
    durationMs: 0,
    attempts: 1,
    outcome: { kind: 'success' },
    rawInput: input,
    input,
    trace: [],
    redacted: [],
  };
}
