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
import { lockNames, type Connections, type SqlValue, type StatementRunner } from './connections.js';
import { where } from './where.js';

// The driver returns a bigint as text; a double counts further than any trail.
const CHAIN_COLUMNS = 'seq::double precision AS seq, record, previous_hash AS "previousHash", hash';
const COLUMNS = `${CHAIN_COLUMNS}, request_id AS "requestId", tool_id AS "toolId", user_id AS "userId",
  session_id AS "sessionId", outcome, owner, intent_id AS "intentId"`;

/** Excludes intents that have a result. */
const OPEN = `NOT (outcome = 'unknown' AND EXISTS (
  SELECT 1 FROM helve.trail AS result WHERE result.intent_id = helve.trail.intent_id AND result.outcome <> 'unknown'
))`;

/** Creates the trail store of a database. */
export function createTrailStore(connections: Connections, guard: TrailGuard): GuardedTrail {
  const commit = createGroupCommit<WrittenRecord>(connections.database, async (records) => {
    guard.keep(await connections.write((runner) => appendAll(runner, guard, records)));
  });
  return Object.freeze({
    append: async (record) => commit.add(writeRecord(record)),
    list: (filter = {}) =>
      connections.once(async (runner) => {
        const { sql, values } = where(trailConditions(filter), 1);
        const rest = `WHERE ${sql} AND ${OPEN} ORDER BY helve.trail.seq DESC LIMIT $1`;
        const limit = await fittingLimit(runner, rest, [pageLimit(filter.limit), ...values], filter.maxBytes);
        const page = `SELECT ${CHAIN_COLUMNS} FROM helve.trail ${rest}`;
        return (await runner.all<ChainRow>(page, [limit, ...values])).map(toStoredRecord);
      }),
    get: (requestId) =>
      connections.once(async (runner) => {
        const row = await runner.first<ChainRow>(
          `SELECT ${CHAIN_COLUMNS} FROM helve.trail WHERE request_id = $1 ORDER BY helve.trail.seq DESC LIMIT 1`,
          [toColumnText(requestId)],
        );
        return row === undefined ? undefined : toStoredRecord(row);
      }),
    head: () => connections.once(readHead),
    verify: (expectedHead) =>
      verifyChain(
        {
          state: () => connections.once(readState),
          after: (seq) =>
            connections.once(async (runner) => {
              const rest = 'WHERE helve.trail.seq > $2 ORDER BY helve.trail.seq LIMIT $1';
              const limit = await fittingLimit(runner, rest, [WALK_PAGE, seq], WALK_BYTES);
              return runner.all<TrailRow>(`SELECT ${COLUMNS} FROM helve.trail ${rest}`, [limit, seq]);
            }),
        },
        guard,
        expectedHead,
      ),
    check: () =>
      connections.write(async (runner) => {
        await lockNames(runner, ['trail']);
        await storeHead(runner, await readWholeHead(runner, guard));
      }),
    accept: async () => {
      const head = await connections.write(async (runner) => {
        await lockNames(runner, ['trail']);
        return storeHead(runner, guard.sign(headOf(await readLast(runner))));
      });
      guard.accept(head);
      return head;
    },
    close: async () => {
      await commit.close();
      guard.close();
    },
  } satisfies GuardedTrail);
}

async function appendAll(
  runner: StatementRunner,
  guard: TrailGuard,
  records: readonly WrittenRecord[],
): Promise<TrailHead> {
  await lockNames(runner, ['trail']);
  const { rows, head } = appendToChain(await readWholeHead(runner, guard), records);
  await runner.run(
    `INSERT INTO helve.trail (seq, request_id, tool_id, user_id, session_id, outcome, record, previous_hash, hash,
                              owner, intent_id)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                          $8::text[], $9::text[], $10::text[], $11::text[])`,
    [
      rows.map(({ seq }) => seq),
      rows.map(({ requestId }) => requestId),
      rows.map(({ toolId }) => toolId),
      rows.map(({ userId }) => userId),
      rows.map(({ sessionId }) => sessionId),
      rows.map(({ outcome }) => outcome),
      rows.map(({ record }) => record),
      rows.map(({ previousHash }) => previousHash),
      rows.map(({ hash }) => hash),
      rows.map(({ owner }) => owner),
      rows.map(({ intentId }) => intentId),
    ],
  );
  await storeHead(runner, guard.sign(head));
  return head;
}

/** Finds how many rows fit; Postgres knows the size of a record without reading it. */
async function fittingLimit(
  runner: StatementRunner,
  rest: string,
  values: readonly [number, ...SqlValue[]],
  maxBytes: number | undefined,
): Promise<number> {
  const [limit] = values;
  if (maxBytes === undefined || limit <= 1) return limit;
  const sizes = await runner.all<SizedRow>(`SELECT octet_length(record) AS bytes FROM helve.trail ${rest}`, values);
  return fittingRows(sizes, maxBytes).length;
}

async function storeHead(runner: StatementRunner, head: TrailHead): Promise<TrailHead> {
  await runner.run(
    `INSERT INTO helve.trail_head (id, hash, count, signature) VALUES (1, $1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, count = excluded.count, signature = excluded.signature`,
    [head.hash, head.count, head.signature ?? null],
  );
  return head;
}

/** Reads the head and throws unless the trail continues from the last known one. */
async function readWholeHead(runner: StatementRunner, guard: TrailGuard): Promise<TrailHead> {
  const known = guard.known();
  const head = await readHead(runner);
  const last = await readLast(runner);
  const hashAtKnown = last?.seq === known.count ? last.hash : await hashAt(runner, known.count);
  assertWhole(guard, head, known, { last, hashAtKnown });
  return head;
}

function readLast(runner: StatementRunner): Promise<TrailRow | undefined> {
  return runner.first<TrailRow>(`SELECT ${COLUMNS} FROM helve.trail ORDER BY helve.trail.seq DESC LIMIT 1`);
}

async function hashAt(runner: StatementRunner, seq: number): Promise<string | undefined> {
  return (await runner.first<{ hash: string }>('SELECT hash FROM helve.trail WHERE seq = $1', [seq]))?.hash;
}

async function readHead(runner: StatementRunner): Promise<TrailHead> {
  const sql = 'SELECT hash, count::double precision AS count, signature FROM helve.trail_head';
  return toHead(await runner.first<HeadRow>(sql));
}

/** Reads everything in one statement, so that all of it is from one moment. */
async function readState(runner: StatementRunner): Promise<TrailState> {
  const row = await runner.first<StateRow>(
    `SELECT (SELECT hash FROM helve.trail_head) AS hash,
            (SELECT count::double precision FROM helve.trail_head) AS count,
            (SELECT signature FROM helve.trail_head) AS signature,
            (SELECT count(*)::double precision FROM helve.trail) AS "rowCount",
            (SELECT coalesce(max(seq), 0)::double precision FROM helve.trail) AS "lastSeq"`,
  );
  return { head: toHead(row), rowCount: row?.rowCount ?? 0, lastSeq: row?.lastSeq ?? 0 };
}
