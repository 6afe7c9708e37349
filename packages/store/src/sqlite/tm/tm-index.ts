import { findIn, fromBytes, mergeRuns, toBytes, toSortedRun, type SortedRun } from '../../tm/sorted-run.js';
import type { Connection } from '../connection.js';

/** So many runs of one level become one of the next. */
const fan = 16;

/** What an index is to hold: as many numbers as hashes. */
export interface IndexItems {
  readonly hashes: readonly number[];
  readonly numbers: readonly number[];
}

interface LoadedRun {
  readonly id: number;
  readonly run: SortedRun;
}

/** One index from hashes to numbers: runs in the file, of which those that were asked for are held. */
export class TmIndex {
  readonly #connection: Connection;
  readonly #space: number;
  #loaded: readonly LoadedRun[] = [];
  #revision = -1;

  constructor(connection: Connection, space: number) {
    this.#connection = connection;
    this.#space = space;
  }

  /** Every number of some hashes, which rise; those of entries and keys that are gone are among them. */
  find(hashes: ArrayLike<number>, revision: number): readonly number[] {
    const found: number[] = [];
    for (const { run } of this.#runsAt(revision)) findIn(run, hashes, found);
    return found;
  }

  /** All of it as one run. */
  whole(revision: number): SortedRun {
    return mergeRuns(this.#runsAt(revision).map(({ run }) => run));
  }

  /** Adds hashes, and the number of each; inside of a transaction. */
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

  /** Runs have ids that are never used again, so one that is held is still the same. */
  #load(id: number): SortedRun {
    const held = this.#loaded.find((loaded) => loaded.id === id);
    if (held) return held.run;
    const row = this.#connection.first<{ items: ArrayBuffer }>('SELECT items FROM tm_run WHERE id = ?', [id]);
    return row === undefined ? toSortedRun([], []) : fromBytes(row.items);
  }
}
