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
  /** Who asked, as `ownerOf` says it. */
  readonly owner: string;
  readonly userId: string;
  /** By which way the call came. */
  readonly door?: string;
  readonly sessionId?: string;
  readonly turnId?: string;
  /** By which the trail knows the call that asked. */
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

/** What the call of a resumed approval is told by the door at which it was decided. */
export type ResumeCall = Pick<CallerOptions, 'report' | 'requestId' | 'signal'>;

/** A person's word. */
export interface ApprovalWord {
  readonly decision: 'yes' | 'no';
  readonly by: ToolUser;
  readonly reason?: string;
  /** What shall run instead; whatever is masked stays as it was asked for. */
  readonly arguments?: JsonObject;
}

/** Which questions somebody is shown. */
export interface WaitingFilter {
  /** Those of all owners of one tenant. */
  readonly tenant?: string;
  /** 50 unless told. */
  readonly limit?: number;
}

/** Where people answer questions. */
export interface Approvals {
  /** What waits, oldest first. */
  list(filter?: WaitingFilter): Promise<readonly Approval[]>;
  /** One question, whatever has become of it. */
  get(id: string): Promise<Approval | undefined>;
  /** Whether a call was asked for with this input. */
  isFor(id: string, input: unknown): Promise<boolean>;
  /** Takes a person's word; undefined if nothing of that id waits for one. */
  decide(id: string, word: ApprovalWord): Promise<Approval | undefined>;
  /**
   * Runs the arguments that were approved, once, as the one who asked and by the way they asked; undefined if they ran
   * already or the time is over.
   */
  resume(id: string, call: ResumeCall): Promise<ToolResponse | undefined>;
}
