import {
  deepFreeze,
  type ApprovalClaim,
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalStore,
} from '@helve/core';

const maxKept = 1_000;

/** What waits for a person in one session, kept and stored with it. */
export class SessionApprovals implements ApprovalStore {
  readonly #byId = new Map<string, ApprovalRecord>();

  async put(request: ApprovalRequest, maxPending: number): Promise<boolean> {
    const waiting = [...this.#byId.values()].filter(
      (other) => other.state === 'pending' && other.expiresAtMs > request.createdAtMs && isOfSame(other, request),
    );
    if (waiting.length >= maxPending) return false;
    this.#keep(deepFreeze({ ...structuredClone(request), state: 'pending' }));
    return true;
  }

  async list(filter: { readonly state?: ApprovalRecord['state']; readonly sessionId?: string } = {}) {
    return [...this.#byId.values()].filter(
      ({ state, sessionId }) =>
        (filter.state === undefined || state === filter.state) &&
        (filter.sessionId === undefined || sessionId === filter.sessionId),
    );
  }

  async get(id: string): Promise<ApprovalRecord | undefined> {
    return this.#byId.get(id);
  }

  async decide(id: string, decision: 'yes' | 'no', by: string, nowMs: number): Promise<ApprovalRecord | undefined> {
    const record = this.#byId.get(id);
    if (record?.state !== 'pending' || record.expiresAtMs <= nowMs) return undefined;
    const state = decision === 'yes' ? 'approved' : 'rejected';
    return this.#keep({ ...record, state, decidedBy: by, decidedAtMs: nowMs });
  }

  async take(claim: ApprovalClaim) {
    const record = [...this.#byId.values()].find(({ tokenHash }) => tokenHash === claim.tokenHash);
    if (record === undefined) return { ok: false, reason: 'unknown' } as const;
    if (!isFor(record, claim)) return { ok: false, reason: 'mismatch' } as const;
    const { state, spentBy, expiresAtMs } = record;
    if (state === 'spent') return { ok: false, reason: 'used', ...(spentBy === undefined ? {} : { spentBy }) } as const;
    if (state === 'rejected') return { ok: false, reason: 'rejected' } as const;
    if (expiresAtMs <= claim.nowMs) return { ok: false, reason: 'expired' } as const;
    const key = claim.idempotencyKey;
    return {
      ok: true,
      record: this.#keep({ ...record, state: 'spent', ...(key === undefined ? {} : { spentBy: key }) }),
    } as const;
  }

  kept(): readonly ApprovalRecord[] {
    return [...this.#byId.values()].slice(-100);
  }

  /** Forgets all others. */
  restore(records: readonly ApprovalRecord[]): void {
    this.#byId.clear();
    for (const record of records) this.#keep(deepFreeze(structuredClone(record)));
  }

  /** What has been decided or is over goes first when there is too much. */
  #keep(record: ApprovalRecord): ApprovalRecord {
    this.#byId.set(record.id, Object.freeze(record));
    if (this.#byId.size <= maxKept) return record;
    for (const [id, { state }] of this.#byId) {
      if (state === 'pending') continue;
      this.#byId.delete(id);
      break;
    }
    return record;
  }
}

/** Of one session; without sessions, of one person. */
function isOfSame(a: ApprovalRequest, b: ApprovalRequest): boolean {
  return a.sessionId === b.sessionId && (a.sessionId !== undefined || a.userId === b.userId);
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
