import {
  approvalStateAt,
  clearApproval,
  decideApproval,
  deepFreeze,
  filterApprovals,
  takeApproval,
  type ApprovalClaim,
  type ApprovalDecision,
  type ApprovalFilter,
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalStore,
  type ApprovalTaken,
  type Json,
} from '@helve/core';

const maxKept = 1_000;

/** Approvals of one session, stored together with it. */
export class SessionApprovals implements ApprovalStore {
  readonly #byId = new Map<string, ApprovalRecord>();

  async put(request: ApprovalRequest, maxPending: number): Promise<boolean> {
    for (const record of this.#byId.values()) {
      if (approvalStateAt(record, request.createdAtMs) === 'expired') this.#byId.set(record.id, clearApproval(record));
    }
    const waiting = [...this.#byId.values()].filter(
      (other) => other.state === 'pending' && other.expiresAtMs > request.createdAtMs && other.owner === request.owner,
    );
    if (waiting.length >= maxPending) return false;
    this.#keep(deepFreeze({ ...structuredClone(request), state: 'pending' }));
    return true;
  }

  async list(filter: ApprovalFilter = {}): Promise<readonly ApprovalRecord[]> {
    return filterApprovals(this.#byId.values(), filter);
  }

  async get(id: string): Promise<ApprovalRecord | undefined> {
    return this.#byId.get(id);
  }

  async decide(id: string, decision: ApprovalDecision): Promise<ApprovalRecord | undefined> {
    const record = this.#byId.get(id);
    const decided = record && decideApproval(record, decision);
    return decided && this.#keep(decided);
  }

  async take(claim: ApprovalClaim): Promise<ApprovalTaken> {
    const record = [...this.#byId.values()].find(({ tokenHash }) => tokenHash === claim.tokenHash);
    const result = takeApproval(record, claim);
    if (result.ok) this.#keep(clearApproval(result.record));
    return result;
  }

  async settle(id: string, answer: Json): Promise<void> {
    const record = this.#byId.get(id);
    if (record !== undefined) this.#keep({ ...record, answer });
  }

  kept(): readonly ApprovalRecord[] {
    return [...this.#byId.values()].slice(-100);
  }

  /** Replaces all approvals. */
  restore(records: readonly ApprovalRecord[]): void {
    this.#byId.clear();
    for (const record of records) this.#keep(deepFreeze(structuredClone(record)));
  }

  /** Keeps a record; where there are too many, drops decided and expired ones first. */
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
