import type { ToolUser } from './context.js';
import type { Json } from './json.js';

/** What somebody is asked to approve. */
export type ApprovalKind =
  | 'confirmation'
  | 'consent'
  | 'exec-trust'
  | 'no-schema'
  | 'hydration'
  | 'mcp-definition'
  | 'engine-signal';

/** A question that waits for a person. The token is secret and only its hash is kept; the id is public. */
export interface ApprovalRequest {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly tokenHash: string;
  readonly toolId: string;
  readonly toolVersion: string;
  readonly userId: string;
  /** Who asked, with what they might do then: a call that is resumed is judged by it. */
  readonly user?: Pick<ToolUser, 'id' | 'roles' | 'scopes' | 'tenant'>;
  readonly sessionId?: string;
  /** The arguments that will run, and the digest that binds the approval to them. */
  readonly arguments: Json;
  readonly argumentsDigest: string;
  readonly preview: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface ApprovalRecord extends ApprovalRequest {
  readonly state: 'pending' | 'approved' | 'rejected' | 'spent';
  readonly decidedBy?: string;
  readonly decidedAtMs?: number;
  /** The idempotency key of the call that spent it, if it had one. */
  readonly spentBy?: string;
}

/** Why an approval cannot be used. */
export type ApprovalRefusal = 'unknown' | 'expired' | 'used' | 'rejected' | 'mismatch';

/** Who must match for an approval to be taken; a mismatch does not spend it. */
export interface ApprovalClaim {
  readonly tokenHash: string;
  readonly toolId: string;
  readonly toolVersion: string;
  readonly userId: string;
  readonly sessionId?: string;
  /** Absent when the caller leaves the arguments to what was stored. */
  readonly argumentsDigest?: string;
  readonly idempotencyKey?: string;
  readonly nowMs: number;
}

export type ApprovalTaken =
  | { readonly ok: true; readonly record: ApprovalRecord }
  | { readonly ok: false; readonly reason: ApprovalRefusal; readonly spentBy?: string };

/** Everything that waits for a person, whatever it is. */
export interface ApprovalStore {
  /** False if the session has too many pending already. */
  put(request: ApprovalRequest, maxPending: number): Promise<boolean>;
  list(filter?: {
    readonly state?: ApprovalRecord['state'];
    readonly sessionId?: string;
  }): Promise<readonly ApprovalRecord[]>;
  get(id: string): Promise<ApprovalRecord | undefined>;
  /** A person's word; undefined if there is no such pending request. */
  decide(id: string, decision: 'yes' | 'no', by: string, nowMs: number): Promise<ApprovalRecord | undefined>;
  /** Spends an approval, once and atomically. */
  take(claim: ApprovalClaim): Promise<ApprovalTaken>;
}
