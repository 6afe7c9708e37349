import type { LocaleId } from '@helve/flow';
import { BLOCK_KEYS, type TmIndexer, type TmNewKey, type TmStorage } from './contract.js';
import { indexBlock } from './gram-block.js';

/** A block being filled, and its keys as far as they were seen here. */
interface OpenBlock {
  readonly block: number;
  readonly rows: TmNewKey[];
}

/**
 * Maximum number of keys of open blocks in memory, over all locales; blocks with others are read when they are full.
 */
const MAX_HELD = 4 * BLOCK_KEYS;
/** Maximum number of full blocks indexed elsewhere at once: their keys stay in memory until then. */
const MAX_PENDING = 2;

/** Indexes blocks as they become full. A block that was filled here from its first key on is not read again. */
export class BlockIndexer {
  readonly #storage: TmStorage;
  readonly #index: TmIndexer;
  readonly #open = new Map<LocaleId, OpenBlock>();
  readonly #pending: Promise<void>[] = [];
  #held = 0;

  constructor(storage: TmStorage, index: TmIndexer = indexBlock) {
    this.#storage = storage;
    this.#index = index;
  }

  /** Receives keys that a storage has just stored. */
  async take(rows: readonly TmNewKey[]): Promise<void> {
    const unsure = new Set<LocaleId>();
    for (const row of rows) {
      const open = this.#openFor(row, unsure);
      this.#hold(open, row);
      if ((row.number + 1) % BLOCK_KEYS !== 0) continue;
      this.#held -= open.rows.length;
      this.#open.set(row.locale, { block: open.block + 1, rows: [] });
      if (open.rows.length < BLOCK_KEYS) unsure.add(row.locale);
      else await this.#fill(row.locale, open);
    }
    for (const locale of unsure) await indexLocale(this.#storage, locale);
  }

  #hold({ rows }: OpenBlock, row: TmNewKey): void {
    if (this.#held === MAX_HELD) return;
    rows.push(row);
    this.#held += 1;
  }

  /** Waits until all full blocks are indexed. */
  async finish(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Starts indexing a full block; one indexed elsewhere is not awaited. */
  async #fill(locale: LocaleId, { block, rows }: OpenBlock): Promise<void> {
    const made = this.#index(block, rows);
    if (!(made instanceof Promise)) return this.#storage.putBlock(locale, made);
    const put = made.then((elsewhere) => this.#storage.putBlock(locale, elsewhere));
    // Reported by `finish`; until then the rejection counts as handled.
    put.catch(() => undefined);
    if (this.#pending.push(put) > MAX_PENDING) await this.#pending.shift();
  }

  /**
   * Returns the open block of a locale; for a new locale, or one that others write too, the storage knows which blocks
   * are full.
   */
  #openFor({ locale, number }: TmNewKey, unsure: Set<LocaleId>): OpenBlock {
    const block = Math.floor(number / BLOCK_KEYS);
    const known = this.#open.get(locale);
    if (known?.block === block) return known;
    unsure.add(locale);
    this.#held -= known?.rows.length ?? 0;
    const open = { block, rows: [] };
    this.#open.set(locale, open);
    return open;
  }
}

/** Indexes the full blocks that are not indexed yet. */
async function indexLocale(storage: TmStorage, locale: LocaleId): Promise<void> {
  const { keys, blocks } = await storage.lengths(locale, 0);
  const have = new Set(blocks.map(({ block }) => block));
  for (let block = 0; (block + 1) * BLOCK_KEYS <= keys; block += 1) {
    if (have.has(block)) continue;
    const rows = await storage.keyRange(locale, block * BLOCK_KEYS, (block + 1) * BLOCK_KEYS);
    await storage.putBlock(locale, indexBlock(block, rows));
  }
}
