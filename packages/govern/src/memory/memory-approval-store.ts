import {
  approvalStateAt,
  clearApproval,
  decideApproval,
  deepFreeze,
  filterApprovals,
  takeApproval,
  type ApprovalRecord,
  type ApprovalStore,
} from '@helve/core';
import { governErrors } from '../govern-errors.js';
import { readMaxEntries, type MemoryOptions } from './memory-options.js';

/** Time for which a request is remembered after its end, so that a late token is refused with the reason. */
const rememberedMs = 24 * 60 * 60 * 1_000;

/** Creates a store of approvals for one process. */
export function createMemoryApprovalStore(options: MemoryOptions = {}): ApprovalStore {
  const maxEntries = readMaxEntries('createMemoryApprovalStore', options, 10_000);
  const byId = new Map<string, ApprovalRecord>();
  const idByToken = new Map<string, string>();

  const forget = (nowMs: number) => {
    for (const record of byId.values()) {
      const { id, tokenHash, expiresAtMs } = record;
      if (expiresAtMs + rememberedMs <= nowMs) {
        byId.delete(id);
        idByToken.delete(tokenHash);
      } else if (approvalStateAt(record, nowMs) === 'expired') byId.set(id, clearApproval(record));
    }
  };
  const replace = (record: ApprovalRecord) => {
    const kept = deepFreeze(structuredClone(record));
    byId.set(record.id, kept);
    return kept;
  };

  return {
    async put(request, maxPending) {
      const nowMs = request.createdAtMs;
      forget(nowMs);
      const records = [...byId.values()];
      const waiting = records.filter((other) => other.owner === request.owner && isWaiting(other, nowMs));
      if (waiting.length >= maxPending) return false;
      if (byId.size >= maxEntries) {
        throw governErrors.create('GOVERN_STORE_FULL', { store: 'approval store', count: byId.size });
      }
      byId.set(request.id, deepFreeze({ ...structuredClone(request), state: 'pending' }));
      idByToken.set(request.tokenHash, request.id);
      return true;
    },
    async list(filter = {}) {
      return filterApprovals(byId.values(), filter);
    },
    get: async (id) => byId.get(id),
    async decide(id, decision) {
      const record = byId.get(id);
      const decided = record && decideApproval(record, decision);
      return decided && replace(decided);
    },
    async take(claim) {
      const taken = takeApproval(byId.get(idByToken.get(claim.tokenHash) ?? ''), claim);
      if (taken.ok) replace(clearApproval(taken.record));
      return taken;
    },
    async settle(id, answer) {
      const record = byId.get(id);
      if (record !== undefined) replace({ ...record, answer });
    },
  };
}

function isWaiting({ state, expiresAtMs }: ApprovalRecord, nowMs: number): boolean {
  return state === 'pending' && expiresAtMs > nowMs;
}
