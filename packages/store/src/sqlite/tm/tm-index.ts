import { findIn, fromBytes, mergeRuns, toBytes, toSortedRun, type SortedRun } from '../../tm/sorted-run.js';
import type { Connection } from '../connection.js';

/** Number of runs of one level that are merged into one run of the next. */
const fan = 16;

/** Items to add to an index: as many numbers as hashes. */
export interface IndexItems {
  readonly hashes: readonly number[];
  readonly numbers: readonly number[];
}

interface LoadedRun {
  readonly id: number;
  readonly run: SortedRun;
}

/** An index from hashes to numbers: sorted runs in the file, cached once they were read. */
export class TmIndex {
  readonly #connection: Connection;
  readonly #space: number;
  #loaded: readonly LoadedRun[] = [];
  #revision = -1;

  constructor(connection: Connection, space: number) {
    this.#connection = connection;
    this.#space = space;
  }

  /** Returns all numbers of some ascending hashes, including those of deleted entries and keys. */
  find(hashes: ArrayLike<number>, revision: number): readonly number[] {
    const found: number[] = [];
    for (const { run } of this.#runsAt(revision)) findIn(run, hashes, found);
    return found;
  }

  /** Returns the whole index as one run. */
  whole(revision: number): SortedRun {
    return mergeRuns(this.#runsAt(revision).map(({ run }) => run));
  }

  /** Adds hashes with their numbers, inside a transaction. */
  add({ hashes, numbers }: IndexItems): void {
    if (hashes.length > 0) this.#put(toSortedRun(hashes, numbers), 0);
  }

  #put(run: SortedRun, level: number): void {
    const sql = 'SELECT id FROM tm_run WHERE space = ? AND level = ? ORDER BY id';
    const rows = this.#connection.all<{ id: number }>(sql, [this.#space, level]);
    if (rows.length < fan - 1) {
      const values = [this.#space, level, toBytes(run)];
      this.#connection.run('INSERT INTO tm_run (space, level, items) VALUES (?, ?, ?)', values);
      return;
    }
    const merged = mergeRuns([...rows.map(({ id }) => this.#load(id)), run]);
    this.#connection.run('DELETE FROM tm_run WHERE space = ? AND level = ?', [this.#space, level]);
    this.#put(merged, level + 1);
  }

  #runsAt(revision: number): readonly LoadedRun[] {
    if (revision === this.#revision) return this.#loaded;
    const rows = this.#connection.all<{ id: number }>('SELECT id FROM tm_run WHERE space = ?', [this.#space]);
    this.#loaded = rows.map(({ id }) => ({ id, run: this.#load(id) }));
    this.#revision = revision;
    return this.#loaded;
  }

  /** Loads a run. Ids of runs are never reused, so that a cached run stays valid. */
  #load(id: number): SortedRun {
    const held = this.#loaded.find((loaded) => loaded.id === id);
    if (held) return held.run;
    const row = this.#connection.first<{ items: ArrayBuffer }>('SELECT items FROM tm_run WHERE id = ?', [id]);
    return row === undefined ? toSortedRun([], []) : fromBytes(row.items);
  }
}
