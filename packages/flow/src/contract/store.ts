import type { Json } from '@helve/core';
import type { Block } from './block.js';
import type { Overlay } from './overlay.js';

/** Which documents and which state of them a session is about. */
export interface StoreScope {
  readonly document?: string;
  /** An old state, to be read only. */
  readonly revision?: number;
}

/** A block by document and id: two documents with equal block ids never meet. */
export interface BlockRef {
  readonly document: string;
  readonly blockId: string;
}

export interface BlockFilter {
  readonly document?: string;
  readonly contentHash?: string;
}

/** A value with the hash of the block it was made for; another hash means it is stale. */
export interface StoredRecord<T> {
  readonly ref: BlockRef;
  readonly recordHash: string;
  readonly value: T;
}

/** The part of a session that tools may use. */
export interface ToolSession {
  blocks(filter?: BlockFilter): AsyncIterable<StoredRecord<Block>>;
  getBlock(ref: BlockRef): Promise<StoredRecord<Block> | undefined>;
  putBlock(record: StoredRecord<Block>): Promise<void>;
  /** `kind` is `targets/<variant>`, `annotations/<key>`, `overlays/<type>/<side>` or `skeletons/<format>`. */
  getOverlay(kind: string, ref: BlockRef): Promise<StoredRecord<Json | Overlay> | undefined>;
  putOverlay(kind: string, record: StoredRecord<Json | Overlay>): Promise<void>;
  listOverlays(kind: string): AsyncIterable<StoredRecord<Json | Overlay>>;
  cacheGet(key: string): Promise<Json | undefined>;
  /** On a read-only store this is counted and does nothing. */
  cachePut(key: string, value: Json): Promise<void>;
}

/** One unit of work on a store: it sees its own writes, and nobody else does before `commit`. */
export interface Session extends ToolSession {
  /** Takes a block out; older revisions keep it, as they keep what `removeOverlay` takes out. */
  removeBlock(ref: BlockRef): Promise<void>;
  removeOverlay(kind: string, ref: BlockRef): Promise<void>;
  /** Makes the writes a new numbered revision. */
  commit(): Promise<number>;
  rollback(): Promise<void>;
  /** Without a commit before, the writes are gone. */
  close(): Promise<void>;
}

export interface StoreCapabilities {
  readonly randomAccess: boolean;
  readonly concurrent: boolean;
  readonly remote: boolean;
  readonly writable: boolean;
  readonly persistent: boolean;
}

export interface Revision {
  readonly revision: number;
  readonly committedAt: string;
  readonly documents: readonly string[];
  readonly blocks: number;
}

/** Keeps blocks and what steps found about them between runs. */
export interface BlockStore {
  readonly capabilities: StoreCapabilities;
  begin(scope?: StoreScope): Promise<Session>;
  /** Newest first. */
  revisions(): Promise<readonly Revision[]>;
  close(): Promise<void>;
}

/** One stored record: its value as JSON text, so that nobody shares an object with the store. */
export interface BlockRow {
  readonly kind: string;
  readonly ref: BlockRef;
  readonly recordHash: string;
  readonly contentHash?: string;
  readonly json: string;
}

/** Changes of one session, stored as one revision. */
export interface BlockChanges {
  /** In the order in which they were last written. */
  readonly rows: readonly BlockRow[];
  readonly cache: ReadonlyMap<string, string>;
  readonly committedAt: string;
  readonly documents: readonly string[];
  readonly blocks: number;
}

/** Rows that keep every committed version: what a database has to offer for a block store. */
export interface BlockTable {
  readonly remote: boolean;
  readonly persistent: boolean;
  /** The number of the newest revision; 0 when there is none. */
  latest(): Promise<number>;
  find(kind: string, ref: BlockRef, revision: number): Promise<BlockRow | undefined>;
  /** As one revision shows them: by document in code point order, then in the order of writing. */
  list(kind: string, revision: number, filter: BlockFilter): AsyncIterable<BlockRow>;
  /** Reads a cached value up to a revision; it has one version only, since its key covers all inputs. */
  cached(key: string, revision: number): Promise<string | undefined>;
  /** Keeps all of it or nothing, and gives the number of the revision. */
  commit(changes: BlockChanges): Promise<number>;
  /** Newest first. */
  revisions(): Promise<readonly Revision[]>;
  close(): Promise<void>;
}
