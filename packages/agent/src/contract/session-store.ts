import type { ApprovalRecord, Intent, Json } from '@helve/core';
import type { Totals } from './session-event.js';

/** Something that was said and may be shown. */
export interface Utterance {
  readonly turn: number;
  readonly role: 'user' | 'model';
  readonly text: string;
}

/** What a key gave when its call ran, and in which turn that was. */
export interface ReplayRecord {
  readonly key: string;
  readonly argumentsDigest: string;
  readonly answer: { readonly output: Json; readonly intents: readonly Intent[] };
  readonly turn: number;
  readonly expiresAtMs: number;
}

/** A question to a person, by the hash of its token. */
export interface PendingConfirmation {
  /** Absent where somebody outside of the session decides. */
  readonly tokenHash?: string;
  readonly callId: string;
  readonly toolId: string;
  readonly approvalId?: string;
}

/** Everything that a session is when nobody speaks: plain JSON. */
export interface SessionRecord {
  readonly id: string;
  /** To whom it belongs, as `ownerOf` says it. */
  readonly owner: string;
  readonly mode: string;
  readonly registryVersion: string;
  /** The provider form that `history` is in. */
  readonly schemaKey: string;
  readonly history: readonly Json[];
  readonly transcript: readonly Utterance[];
  readonly totals: Totals;
  readonly pendingMessage?: string;
  /** What the model is told when it next listens. */
  readonly notes: readonly string[];
  /** Tools that the history mentions. */
  readonly usedTools: readonly string[];
  /** Ids of calls that were answered, with their turns. */
  readonly answered: readonly (readonly [id: string, turn: number])[];
  readonly replays: readonly ReplayRecord[];
  readonly asked: readonly PendingConfirmation[];
  readonly approvals: readonly ApprovalRecord[];
  readonly lastSeq: number;
}

/** A record, and which of its versions it is. */
export interface StoredSession {
  readonly record: SessionRecord;
  readonly revision: number;
}

/** Keeps sessions between turns; one that nobody uses for a while is forgotten. */
export interface SessionStore {
  load(id: string, nowMs: number): Promise<StoredSession | undefined>;
  /**
   * Keeps a session for another while; the next revision is this one plus 1, and a new session is of revision 0.
   * False if there is one of another revision, so that somebody else has saved it since; then nothing is changed.
   */
  save(record: SessionRecord, revision: number, ttlMs: number, nowMs: number): Promise<boolean>;
  delete(id: string): Promise<void>;
}
