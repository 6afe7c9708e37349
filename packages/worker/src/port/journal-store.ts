import type { JsonObject } from '@helve/core';

/** What the journal speaks of. */
export const journalKinds = [
  'job-state',
  'load',
  'spawn',
  'exit',
  'config',
  'env',
  'secret',
  'drift',
  'account',
  'cancel-phase',
] as const;

export type JournalKind = (typeof journalKinds)[number];

/** One fact, as it is appended. Of variables and secrets it holds key names only; arguments and results never. */
export interface JournalEntry {
  readonly kind: JournalKind;
  readonly atMs: number;
  readonly capability?: string;
  readonly instanceId?: string;
  readonly session?: string;
  readonly jobId?: string;
  readonly runId?: string;
  /** Leads to the trail. */
  readonly callId?: string;
  readonly facts: JsonObject;
}

export interface StoredJournalEntry extends JournalEntry {
  /** Rises with every entry; the first is 1. */
  readonly seq: number;
}

/** Which entries; what is absent restricts nothing. */
export interface JournalFilter {
  readonly kinds?: readonly JournalKind[];
  readonly instanceId?: string;
  readonly session?: string;
  readonly jobId?: string;
  readonly runId?: string;
  readonly callId?: string;
  /** Only entries after this one. */
  readonly afterSeq?: number;
  /** Only so many of the newest. */
  readonly last?: number;
}

/** Keeps what happened, append-only. */
export interface JournalStore {
  /** Resolves when all of them are durable, in this order; if it rejects, none of them is there. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Oldest first. */
  read(filter?: JournalFilter): Promise<readonly StoredJournalEntry[]>;
}
