import type { JsonObject, MaybePromise } from '@helve/core';
import type { LocaleId, Runs, OverlaySpan } from '@helve/flow';

/** A name, number or date that occurs in every language of an entry. */
export interface TmEntity {
  /** Such as `person`; keys show it in capitals. */
  readonly type: string;
  readonly values: { readonly [locale: LocaleId]: string };
}

/** Origin of an entry. */
export interface TmOrigin {
  /** The session that brought it. */
  readonly session?: string;
  readonly document?: string;
  readonly tool?: string;
  readonly user?: string;
}

/** One text in several languages, which are peers. Its id is computed from its content, so equal entries are one. */
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

/** An entry before it is stored: the memory adds the id and missing fields. */
export type TmDraft = Pick<TmEntry, 'variants'> &
  Partial<Omit<TmEntry, 'id' | 'variants'>> & {
    /** Its id and keys, if they were computed on another thread. */
    readonly prepared?: { readonly id: string; readonly keys: readonly TmKey[] };
  };

/** Drafts in any number; large numbers come in lists. */
export type TmDrafts = Iterable<TmDraft> | AsyncIterable<TmDraft> | AsyncIterable<readonly TmDraft[]>;

/** The three ways to look up a text; a key that is equal in several ways is stored once. */
export const keyTiers = Object.freeze({ plain: 1, structural: 2, generalized: 4 } as const);
export type KeyTier = keyof typeof keyTiers;

/** One key of one variant of an entry. */
export interface TmKey {
  readonly locale: LocaleId;
  /** Sum of the `keyTiers` that it serves. */
  readonly tiers: number;
  /** NFC, trimmed, white space collapsed; never empty. */
  readonly text: string;
  /** An integer of at most 53 bits. Different texts may share it. */
  readonly hash: number;
}

/** A stored key: the n-th of its locale, counted from 0 and never reused. */
export interface TmKeyRow extends TmKey {
  readonly number: number;
  readonly entry: string;
}

/** Facts about a key that was just stored. */
export type TmNewKey = Pick<TmKeyRow, 'locale' | 'number' | 'tiers' | 'text'>;

/** An entry with all of its keys. */
export interface TmWrite {
  readonly entry: TmEntry;
  readonly keys: readonly TmKey[];
}

/** Number of keys of one locale, by number, in one block of the index: block 2 has the keys from 2 × 32,768 on. */
export const BLOCK_KEYS = 32_768;

/** Number of gram groups per block. */
export const GRAM_GROUPS = 1024;

/** Index of one full block. Storages keep the bytes and never interpret them. */
export interface TmBlock {
  readonly block: number;
  /** The lengths of its keys, with their order. */
  readonly lengths: Uint8Array;
  /** Postings of each gram group, one element per group. */
  readonly postings: readonly Uint8Array[];
}

/** Indexes a full block of ascending keys, here or elsewhere. */
export type TmIndexer = (block: number, keys: readonly Omit<TmNewKey, 'locale'>[]) => MaybePromise<TmBlock>;

/** State of the keys of one locale in a storage. */
export interface TmLengths {
  /** Number of the next key. */
  readonly keys: number;
  /** Numbers of deleted keys, ascending. */
  readonly deleted: readonly number[];
  /** The requested indexed blocks, ascending. */
  readonly blocks: readonly Pick<TmBlock, 'block' | 'lengths'>[];
}

/** An operation that added entries: an import with the header of its file, or learning from documents. */
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
  /** Number of entries per locale. */
  readonly locales: { readonly [locale: LocaleId]: number };
  readonly projects: { readonly [project: string]: number };
  readonly sessions: number;
}

/** Selects the entries to iterate. */
export interface TmFilter {
  /** Only entries that have all of these. */
  readonly locales?: readonly LocaleId[];
  readonly project?: string;
  /** Only ids after this one. */
  readonly after?: string;
}

/**
 * Stores entries, their keys and the index over them. It neither scores nor computes keys. Writes are atomic, and
 * readers never wait for them.
 */
export interface TmStorage {
  /** Increases with every write, also by another process. */
  revision(): MaybePromise<number>;
  /**
   * Replaces the entry of a known id; unchanged keys keep their numbers. Returns the new keys, those of each locale
   * ascending.
   */
  putMany(writes: readonly TmWrite[]): Promise<readonly TmNewKey[]>;
  /** Deletes entries and returns how many existed. */
  deleteMany(ids: readonly string[]): Promise<number>;
  /** Returns those of the entries that exist, in any order. */
  rows(ids: readonly string[]): MaybePromise<readonly TmEntry[]>;
  /** Iterates all entries in the order of their ids (by UTF-16 unit: ids are hexadecimal). */
  entries(filter?: TmFilter): AsyncIterable<TmEntry>;

  /**
   * Returns the ids of entries that have a key with this hash for this tier, in any order. A storage may leave out
   * entries that it knows to have no variant in `to`.
   */
  exact(locale: LocaleId, tier: KeyTier, hash: number, to?: LocaleId): MaybePromise<readonly string[]>;
  /** Returns counts, and the lengths of indexed blocks from `fromBlock` on. */
  lengths(locale: LocaleId, fromBlock: number): Promise<TmLengths>;
  /** Returns the postings of one indexed block for these gram groups, in the given order. */
  postings(locale: LocaleId, block: number, groups: readonly number[]): Promise<readonly Uint8Array[]>;
  /** Returns those of the numbered keys that exist, in any order. */
  keys(locale: LocaleId, numbers: readonly number[]): Promise<readonly TmKeyRow[]>;
  /** Returns the existing keys from `start` to before `end`, ascending. */
  keyRange(locale: LocaleId, start: number, end: number): Promise<readonly TmKeyRow[]>;
  /** Stores the index of a full block; an existing one stays. */
  putBlock(locale: LocaleId, block: TmBlock): Promise<void>;

  /** Replaces the session of a known id. */
  putSession(session: TmSession): Promise<void>;
  /** Returns the sessions in the order in which they started. */
  sessions(): Promise<readonly TmSession[]>;
  stats(): Promise<TmStats>;
  close(): Promise<void>;
}

/** Kinds of matches, best first. */
export const matchTiers = Object.freeze(['generalized-exact', 'structural-exact', 'exact', 'fuzzy'] as const);
export type MatchTier = (typeof matchTiers)[number];

/** Query of a translation memory. */
export interface TmQuery {
  readonly source: Runs | string;
  /** Entity spans over `source`. */
  readonly entities?: readonly Pick<OverlaySpan, 'id' | 'range' | 'value'>[];
  readonly from: LocaleId;
  readonly to: LocaleId;
  /** From 0 to 1. Default: 0.75. */
  readonly minScore?: number;
  /** Default: 10. */
  readonly maxResults?: number;
  /** Fuzzy matches of the same project score 0.03 more. */
  readonly project?: string;
  /** `only` searches the entries of `project`, `exclude` those of others. */
  readonly scope?: 'all' | 'only' | 'exclude';
  /** `exact` finds every match; `fast` leaves out unlikely ones. */
  readonly recall?: 'exact' | 'fast';
  /** True when no other matches are needed beside a perfect one, or beside several that differ. */
  readonly perfectIsEnough?: boolean;
}

/** One match of a query. */
export interface TmMatch {
  /** Of the entry. */
  readonly id: string;
  readonly source: Runs;
  readonly target: Runs;
  /** From 0 to 1. */
  readonly score: number;
  readonly tier: MatchTier;
  /** True when other perfect matches have a different target. */
  readonly ambiguous: boolean;
  /** True when entities of the stored target were replaced by those of the query. */
  readonly adapted: boolean;
  readonly project?: string;
}

/** Result of adding drafts. */
export interface TmAdded {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** A translation memory. */
export interface TranslationMemory {
  /**
   * Looks up a text; best first: by score, tier, own project, id. Synchronous if the storage is and perfect matches
   * suffice.
   */
  lookup(query: TmQuery): MaybePromise<readonly TmMatch[]>;
  /** Adds drafts in batches of 1,000 and indexes blocks that became full, or lets `index` do it. */
  add(drafts: TmDrafts, index?: TmIndexer): Promise<TmAdded>;
}
