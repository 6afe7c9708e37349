import type {
  ApprovalKind,
  ApprovalState,
  CallerOptions,
  Json,
  JsonObject,
  ToolPolicy,
  ToolResponse,
  ToolUser,
} from '@helve/core';

/** A question to a person, as whoever decides may see it: its arguments without what must stay secret. */
export interface Approval {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly state: ApprovalState;
  readonly toolId: string;
  readonly toolVersion: string;
  /** Owner of the call that asked, as `ownerOf` names it. */
  readonly owner: string;
  readonly userId: string;
  /** Door through which the call came. */
  readonly door?: string;
  readonly sessionId?: string;
  readonly turnId?: string;
  /** Id of the call that asked, in the trail. */
  readonly requestId?: string;
  readonly policy?: ToolPolicy;
  readonly arguments: Json;
  /** JSON pointers to the arguments that are masked. */
  readonly masked: readonly string[];
  readonly preview: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly decidedBy?: string;
  readonly decidedAt?: string;
  readonly reason?: string;
  /** JSON pointers to the arguments that are other than those that were asked for. */
  readonly edited?: readonly string[];
  /** The envelope of the call, once it ran. */
  readonly answer?: ToolResponse;
}

/** Facts for the call of a resumed approval, from the door at which it was decided. */
export type ResumeCall = Pick<CallerOptions, 'report' | 'requestId' | 'signal'>;

/** A person's word. */
export interface ApprovalWord {
  readonly decision: 'yes' | 'no';
  readonly by: ToolUser;
  readonly reason?: string;
  /** Arguments to run instead; masked values stay as they were asked for. */
  readonly arguments?: JsonObject;
}

/** Filter for the approvals in a list. */
export interface WaitingFilter {
  readonly owner?: string;
  /** Those of all owners of one tenant. */
  readonly tenant?: string;
  /** 50 unless told. */
  readonly limit?: number;
}

/** Approvals that people decide. */
export interface Approvals {
  /** Lists the pending ones, oldest first. */
  list(filter?: WaitingFilter): Promise<readonly Approval[]>;
  /** One question, whatever has become of it. */
  get(id: string): Promise<Approval | undefined>;
  /** True when the approval is for a call with this input. */
  isFor(id: string, input: unknown): Promise<boolean>;
  /** Takes a person's word; undefined if nothing of that id waits for one. */
  decide(id: string, word: ApprovalWord): Promise<Approval | undefined>;
  /**
   * Runs the arguments that were approved, once, as the one who asked and by the way they asked; undefined if they ran
   * already or the time is over.
   */
  resume(id: string, call: ResumeCall): Promise<ToolResponse | undefined>;
}
