import type { Json } from '@helve/core';
import type { Block } from '../contract/block.js';
import type { Overlay } from '../contract/overlay.js';
import type {
  BlockFilter,
  BlockRef,
  BlockRow,
  BlockTable,
  Session,
  StoredRecord,
  StoreScope,
} from '../contract/store.js';
import { compareCodePoints } from '../content/text/code-point.js';
import { frozenBlock } from './frozen-block.js';
import { SessionChanges } from './session-changes.js';
import { storeError } from './store-error.js';

interface SessionHost {
  readonly table: BlockTable;
  readonly scope: StoreScope;
  /** The newest committed state that the session sees. */
  readonly revision: number;
  readonly writable: boolean;
  assertOpen(action: string): void;
  readonly now: () => number;
}

const BLOCK = 'block';

/** The value of what was taken out: no block and no layer is written so. */
const GONE = 'null';

/** One unit of work on a block store: what it writes is kept back until it is committed. */
export class BlockSession implements Session {
  readonly #host: SessionHost;
  readonly #changes = new SessionChanges();
  #revision: number;
  #closed = false;

  constructor(host: SessionHost) {
    this.#host = host;
    this.#revision = host.revision;
  }

  async *blocks(filter: BlockFilter = {}): AsyncIterable<StoredRecord<Block>> {
    for await (const row of this.#list('list blocks', BLOCK, filter)) yield blockRecord(row);
  }

  async getBlock(ref: BlockRef): Promise<StoredRecord<Block> | undefined> {
    const row = await this.#find('read a block', BLOCK, ref);
    return row === undefined ? undefined : blockRecord(row);
  }

  async putBlock({ ref, recordHash, value }: StoredRecord<Block>): Promise<void> {
    const { contentHash } = value.identity;
    const json = JSON.stringify(value);
    this.#put('put a block', {
      kind: BLOCK,
      ref,
      recordHash,
      json,
      ...(contentHash === undefined ? {} : { contentHash }),
    });
  }

  async removeBlock(ref: BlockRef): Promise<void> {
    this.#put('remove a block', { kind: BLOCK, ref, recordHash: '', json: GONE });
  }

  async getOverlay(kind: string, ref: BlockRef): Promise<StoredRecord<Json | Overlay> | undefined> {
    const row = await this.#find(`read ${kind}`, layerKind(kind), ref);
    return row === undefined ? undefined : layerRecord(row);
  }

  async putOverlay(kind: string, { ref, recordHash, value }: StoredRecord<Json | Overlay>): Promise<void> {
    this.#put(`put ${kind}`, { kind: layerKind(kind), ref, recordHash, json: JSON.stringify(value) });
  }

  async removeOverlay(kind: string, ref: BlockRef): Promise<void> {
    this.#put(`remove ${kind}`, { kind: layerKind(kind), ref, recordHash: '', json: GONE });
  }

  async *listOverlays(kind: string): AsyncIterable<StoredRecord<Json | Overlay>> {
    for await (const row of this.#list(`list ${kind}`, layerKind(kind), {})) yield layerRecord(row);
  }

  async cacheGet(key: string): Promise<Json | undefined> {
    this.#assertOpen('read the cache');
    const json = this.#changes.cache.get(key) ?? (await this.#host.table.cached(key, this.#revision));
    return json === undefined ? undefined : (JSON.parse(json) as Json);
  }

  async cachePut(key: string, value: Json): Promise<void> {
    this.#assertOpen('write the cache');
    if (this.#host.writable) this.#changes.cache.set(key, JSON.stringify(value));
  }

  async commit(): Promise<number> {
    this.#assertOpen('commit');
    const { table, now } = this.#host;
    if (this.#changes.isEmpty) return table.latest();
    this.#revision = await table.commit(this.#changes.toCommit(new Date(now()).toISOString()));
    this.#changes.clear();
    return this.#revision;
  }

  async rollback(): Promise<void> {
    this.#assertOpen('roll back');
    this.#changes.clear();
  }

  async close(): Promise<void> {
    this.#changes.clear();
    this.#closed = true;
  }

  async #find(action: string, kind: string, ref: BlockRef): Promise<BlockRow | undefined> {
    this.#assertOpen(action);
    const row = this.#changes.find(kind, ref) ?? (await this.#host.table.find(kind, ref, this.#revision));
    return row?.json === GONE ? undefined : row;
  }

  async *#list(action: string, kind: string, filter: BlockFilter): AsyncIterable<BlockRow> {
    for await (const row of this.#listAll(action, kind, filter)) if (row.json !== GONE) yield row;
  }

  /** Committed rows and own ones: an own row replaces its older version and becomes the last of its document. */
  async *#listAll(action: string, kind: string, filter: BlockFilter): AsyncIterable<BlockRow> {
    this.#assertOpen(action);
    const { document = this.#host.scope.document, contentHash } = filter;
    const wanted = {
      ...(document === undefined ? {} : { document }),
      ...(contentHash === undefined ? {} : { contentHash }),
    };
    const own = this.#changes
      .list(kind)
      .filter((row) => document === undefined || row.ref.document === document)
      .filter((row) => contentHash === undefined || row.contentHash === contentHash)
      .toSorted((a, b) => compareCodePoints(a.ref.document, b.ref.document));
    let next = 0;
    for await (const row of this.#host.table.list(kind, this.#revision, wanted)) {
      for (let mine = own[next]; mine && isBefore(mine, row); mine = own[next]) {
        next += 1;
        yield mine;
      }
      if (this.#changes.find(kind, row.ref) === undefined) yield row;
    }
    yield* own.slice(next);
  }

  #put(action: string, row: BlockRow): void {
    this.#assertOpen(action);
    if (!this.#host.writable) throw storeError(action, 'read-only');
    this.#changes.put(row);
  }

  #assertOpen(action: string): void {
    if (this.#closed) throw storeError(action, 'closed');
    this.#host.assertOpen(action);
  }
}

function blockRecord({ ref, recordHash, json }: BlockRow): StoredRecord<Block> {
  return { ref, recordHash, value: frozenBlock(JSON.parse(json) as Block) };
}

function layerRecord({ ref, recordHash, json }: BlockRow): StoredRecord<Json | Overlay> {
  return { ref, recordHash, value: JSON.parse(json) as Json };
}

/** Kept apart from blocks, whatever a caller names them. */
function layerKind(kind: string): string {
  return `layer:${kind}`;
}

function isBefore(one: BlockRow, other: BlockRow): boolean {
  return compareCodePoints(one.ref.document, other.ref.document) < 0;
}
