import type { TrailHead, TrailStore } from '@helve/core';
import { toColumnText } from '../column-text.js';
import { emptyHead, link, toStoredRecord, type ChainRow, type TrailRow } from '../trail/chain.js';
import { createGroupCommit } from '../trail/group-commit.js';
import { pageLimit, WALK_PAGE } from '../trail/page-limit.js';
import { writeRecord, type WrittenRecord } from '../trail/record-text.js';
import { verifyChain, type TrailState } from '../trail/verify-chain.js';
import { createCheckpoints } from './checkpoints.js';
import type { Connection, Value } from './connection.js';
import type { LogSync } from './log-sync.js';

const CHAIN_COLUMNS = 'seq, record, previous_hash AS previousHash, hash';
const COLUMNS = `${CHAIN_COLUMNS}, request_id AS requestId, tool_id AS toolId, user_id AS userId,
  session_id AS sessionId, outcome, owner, intent_id AS intentId`;

/** Leaves out intents that a result closes. */
const OPEN = `NOT (outcome = 'unknown' AND EXISTS (
  SELECT 1 FROM trail AS result WHERE result.intent_id = trail.intent_id AND result.outcome <> 'unknown'
))`;

/** One statement for several rows takes two thirds of the time of one for each. */
const ROWS_AT_ONCE = 16;
const oneRow = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const insertOne = `INSERT INTO trail VALUES ${oneRow}`;
const insertMany = `INSERT INTO trail VALUES ${Array.from({ length: ROWS_AT_ONCE }, () => oneRow).join(', ')}`;

/** The trail, with a way to write what still waits. */
export function createTrailStore(connection: Connection, log: LogSync): TrailStore & { close(): Promise<void> } {
  const checkpoints = createCheckpoints(connection);
  const commit = createGroupCommit<WrittenRecord>(connection.path, async (records) => {
    checkpoints.wrote(await connection.write(() => appendAll(connection, records)));
    await log.sync();
  });
  return Object.freeze({
    append: async (record) => commit.add(writeRecord(record)),
    list: ({ toolId, userId, owner, sessionId, outcome, beforeSeq, limit } = {}) =>
      connection.once(() => {
        const conditions: readonly (readonly [sql: string, value: Value | undefined])[] = [
          ['tool_id = ?', optionalText(toolId)],
          ['user_id = ?', optionalText(userId)],
          ['owner = ?', optionalText(owner)],
          ['session_id = ?', optionalText(sessionId)],
          ['outcome = ?', outcome],
          ['seq < ?', beforeSeq],
        ];
        const given = conditions.filter(([, value]) => value !== undefined);
        const where = [...given.map(([sql]) => sql), OPEN].join(' AND ');
        return connection
          .all<ChainRow>(`SELECT ${CHAIN_COLUMNS} FROM trail WHERE ${where} ORDER BY seq DESC LIMIT ?`, [
            ...given.map(([, value]) => value ?? null),
            pageLimit(limit),
          ])
          .map(toStoredRecord);
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
            connection.once(() =>
              connection.all<TrailRow>(`SELECT ${COLUMNS} FROM trail WHERE seq > ? ORDER BY seq LIMIT ${WALK_PAGE}`, [
                seq,
              ]),
            ),
        },
        expectedHead,
      ),
    close: async () => {
      await commit.close();
      await checkpoints.close();
      await log.close();
    },
  } satisfies TrailStore & { close(): Promise<void> });
}

/** How many characters that were. */
function appendAll(connection: Connection, records: readonly WrittenRecord[]): number {
  const { rows, head } = link(readHead(connection), records);
  const whole = rows.length - (rows.length % ROWS_AT_ONCE);
  for (let at = 0; at < whole; at += ROWS_AT_ONCE) {
    connection.run(insertMany, rows.slice(at, at + ROWS_AT_ONCE).flatMap(valuesOf));
  }
  for (const row of rows.slice(whole)) connection.run(insertOne, valuesOf(row));
  connection.run('INSERT OR REPLACE INTO trail_head VALUES (1, ?, ?)', [head.hash, head.count]);
  return rows.reduce((chars, { record }) => chars + record.length, 0);
}

/** In the order of the columns. */
function valuesOf(row: TrailRow): Value[] {
  const { seq, requestId, toolId, userId, sessionId, outcome, record, previousHash, hash, owner, intentId } = row;
  return [seq, requestId, toolId, userId, sessionId, outcome, record, previousHash, hash, owner, intentId];
}

function readHead(connection: Connection): TrailHead {
  return connection.first<TrailHead>('SELECT hash, count FROM trail_head') ?? emptyHead;
}

/** One statement, so that all of it is of one moment. */
function readState(connection: Connection): TrailState {
  const row = connection.first<{ hash: string | null; count: number | null; rowCount: number; lastSeq: number | null }>(
    `SELECT (SELECT hash FROM trail_head) AS hash, (SELECT count FROM trail_head) AS count,
            (SELECT count(*) FROM trail) AS rowCount, (SELECT max(seq) FROM trail) AS lastSeq`,
  );
  const { hash = null, count = null, rowCount = 0, lastSeq = null } = row ?? {};
  const head = hash === null || count === null ? emptyHead : { hash, count };
  return { head, rowCount, lastSeq: lastSeq ?? 0 };
}

function optionalText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : toColumnText(text);
}
