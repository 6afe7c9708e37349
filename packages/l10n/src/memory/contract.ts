import type { JsonObject } from '@helve/core';
import type { LocaleId, Runs, Span } from '@helve/flow';
import type { Awaitable } from './awaitable.js';

/** A name, number or date that stands in every language of an entry. */
export interface TmEntity {
  /** Such as `person`; keys show it in capitals. */
  readonly type: string;
  readonly values: { readonly [locale: LocaleId]: string };
}

/** Where an entry came from. */
export interface TmOrigin {
  /** The session that brought it. */
  readonly session?: string;
  readonly document?: string;
  readonly tool?: string;
  readonly user?: string;
}

/** One text in several languages, which are peers. Its id is made of what it says, so equal entries are one. */
export interface TmEntry {
  readonly id: string;
  readonly variants: { readonly [locale: LocaleId]: Runs };
  readonly entities: readonly TmEntity[];
  readonly properties: { readonly [key: string]: string };
  readonly note?: string;
  readonly origins: readonly TmOrigin[];
  readonly project?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An entry as an importer has it: the memory adds the id and what is missing. */
export type TmDraft = Pick<TmEntry, 'variants'> &
  Partial<Omit<TmEntry, 'id' | 'variants'>> & {
    /** Its id and its keys, where they were made on another thread. */
    readonly prepared?: { readonly id: string; readonly keys: readonly TmKey[] };
  };

/** Drafts in any number; those that come by the million come in lists. */
export type TmDrafts = Iterable<TmDraft> | AsyncIterable<TmDraft> | AsyncIterable<readonly TmDraft[]>;

/** The three ways in which a text is known; a key that is equal in several ways is stored once. */
export const keyTiers = Object.freeze({ plain: 1, structural: 2, generalized: 4 } as const);
export type KeyTier = keyof typeof keyTiers;

/** One key of one variant of an entry. */
export interface TmKey {
  readonly locale: LocaleId;
  /** The sum of the `keyTiers` that it serves. */
  readonly tiers: number;
  /** NFC, trimmed, white space collapsed; never empty. */
  readonly text: string;
  /** An integer of at most 53 bits. Different texts may share it. */
  readonly hash: number;
}

/** A key as a storage keeps it: the n-th of its locale, counted from 0 and never used again. */
export interface TmKeyRow extends TmKey {
  readonly number: number;
  readonly entry: string;
}

/** What is told of a key that a storage has just got. */
export type TmNewKey = Pick<TmKeyRow, 'locale' | 'number' | 'tiers' | 'text'>;

/** An entry with all of its keys. */
export interface TmWrite {
  readonly entry: TmEntry;
  readonly keys: readonly TmKey[];
}

/** So many keys of one locale, by number, make one block of the index: block 2 has the keys from 2 × 32,768 on. */
export const BLOCK_KEYS = 32_768;

/** So many groups of grams has each block. */
export const GRAM_GROUPS = 1024;

/** The index of one full block. Storages keep the bytes and never look into them. */
export interface TmBlock {
  readonly block: number;
  /** The lengths of its keys, and what belongs to them. */
  readonly lengths: Uint8Array;
  /** The postings of each group of grams: as many as there are groups. */
  readonly postings: readonly Uint8Array[];
}

/** Makes the index of a full block of keys, which ascend; or has it made elsewhere. */
export type TmIndexer = (block: number, keys: readonly Omit<TmNewKey, 'locale'>[]) => Awaitable<TmBlock>;

/** What a storage knows about the keys of one locale. */
export interface TmLengths {
  /** The number that the next key gets. */
  readonly keys: number;
  /** Numbers of keys that are gone, ascending. */
  readonly deleted: readonly number[];
  /** Of the indexed blocks that were asked for, ascending. */
  readonly blocks: readonly Pick<TmBlock, 'block' | 'lengths'>[];
}

/** The work that brought entries: an import with the header of its file, or a lesson from documents. */
export interface TmSession {
  readonly id: string;
  readonly kind: 'import' | 'learn';
  /** The name of the file. */
  readonly source?: string;
  /** Of the file's bytes. */
  readonly sha256?: string;
  readonly header: JsonObject;
  readonly entries: number;
  readonly startedAt: string;
}

export interface TmStats {
  readonly entries: number;
  /** How many entries have each locale. */
  readonly locales: { readonly [locale: LocaleId]: number };
  readonly projects: { readonly [project: string]: number };
  readonly sessions: number;
}

/** Which entries to go through. */
export interface TmFilter {
  /** Only entries that have all of these. */
  readonly locales?: readonly LocaleId[];
  readonly project?: string;
  /** Only ids behind this one. */
  readonly after?: string;
}

/**
 * Keeps entries, their keys and the index over them. It scores nothing and makes no keys: those are given to it. Writes
 * are whole or not at all, and readers never wait for them.
 */
export interface TmStorage {
  /** Grows with every write, also by another process. */
  revision(): Awaitable<number>;
  /**
   * An entry with a known id takes the place of the old one; keys that stay equal keep their numbers. Gives the keys that
   * are new, those of each locale ascending.
   */
  putMany(writes: readonly TmWrite[]): Promise<readonly TmNewKey[]>;
  /** Says how many there were. */
  deleteMany(ids: readonly string[]): Promise<number>;
  /** The entries that exist of these, in any order. */
  rows(ids: readonly string[]): Awaitable<readonly TmEntry[]>;
  /** All entries in the order of their ids (by UTF-16 unit: ids are hexadecimal). */
  entries(filter?: TmFilter): AsyncIterable<TmEntry>;

  /**
   * The ids of entries that have a key with this hash for this tier, in any order. Who knows at once which of them have a
   * variant in `to` may leave out the others.
   */
  exact(locale: LocaleId, tier: KeyTier, hash: number, to?: LocaleId): Awaitable<readonly string[]>;
  /** Counts, and the lengths of indexed blocks from `fromBlock` on. */
  lengths(locale: LocaleId, fromBlock: number): Promise<TmLengths>;
  /** The postings of one indexed block for these groups of grams, in the order that was asked for. */
  postings(locale: LocaleId, block: number, groups: readonly number[]): Promise<readonly Uint8Array[]>;
  /** The keys with these numbers that exist, in any order. */
  keys(locale: LocaleId, numbers: readonly number[]): Promise<readonly TmKeyRow[]>;
  /** The keys from `start` to before `end` that exist, ascending. */
  keyRange(locale: LocaleId, start: number, end: number): Promise<readonly TmKeyRow[]>;
  /** Keeps the index of a full block; one that is there already stays. */
  putBlock(locale: LocaleId, block: TmBlock): Promise<void>;

  /** A session with a known id takes the place of the old one. */
  putSession(session: TmSession): Promise<void>;
  /** In the order in which they started. */
  sessions(): Promise<readonly TmSession[]>;
  stats(): Promise<TmStats>;
  close(): Promise<void>;
}

/** How good a match is, from the best kind on. */
export const matchTiers = Object.freeze(['generalized-exact', 'structural-exact', 'exact', 'fuzzy'] as const);
export type MatchTier = (typeof matchTiers)[number];

/** How a memory is asked. */
export interface TmQuery {
  readonly source: Runs | string;
  /** The marks of entities over `source`. */
  readonly entities?: readonly Pick<Span, 'id' | 'range' | 'value'>[];
  readonly from: LocaleId;
  readonly to: LocaleId;
  /** From 0 to 1; 0.75 unless told. */
  readonly minScore?: number;
  /** 10 unless told. */
  readonly maxResults?: number;
  /** Fuzzy matches of the same project are worth 0.03 more. */
  readonly project?: string;
  /** `only` asks entries of `project` alone, `exclude` those of others. */
  readonly scope?: 'all' | 'only' | 'exclude';
  /** `exact` finds every match; `fast` leaves out what is unlikely to be one. */
  readonly recall?: 'exact' | 'fast';
  /** No other matches are wanted beside a perfect one, or beside several that say different things. */
  readonly perfectIsEnough?: boolean;
}

/** What a memory offers for a text. */
export interface TmMatch {
  /** Of the entry. */
  readonly id: string;
  readonly source: Runs;
  readonly target: Runs;
  /** From 0 to 1. */
  readonly score: number;
  readonly tier: MatchTier;
  /** Other perfect matches say something else. */
  readonly ambiguous: boolean;
  /** Entities of the stored target were replaced by those of the query. */
  readonly adapted: boolean;
  readonly project?: string;
}

/** What came of an addition. */
export interface TmAdded {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** Remembers what was translated how. */
export interface TranslationMemory {
  /** Best first: by score, tier, own project, id. There at once where the storage answers at once and perfect matches are enough. */
  lookup(query: TmQuery): Awaitable<readonly TmMatch[]>;
  /** Writes in batches of 1,000 and indexes what became full, or lets another do that. */
  add(drafts: TmDrafts, index?: TmIndexer): Promise<TmAdded>;
}
