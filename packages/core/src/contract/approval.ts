import type { ToolUser } from './context.js';
import type { Json } from './json.js';
import type { ToolPolicy } from './policy.js';

/** The subject of an approval. */
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
  /** The owner who asked, as `ownerOf` writes it: the request belongs to them and to nobody else. */
  readonly owner: string;
  readonly userId: string;
  /** The user who asked, with their rights at that time: a call that is resumed is judged by them. */
  readonly user?: Pick<ToolUser, 'id' | 'roles' | 'scopes' | 'tenant' | 'issuer'>;
  /** By which way the call came; a call that is resumed keeps it. */
  readonly door?: string;
  readonly mode?: string;
  readonly turnId?: string;
  readonly sessionId?: string;
  /** Of the call that asked, by which the trail knows it. */
  readonly requestId?: string;
  readonly policy?: ToolPolicy;
  /** The arguments as they were sent. */
  readonly sent?: Json;
  /** The arguments that will run, as the tool gets them, and the digest that binds the approval to them. */
  readonly arguments: Json;
  readonly argumentsDigest: string;
  /** The arguments as a person may see them, where that is not all of them, and JSON pointers to what is masked. */
  readonly shown?: { readonly arguments: Json; readonly masked: readonly string[] };
  readonly preview: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface ApprovalRecord extends ApprovalRequest {
  readonly state: 'pending' | 'approved' | 'rejected' | 'spent';
  /** The owner who decided. */
  readonly decidedBy?: string;
  readonly decidedAtMs?: number;
  /** Why, in the words of who decided. */
  readonly reason?: string;
  /** JSON pointers to the arguments that are other than those that were asked for. */
  readonly edited?: readonly string[];
  /** The idempotency key of the call that spent it, if it had one. */
  readonly spentBy?: string;
  /** The envelope of the call that spent it. */
  readonly answer?: Json;
  /** Set once the request is over and its masked arguments are gone: `arguments` holds the masked ones. */
  readonly cleared?: true;
  /** Digest of the arguments as they were sent, where those are gone. */
  readonly sentDigest?: string;
}

/** The state of a request: pending → approved | rejected | expired; approved → spent | expired. */
export type ApprovalState = ApprovalRecord['state'] | 'expired';

/** A person's word. */
export interface ApprovalDecision {
  readonly decision: 'yes' | 'no';
  /** The owner who decided. */
  readonly by: string;
  readonly nowMs: number;
  readonly reason?: string;
  /** Arguments to run instead of those that were asked for. */
  readonly edit?: {
    readonly arguments: Json;
    readonly argumentsDigest: string;
    readonly shown?: NonNullable<ApprovalRequest['shown']>;
    /** JSON pointers to what changed. */
    readonly pointers: readonly string[];
  };
}

/** Why an approval cannot be used. */
export type ApprovalRefusal = 'unknown' | 'pending' | 'expired' | 'used' | 'rejected' | 'mismatch';

/** Facts that must match for an approval to be taken; a mismatch does not spend it. */
export interface ApprovalClaim {
  readonly tokenHash: string;
  readonly toolId: string;
  readonly toolVersion: string;
  readonly owner: string;
  readonly sessionId?: string;
  /** Absent when the caller leaves the arguments to what was stored. */
  readonly argumentsDigest?: string;
  readonly idempotencyKey?: string;
  /** The owner who decides by showing the secret itself; absent where it must have been approved before. */
  readonly decidedBy?: string;
  readonly nowMs: number;
}

export type ApprovalTaken =
  | { readonly ok: true; readonly record: ApprovalRecord }
  | {
      readonly ok: false;
      readonly reason: ApprovalRefusal;
      /** Of the request, for whom it belongs to. */
      readonly id?: string;
      readonly spentBy?: string;
    };

export interface ApprovalFilter {
  readonly state?: ApprovalRecord['state'];
  readonly sessionId?: string;
  readonly owner?: string;
  /** Those of all owners of one tenant. */
  readonly tenant?: string;
  /** Those that end after this moment. */
  readonly endsAfterMs?: number;
  /** All unless told. */
  readonly limit?: number;
  /** Ends the list before its records take more bytes of a database; it has at least one of those that there are. */
  readonly maxBytes?: number;
}

/** Everything that waits for a person, whatever it is. */
export interface ApprovalStore {
  /** False if the owner has too many pending already, in all of their sessions together. */
  put(request: ApprovalRequest, maxPending: number): Promise<boolean>;
  /** Oldest first. */
  list(filter?: ApprovalFilter): Promise<readonly ApprovalRecord[]>;
  get(id: string): Promise<ApprovalRecord | undefined>;
  /** Applies a person's word as `decideApproval` does; undefined if it comes too late. */
  decide(id: string, decision: ApprovalDecision): Promise<ApprovalRecord | undefined>;
  /** Spends an approval, once and atomically. */
  take(claim: ApprovalClaim): Promise<ApprovalTaken>;
  /** Keeps the answer of the call that spent it, for whoever asked. */
  settle(id: string, answer: Json): Promise<void>;
}
