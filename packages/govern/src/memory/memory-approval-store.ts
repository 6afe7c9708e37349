import {
  deepFreeze,
  type ApprovalClaim,
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalStore,
} from '@helve/core';
import { governErrors } from '../govern-errors.js';
import { readMaxEntries, type MemoryOptions } from './memory-options.js';

/** How long a request is remembered after its end, so that a late token is told why it is refused. */
const rememberedMs = 24 * 60 * 60 * 1_000;

/** Keeps what waits for a person, for one process. */
export function createMemoryApprovalStore(options: MemoryOptions = {}): ApprovalStore {
  const maxEntries = readMaxEntries('createMemoryApprovalStore', options, 10_000);
  const byId = new Map<string, ApprovalRecord>();
  const idByToken = new Map<string, string>();

  const forget = (nowMs: number) => {
    for (const { id, tokenHash, expiresAtMs } of byId.values()) {
      if (expiresAtMs + rememberedMs > nowMs) continue;
      byId.delete(id);
      idByToken.delete(tokenHash);
    }
  };
  const update = (record: ApprovalRecord, change: Partial<ApprovalRecord>) => {
    const changed = Object.freeze({ ...record, ...change });
    byId.set(record.id, changed);
    return changed;
  };

  return {
    async put(request, maxPending) {
      const nowMs = request.createdAtMs;
      forget(nowMs);
      const records = [...byId.values()];
      const waiting = records.filter((other) => isWaiting(other, nowMs) && isOfSame(other, request));
      if (waiting.length >= maxPending) return false;
      if (byId.size >= maxEntries) {
        throw governErrors.create('GOVERN_STORE_FULL', { store: 'approval store', count: byId.size });
      }
      byId.set(request.id, deepFreeze({ ...structuredClone(request), state: 'pending' }));
      idByToken.set(request.tokenHash, request.id);
      return true;
    },
    async list(filter = {}) {
      return [...byId.values()].filter(
        ({ state, sessionId }) =>
          (filter.state === undefined || state === filter.state) &&
          (filter.sessionId === undefined || sessionId === filter.sessionId),
      );
    },
    get: async (id) => byId.get(id),
    async decide(id, decision, by, nowMs) {
      const record = byId.get(id);
      if (record === undefined || !isWaiting(record, nowMs)) return undefined;
      const state = decision === 'yes' ? 'approved' : 'rejected';
      return update(record, { state, decidedBy: by, decidedAtMs: nowMs });
    },
    async take(claim) {
      const record = byId.get(idByToken.get(claim.tokenHash) ?? '');
      if (record === undefined) return { ok: false, reason: 'unknown' };
      if (!isFor(record, claim)) return { ok: false, reason: 'mismatch' };
      const { state, spentBy } = record;
      if (state === 'spent') return { ok: false, reason: 'used', ...(spentBy === undefined ? {} : { spentBy }) };
      if (state === 'rejected') return { ok: false, reason: 'rejected' };
      if (record.expiresAtMs <= claim.nowMs) return { ok: false, reason: 'expired' };
      const key = claim.idempotencyKey;
      return { ok: true, record: update(record, { state: 'spent', ...(key === undefined ? {} : { spentBy: key }) }) };
    },
  };
}

/** Of one session; without sessions, of one person. */
function isOfSame(a: ApprovalRequest, b: ApprovalRequest): boolean {
  return a.sessionId === b.sessionId && (a.sessionId !== undefined || a.userId === b.userId);
}

function isWaiting({ state, expiresAtMs }: ApprovalRecord, nowMs: number): boolean {
  return state === 'pending' && expiresAtMs > nowMs;
}

function isFor(record: ApprovalRecord, claim: ApprovalClaim): boolean {
  return (
    record.toolId === claim.toolId &&
    record.toolVersion === claim.toolVersion &&
    record.userId === claim.userId &&
    record.sessionId === claim.sessionId &&
    (claim.argumentsDigest === undefined || record.argumentsDigest === claim.argumentsDigest)
  );
}
