import { setTimeout as delay } from 'node:timers/promises';
import Database from 'libsql';
import { isBusy, toStoreError } from './to-store-error.js';

export type SqlValue = string | number | null | Uint8Array;

// SQLite blocks the thread while it waits, so it waits only briefly; further retries are asynchronous.
const BLOCKING_WAIT_MS = 20;
const PATIENCE_MS = 5_000;
const MAX_PAUSE_MS = 25;

type Statement = Database.Statement<[readonly SqlValue[]]>;

/** One connection to a SQLite file. */
export class Connection {
  readonly path: string;
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Statement>();

  constructor(path: string, timeout = BLOCKING_WAIT_MS) {
    this.path = path;
    try {
      this.#database = new Database(path, { timeout });
    } catch (error) {
      throw toStoreError(error, path);
    }
  }

  /** Runs statements without parameters. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  all<Row>(sql: string, values: readonly SqlValue[] = []): Row[] {
    return this.#prepare(sql).all(values) as Row[];
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows what its statement selects
  first<Row>(sql: string, values: readonly SqlValue[] = []): Row | undefined {
    return this.all<Row>(sql, values)[0];
  }

  /** Returns the number of changed rows. */
  run(sql: string, values: readonly SqlValue[] = []): number {
    return this.#prepare(sql).run(values).changes;
  }

  /** Runs a step as one write transaction. It commits, or rolls back when the step throws or `isKept` is false for its result. */
  write<Result>(step: () => Result, isKept?: (result: Result) => boolean): Promise<Result> {
    return this.#patiently(() => this.writeNow(step, isKept));
  }

  /** Reads, or changes something with one statement. */
  once<Result>(step: () => Result): Promise<Result> {
    return this.#patiently(step);
  }

  /** Reads one consistent state with several statements. */
  read<Result>(step: () => Result): Promise<Result> {
    return this.#patiently(() => {
      this.exec('BEGIN');
      try {
        return step();
      } finally {
        this.exec('COMMIT');
      }
    });
  }

  writeNow<Result>(step: () => Result, isKept: (result: Result) => boolean = () => true): Result {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = step();
      this.exec(isKept(result) ? 'COMMIT' : 'ROLLBACK');
      return result;
    } catch (error) {
      // A full disk has already ended the transaction.
      if (this.#database.inTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.open) this.#database.close();
  }

  async #patiently<Result>(step: () => Result): Promise<Result> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return step();
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw toStoreError(error, this.path);
        await delay(Math.random() * MAX_PAUSE_MS);
      }
    }
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare<[readonly SqlValue[]]>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
