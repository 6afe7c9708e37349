import type { JsonObject } from '@helve/core';

/** Kinds of journal entries. */
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

/** One fact. Of variables and secrets it holds names only; it never holds arguments or results. */
export interface JournalEntry {
  readonly kind: JournalKind;
  readonly atMs: number;
  readonly capability?: string;
  readonly instanceId?: string;
  readonly session?: string;
  readonly jobId?: string;
  readonly runId?: string;
  /** Links to the trail. */
  readonly callId?: string;
  readonly facts: JsonObject;
}

export interface StoredJournalEntry extends JournalEntry {
  /** Rises with every entry, from 1. */
  readonly seq: number;
}

/** Selects entries; absent fields restrict nothing. */
export interface JournalFilter {
  readonly kinds?: readonly JournalKind[];
  readonly instanceId?: string;
  readonly session?: string;
  readonly jobId?: string;
  readonly runId?: string;
  readonly callId?: string;
  /** Only entries after this one. */
  readonly afterSeq?: number;
  /** Maximum number of entries, the newest. */
  readonly last?: number;
}

/** An append-only log of facts about workers and jobs. */
export interface JournalStore {
  /** Resolves when all entries are durable, in this order; when it rejects, none is stored. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Returns entries, oldest first. */
  read(filter?: JournalFilter): Promise<readonly StoredJournalEntry[]>;
}
