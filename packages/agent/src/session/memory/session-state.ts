import { RecentMap, type Json } from '@helve/core';
import type { Totals } from '../../contract/session-event.js';
import type { PendingConfirmation, SessionRecord, Utterance } from '../../contract/session-store.js';
import type { WaitingStep } from '../caller/caller-answer.js';
import { SessionApprovals } from '../approval/session-approvals.js';
import { SessionReplays } from './session-replays.js';

/** Totals in progress. */
export type Counts = { -readonly [K in keyof Omit<Totals, 'byCategory'>]: number } & {
  byCategory: Record<string, number>;
};

export function noCounts(): Counts {
  return { turns: 0, steps: 0, calls: 0, byCategory: {}, toolMs: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
}

export function addCounts(to: Counts, added: Totals, factor = 1): void {
  for (const key of ['turns', 'steps', 'calls', 'toolMs', 'inputTokens', 'outputTokens', 'cost'] as const)
    // Sessions that were stored earlier have no cost.
    to[key] += factor * (added[key] ?? 0);
  for (const [category, count] of Object.entries(added.byCategory)) {
    to.byCategory[category] = (to.byCategory[category] ?? 0) + factor * count;
  }
}

/** Freezes a copy of counts in progress. */
export function toTotals(counts: Totals): Totals {
  return Object.freeze({ ...counts, byCategory: Object.freeze({ ...counts.byCategory }) });
}

const maxKept = 100;
const maxUtterances = 1_000;

/** Everything a session remembers from turn to turn. */
export class SessionState {
  history: readonly Json[] = [];
  transcript: readonly Utterance[] = [];
  /** Continues the provider's own conversation, while it remembers it. */
  resumeHandle: string | undefined;
  readonly totals: Counts = noCounts();
  notes: string[] = [];
  readonly usedTools = new Set<string>();
  /** Ids of answered calls, with their turns; the oldest are dropped first. */
  readonly answered = new RecentMap<string, number>(maxKept);
  /** Questions to people, by the hash of their tokens, or by the ids of their approvals. */
  readonly asked = new RecentMap<string, PendingConfirmation>(maxKept);
  readonly replays = new SessionReplays(() => this.totals.turns);
  readonly approvals = new SessionApprovals();
  /** The last step, if calls of it wait for the caller. */
  waiting: WaitingStep | undefined;
  lastSeq = 0;
  createdAtMs = 0;
  /** Revision of the stored record: 0 if there is none yet. */
  revision = 0;

  noteAnswered(id: string): void {
    this.answered.set(id, this.totals.turns);
  }

  noteConfirmation(call: PendingConfirmation): void {
    this.asked.set(confirmationKey(call), call);
  }

  say(utterances: readonly Utterance[]): void {
    this.transcript = [...this.transcript, ...utterances].slice(-maxUtterances);
  }

  /** Returns the part that another process needs to continue. */
  toRecord(
    session: Pick<SessionRecord, 'id' | 'owner' | 'rights' | 'model' | 'mode' | 'registryVersion' | 'schemaKey'>,
    nowMs: number,
    pendingMessage: string | undefined,
  ): SessionRecord {
    return {
      ...session,
      createdAtMs: this.createdAtMs,
      ...(this.resumeHandle === undefined ? {} : { resumeHandle: this.resumeHandle }),
      history: this.history,
      transcript: this.transcript,
      totals: toTotals(this.totals),
      ...(pendingMessage === undefined ? {} : { pendingMessage }),
      notes: [...this.notes],
      usedTools: [...this.usedTools],
      answered: [...this.answered],
      replays: this.replays.kept(nowMs),
      asked: [...this.asked].map(([, call]) => call),
      approvals: this.approvals.kept(),
      ...(this.waiting === undefined ? {} : { waiting: this.waiting }),
      // Includes the end of the turn, which is emitted after saving.
      lastSeq: this.lastSeq + 1,
    };
  }

  /** Continues from a record. */
  load(record: SessionRecord, revision: number): void {
    this.clear();
    this.createdAtMs = record.createdAtMs;
    this.history = record.history;
    this.resumeHandle = record.resumeHandle;
    this.transcript = record.transcript;
    addCounts(this.totals, record.totals);
    this.notes = [...record.notes];
    for (const tool of record.usedTools) this.usedTools.add(tool);
    for (const [id, turn] of record.answered) this.answered.set(id, turn);
    for (const call of record.asked) this.asked.set(confirmationKey(call), call);
    this.replays.restore(record.replays);
    this.approvals.restore(record.approvals);
    this.waiting = record.waiting;
    this.lastSeq = Math.max(this.lastSeq, record.lastSeq);
    this.revision = revision;
  }

  /** Clears everything except the number of the last event and the time of its beginning. */
  clear(): void {
    this.history = [];
    this.resumeHandle = undefined;
    this.transcript = [];
    Object.assign(this.totals, noCounts());
    this.notes = [];
    for (const collection of [this.usedTools, this.answered, this.asked]) collection.clear();
    this.replays.restore([]);
    this.approvals.restore([]);
    this.waiting = undefined;
    this.revision = 0;
  }
}

function confirmationKey({ tokenHash, approvalId, callId }: PendingConfirmation): string {
  return tokenHash ?? approvalId ?? callId;
}
