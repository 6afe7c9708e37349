import { listen } from './listen.js';
import { isClash, toStoreError } from './to-store-error.js';

/** The part of a `pg` pool that the store uses. Declared here, so that users do not need the types of `pg`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (client: PostgresClient) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'connect', listener: (client: PostgresClient) => void): unknown;
}

export interface PostgresClient {
  query(sql: string, values: unknown[]): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>;
  release(broken?: Error): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'notification', listener: () => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'notification', listener: () => void): unknown;
}

type Single = string | number | null | Uint8Array;
export type SqlValue = Single | readonly Single[];

/** Runs statements on one connection. */
export interface StatementRunner {
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  first<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns the number of changed rows. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
}

/** Time limit of one statement; a dead network reports nothing by itself. */
export const STATEMENT_MS = 5_000;

// Conflicts are rare and short: a transaction that still loses after so many rounds has a deeper problem.
const MAX_ROUNDS = 5;

/** The connections to one Postgres database. */
export class Connections {
  readonly database: string;
  readonly #pool: PostgresPool;
  readonly #ownsPool: boolean;
  readonly #statementMs: number;
  #closed: Promise<void> | undefined;

  constructor(pool: PostgresPool, database: string, ownsPool: boolean, statementMs: number) {
    this.database = database;
    this.#statementMs = statementMs;
    this.#pool = pool;
    this.#ownsPool = ownsPool;
    // Without a listener, a broken idle connection would end the process. The pool drops it; the next use reports
    // more.
    pool.on('error', ignore);
    // So would a second error of a connection that was given back as broken.
    pool.on('connect', keepQuiet);
  }

  /** Runs one statement on its own. */
  async once<Result>(step: (runner: StatementRunner) => Promise<Result>): Promise<Result> {
    return this.#onClient((runner) => step(runner));
  }

  /** Runs a step as one transaction. It commits, or rolls back when the step throws or `isKept` is false for its result. */
  async write<Result>(
    step: (runner: StatementRunner) => Promise<Result>,
    isKept: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    return this.#onClient(async (runner) => {
      await runner.run('BEGIN');
      try {
        const result = await step(runner);
        await runner.run(isKept(result) ? 'COMMIT' : 'ROLLBACK');
        return result;
      } catch (error) {
        // If this fails too, the connection is gone, and the transaction with it: the first error says why.
        await runner.run('ROLLBACK').catch(ignore);
        throw error;
      }
    });
  }

  /** Returns a view of these connections with a longer time limit per statement. */
  forLong(statementMs: number): Connections {
    return new Connections(this.#pool, this.database, false, statementMs);
  }

  /** Calls back for each notification on a channel; returns how to stop that. Takes one connection for itself. */
  listen(channel: string, onNotify: () => void): () => Promise<void> {
    return listen(this.#pool, channel, onNotify);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    // An own pool keeps its listener: its last sockets close only after it has ended, and may still break.
    if (this.#ownsPool) await this.#pool.end();
    else this.#pool.off('error', ignore);
    this.#pool.off('connect', keepQuiet);
  }

  /** Connects within the time limit; releases a connection that arrives too late. */
  async #connect(): Promise<PostgresClient> {
    const connecting = this.#pool.connect();
    try {
      return await within(STATEMENT_MS, connecting);
    } catch (error) {
      if (error instanceof DeadlineError) connecting.then((client) => client.release(), ignore);
      throw error;
    }
  }

  async #onClient<Result>(step: (runner: StatementRunner) => Promise<Result>): Promise<Result> {
    try {
      for (let round = 1; ; round += 1) {
        const client = await this.#connect();
        try {
          return await useClient(client, this.#statementMs, step);
        } catch (error) {
          if (!isClash(error) || round === MAX_ROUNDS) throw error;
        }
      }
    } catch (error) {
      throw toStoreError(error, this.database);
    }
  }
}

async function useClient<Result>(
  client: PostgresClient,
  statementMs: number,
  step: (runner: StatementRunner) => Promise<Result>,
): Promise<Result> {
  let broken: Error | undefined;
  const noteBreak = (error: Error) => {
    broken = error;
  };
  client.on('error', noteBreak);
  try {
    return await step(toRunner(client, statementMs, noteBreak, () => broken));
  } finally {
    client.off('error', noteBreak);
    client.release(broken);
  }
}

function toRunner(
  client: PostgresClient,
  statementMs: number,
  noteBreak: (error: Error) => void,
  brokenBy: () => Error | undefined,
): StatementRunner {
  const query = async (sql: string, values: readonly SqlValue[] = []) => {
    // A connection that did not answer is dead, also for a rollback.
    const broken = brokenBy();
    if (broken !== undefined) throw broken;
    try {
      return await within(statementMs, client.query(sql, [...values]));
    } catch (error) {
      if (error instanceof DeadlineError) noteBreak(error);
      throw error;
    }
  };
  return {
    all: async <Row>(sql: string, values?: readonly SqlValue[]) => (await query(sql, values)).rows as Row[],
    first: async <Row>(sql: string, values?: readonly SqlValue[]) =>
      (await query(sql, values)).rows[0] as Row | undefined,
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
  };
}

/** Named and worded like the timeouts of the driver. */
class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineError(`timeout expired after ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Locks names until the transaction ends. They are taken in one order, so that two transactions never wait for each other. */
export async function lockNames(runner: StatementRunner, names: readonly string[]): Promise<void> {
  await runner.run(
    `SELECT pg_advisory_xact_lock(lock) FROM (
       SELECT DISTINCT hashtextextended(name, 0) AS lock FROM unnest($1::text[]) AS name ORDER BY lock
     ) AS locks`,
    [names],
  );
}

function keepQuiet(client: PostgresClient): void {
  client.on('error', ignore);
}

function ignore(): void {
  // The reason stands where it is passed.
}
