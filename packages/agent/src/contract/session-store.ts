import type { ApprovalRecord, Intent, Json } from '@helve/core';
import type { WaitingStep } from '../session/caller/caller-answer.js';
import type { Totals } from './session-event.js';

/** An utterance that may be shown. */
export interface Utterance {
  readonly turn: number;
  readonly role: 'user' | 'model';
  readonly text: string;
}

/** The result of a call by its idempotency key, and the turn in which it ran. */
export interface ReplayRecord {
  readonly key: string;
  readonly argumentsDigest: string;
  readonly answer: { readonly output: Json; readonly intents: readonly Intent[] };
  readonly turn: number;
  readonly expiresAtMs: number;
}

/** A question that waits for a person, identified by the hash of its token. */
export interface PendingConfirmation {
  /** Absent when somebody outside of the session decides. */
  readonly tokenHash?: string;
  readonly callId: string;
  readonly toolId: string;
  readonly approvalId?: string;
}

/** The complete state of a session between turns, as plain JSON. */
export interface SessionRecord {
  readonly id: string;
  /** The owner, in the form that `ownerOf` returns. */
  readonly owner: string;
  /** Rights under which the conversation was held: only a user who has all of them continues it. */
  readonly rights: { readonly scopes: readonly string[]; readonly roles: readonly string[] };
  readonly createdAtMs: number;
  /** Name of the model, as the application has given it. */
  readonly model?: string;
  readonly mode: string;
  readonly registryVersion: string;
  /** The provider form of `history`. */
  readonly schemaKey: string;
  /** Continues the provider's own conversation, while it remembers it. */
  readonly resumeHandle?: string;
  readonly history: readonly Json[];
  readonly transcript: readonly Utterance[];
  readonly totals: Totals;
  readonly pendingMessage?: string;
  /** Notes to pass to the model in its next turn. */
  readonly notes: readonly string[];
  /** Tools that the history mentions. */
  readonly usedTools: readonly string[];
  /** Ids of answered calls, with their turns. */
  readonly answered: readonly (readonly [id: string, turn: number])[];
  readonly replays: readonly ReplayRecord[];
  readonly asked: readonly PendingConfirmation[];
  readonly approvals: readonly ApprovalRecord[];
  /** The last step, if calls of it wait for the caller. */
  readonly waiting?: WaitingStep;
  readonly lastSeq: number;
}

/** A record and its revision. */
export interface StoredSession {
  readonly record: SessionRecord;
  readonly revision: number;
}

/** Stores sessions between turns; an idle session expires. */
export interface SessionStore {
  load(id: string, nowMs: number): Promise<StoredSession | undefined>;
  /**
   * Saves a session and extends its life; the new revision is the given one plus 1, and a new session has revision 0.
   * Returns false and changes nothing if the stored revision differs, because somebody else saved it meanwhile.
   */
  save(record: SessionRecord, revision: number, ttlMs: number, nowMs: number): Promise<boolean>;
  delete(id: string): Promise<void>;
  /** Returns up to 100 sessions of an owner, those saved last first. */
  list(owner: string, nowMs: number): Promise<readonly SessionRecord[]>;
}
