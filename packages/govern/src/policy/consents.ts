import { type ApprovalStore, ownerOf, type ToolUser, type TrailSink } from '@helve/core';
import { aFunction, aPort, required } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { toDecisionRecord } from '../evidence/decision-record.js';
import { governErrors } from '../govern-errors.js';
import type { ConsentStore } from '../port/consent-store.js';

export interface ConsentsOptions {
  readonly store: ConsentStore;
  readonly trail: TrailSink;
  /** Store for questions of the consent hook. */
  readonly approvals?: ApprovalStore;
  readonly now?: () => number;
}

/** Grants and revokes consents; each act leaves a record in the trail. */
export interface Consents {
  /** Allows a tool for a subject: an owner in the form of `ownerOf`, or the value of the hook's `by`. */
  grant(subject: string, toolId: string, by: string): Promise<void>;
  /** Revokes a consent; false if there was none. */
  revoke(subject: string, toolId: string, by: string): Promise<boolean>;
  /** Answers a pending question; a yes is a grant. */
  decide(approvalId: string, decision: 'yes' | 'no', by: ToolUser, reason?: string): Promise<void>;
}

const checks = {
  store: required(aPort('grant', 'revoke')),
  trail: required(aPort('append')),
  approvals: aPort('get', 'decide'),
  now: aFunction,
};

export function createConsents(options: ConsentsOptions): Consents {
  const { store, trail, approvals, now = Date.now } = checkHookOptions('createConsentDesk', options, checks);

  const record = (act: 'grant' | 'revoke', about: { subject: string; toolId: string }, by: ToolUser, atMs: number) =>
    trail.append(toDecisionRecord({ act: `consent.${act}`, about, by, atMs }));

  // A grant that cannot be recorded is not made; a revocation is made first, even if its record fails.
  const grant = async (subject: string, toolId: string, by: ToolUser) => {
    const atMs = now();
    await record('grant', { subject, toolId }, by, atMs);
    await store.grant(subject, toolId, by.id, atMs);
  };
  return {
    grant: (subject, toolId, by) => grant(subject, toolId, { id: by }),
    async revoke(subject, toolId, by) {
      const atMs = now();
      const revoked = await store.revoke(subject, toolId, by, atMs);
      if (revoked) await record('revoke', { subject, toolId }, { id: by }, atMs);
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
      if (decision === 'yes') await grant(decided.owner, decided.toolId, by);
    },
  };
}
