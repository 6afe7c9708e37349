import type { TrailHead } from '@helve/core';
import { toColumnText } from '../column-text.js';
import { fittingRows, type SizedRow } from '../fitting-rows.js';
import {
  appendToChain,
  headOf,
  toHead,
  toStoredRecord,
  type ChainRow,
  type HeadRow,
  type StateRow,
  type TrailRow,
} from '../trail/chain.js';
import { createGroupCommit } from '../trail/group-commit.js';
import { pageLimit, WALK_BYTES, WALK_PAGE } from '../trail/page-limit.js';
import { writeRecord, type WrittenRecord } from '../trail/record-text.js';
import { trailConditions } from '../trail/trail-conditions.js';
import { assertWhole, type GuardedTrail, type TrailGuard } from '../trail/trail-guard.js';
import { verifyChain, type TrailState } from '../trail/verify-chain.js';
import { createCheckpoints } from './checkpoints.js';
import type { Connection, SqlValue } from './connection.js';
import { createFileCheck } from './file-identity.js';
import type { LogSync } from './log-sync.js';
import { fileLabel } from './to-store-error.js';
import { where } from './where.js';

const CHAIN_COLUMNS = 'seq, record, previous_hash AS previousHash, hash';
const COLUMNS = `${CHAIN_COLUMNS}, request_id AS requestId, tool_id AS toolId, user_id AS userId,
  session_id AS sessionId, outcome, owner, intent_id AS intentId`;

/** Excludes intents that have a result. */
const OPEN = `NOT (outcome = 'unknown' AND EXISTS (
  SELECT 1 FROM trail AS result WHERE result.intent_id = trail.intent_id AND result.outcome <> 'unknown'
))`;

/** Rows per statement; takes two thirds of the time of single rows. */
const ROWS_AT_ONCE = 16;
const oneRow = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const insertOne = `INSERT INTO trail VALUES ${oneRow}`;
const insertMany = `INSERT INTO trail VALUES ${Array.from({ length: ROWS_AT_ONCE }, () => oneRow).join(', ')}`;

/** Creates the trail store of a file. */
export function createTrailStore(connection: Connection, log: LogSync, guard: TrailGuard): GuardedTrail {
  const checkpoints = createCheckpoints(connection);
  const assertSameFile = createFileCheck(connection.path);
  const readSafeHead = () => {
    assertSameFile();
    return readWholeHead(connection, guard);
  };
  const commit = createGroupCommit<WrittenRecord>(fileLabel(connection.path), async (records) => {
    const { head, chars } = await connection.write(() => appendAll(connection, guard, readSafeHead(), records));
    checkpoints.wrote(chars);
    await log.sync();
    guard.keep(head);
  });
  return Object.freeze({
    append: async (record) => commit.add(writeRecord(record)),
    list: (filter = {}) =>
      connection.once(() => {
        const { sql, values } = where(trailConditions(filter));
        const rest = `WHERE ${sql} AND ${OPEN} ORDER BY seq DESC LIMIT ?`;
        const limit = fittingLimit(connection, rest, [...values, pageLimit(filter.limit)], filter.maxBytes);
        const page = `SELECT ${CHAIN_COLUMNS} FROM trail ${rest}`;
        return connection.all<ChainRow>(page, [...values, limit]).map(toStoredRecord);
      }),
    get: (requestId) =>
      connection.once(() => {
        const sql = `SELECT ${CHAIN_COLUMNS} FROM trail WHERE request_id = ? ORDER BY seq DESC LIMIT 1`;
        const row = connection.first<ChainRow>(sql, [toColumnText(requestId)]);
        return row === undefined ? undefined : toStoredRecord(row);
      }),
    head: () => connection.once(() => readHead(connection)),
    verify: (expectedHead) =>
      verifyChain(
        {
          state: () => connection.once(() => readState(connection)),
          after: (seq) =>
            connection.once(() => {
              const rest = 'WHERE seq > ? ORDER BY seq LIMIT ?';
              const limit = fittingLimit(connection, rest, [seq, WALK_PAGE], WALK_BYTES);
              return connection.all<TrailRow>(`SELECT ${COLUMNS} FROM trail ${rest}`, [seq, limit]);
            }),
        },
        guard,
        expectedHead,
      ),
    check: async () => {
      await connection.write(() => storeHead(connection, readSafeHead()));
      await log.sync();
    },
    accept: async () => {
      const head = await connection.write(() => storeHead(connection, guard.sign(headOf(readLast(connection)))));
      guard.accept(head);
      return head;
    },
    close: async () => {
      await commit.close();
      await checkpoints.close();
      await log.close();
      guard.close();
    },
  } satisfies GuardedTrail);
}

/** Returns the new head and the number of characters written. */
function appendAll(
  connection: Connection,
  guard: TrailGuard,
  last: TrailHead,
  records: readonly WrittenRecord[],
): { head: TrailHead; chars: number } {
  const { rows, head } = appendToChain(last, records);
  const batched = rows.length - (rows.length % ROWS_AT_ONCE);
  for (let at = 0; at < batched; at += ROWS_AT_ONCE) {
    connection.run(insertMany, rows.slice(at, at + ROWS_AT_ONCE).flatMap(toValues));
  }
  for (const row of rows.slice(batched)) connection.run(insertOne, toValues(row));
  storeHead(connection, guard.sign(head));
  return { head, chars: rows.reduce((chars, { record }) => chars + record.length, 0) };
}

/** Finds how many rows fit; SQLite knows the size of a record without reading it. */
function fittingLimit(
  connection: Connection,
  rest: string,
  values: readonly [...SqlValue[], number],
  maxBytes: number | undefined,
): number {
  const limit = values.at(-1) as number;
  if (maxBytes === undefined || limit <= 1) return limit;
  const sizes = connection.all<SizedRow>(`SELECT octet_length(record) AS bytes FROM trail ${rest}`, values);
  return fittingRows(sizes, maxBytes).length;
}

function storeHead(connection: Connection, head: TrailHead): TrailHead {
  const values = [head.hash, head.count, head.signature ?? null];
  connection.run('INSERT OR REPLACE INTO trail_head VALUES (1, ?, ?, ?)', values);
  return head;
}

/** Reads the head and throws unless the trail continues from the last known one. */
function readWholeHead(connection: Connection, guard: TrailGuard): TrailHead {
  const known = guard.known();
  const head = readHead(connection);
  const last = readLast(connection);
  const hashAtKnown = last?.seq === known.count ? last.hash : hashAt(connection, known.count);
  assertWhole(guard, head, known, { last, hashAtKnown });
  return head;
}

function readLast(connection: Connection): TrailRow | undefined {
  return connection.first<TrailRow>(`SELECT ${COLUMNS} FROM trail ORDER BY seq DESC LIMIT 1`);
}

function hashAt(connection: Connection, seq: number): string | undefined {
  return connection.first<{ hash: string }>('SELECT hash FROM trail WHERE seq = ?', [seq])?.hash;
}

/** Returns the values in the order of the columns. */
function toValues(row: TrailRow): SqlValue[] {
  const { seq, requestId, toolId, userId, sessionId, outcome, record, previousHash, hash, owner, intentId } = row;
  return [seq, requestId, toolId, userId, sessionId, outcome, record, previousHash, hash, owner, intentId];
}

function readHead(connection: Connection): TrailHead {
  return toHead(connection.first<HeadRow>('SELECT hash, count, signature FROM trail_head'));
}

/** Reads everything in one statement, so that all of it is from one moment. */
function readState(connection: Connection): TrailState {
  const row = connection.first<StateRow>(
    `SELECT (SELECT hash FROM trail_head) AS hash, (SELECT count FROM trail_head) AS count,
            (SELECT signature FROM trail_head) AS signature,
            (SELECT count(*) FROM trail) AS rowCount, (SELECT coalesce(max(seq), 0) FROM trail) AS lastSeq`,
  );
  return { head: toHead(row), rowCount: row?.rowCount ?? 0, lastSeq: row?.lastSeq ?? 0 };
}
