import type { TrailHead, TrailStore } from '@helve/core';
import { toColumnText } from '../column-text.js';
import { emptyHead, link, toStoredRecord, type ChainRow, type TrailRow } from '../trail/chain.js';
import { createGroupCommit } from '../trail/group-commit.js';
import { pageLimit, WALK_PAGE } from '../trail/page-limit.js';
import { writeRecord, type WrittenRecord } from '../trail/record-text.js';
import { verifyChain, type TrailState } from '../trail/verify-chain.js';
import { lockNames, type Connections, type Session, type Value } from './connections.js';

// The driver gives a bigint as text; no trail is as long as a double can count.
const CHAIN_COLUMNS = 'seq::double precision AS seq, record, previous_hash AS "previousHash", hash';
const COLUMNS = `${CHAIN_COLUMNS}, request_id AS "requestId", tool_id AS "toolId", user_id AS "userId",
  session_id AS "sessionId", outcome, owner, intent_id AS "intentId"`;

/** Leaves out intents that a result closes. */
const OPEN = `NOT (outcome = 'unknown' AND EXISTS (
  SELECT 1 FROM helve.trail AS result WHERE result.intent_id = helve.trail.intent_id AND result.outcome <> 'unknown'
))`;

/** The trail, with a way to write what still waits. */
export function createTrailStore(connections: Connections): TrailStore & { close(): Promise<void> } {
  const commit = createGroupCommit<WrittenRecord>(connections.place, (records) =>
    connections.write((session) => appendAll(session, records)),
  );
  return Object.freeze({
    append: async (record) => commit.add(writeRecord(record)),
    list: ({ toolId, userId, owner, sessionId, outcome, beforeSeq, limit } = {}) =>
      connections.once(async (session) => {
        const conditions: readonly (readonly [column: string, value: Value | undefined])[] = [
          ['tool_id =', optionalText(toolId)],
          ['user_id =', optionalText(userId)],
          ['owner =', optionalText(owner)],
          ['session_id =', optionalText(sessionId)],
          ['outcome =', outcome],
          ['seq <', beforeSeq],
        ];
        const given = conditions.filter(([, value]) => value !== undefined);
        const where = [...given.map(([sql], index) => `${sql} $${index + 2}`), OPEN].join(' AND ');
        const rows = await session.all<ChainRow>(
          `SELECT ${CHAIN_COLUMNS} FROM helve.trail WHERE ${where} ORDER BY helve.trail.seq DESC LIMIT $1`,
          [pageLimit(limit), ...given.map(([, value]) => value ?? null)],
        );
        return rows.map(toStoredRecord);
      }),
    get: (requestId) =>
      connections.once(async (session) => {
        const row = await session.first<ChainRow>(
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
            connections.once((session) =>
              session.all<TrailRow>(
                `SELECT ${COLUMNS} FROM helve.trail WHERE helve.trail.seq > $1 ORDER BY helve.trail.seq LIMIT ${WALK_PAGE}`,
                [seq],
              ),
            ),
        },
        expectedHead,
      ),
    close: () => commit.close(),
  } satisfies TrailStore & { close(): Promise<void> });
}

async function appendAll(session: Session, records: readonly WrittenRecord[]): Promise<void> {
  await lockNames(session, ['trail']);
  const { rows, head } = link(await readHead(session), records);
  await session.run(
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
  await session.run(
    `INSERT INTO helve.trail_head VALUES (1, $1, $2)
     ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, count = excluded.count`,
    [head.hash, head.count],
  );
}

async function readHead(session: Session): Promise<TrailHead> {
  return (
    (await session.first<TrailHead>('SELECT hash, count::double precision AS count FROM helve.trail_head')) ?? emptyHead
  );
}

/** One statement, so that all of it is of one moment. */
async function readState(session: Session): Promise<TrailState> {
  const row = await session.first<{ hash: string | null; count: number | null; rowCount: number; lastSeq: number }>(
    `SELECT (SELECT hash FROM helve.trail_head) AS hash,
            (SELECT count::double precision FROM helve.trail_head) AS count,
            (SELECT count(*)::double precision FROM helve.trail) AS "rowCount",
            (SELECT coalesce(max(seq), 0)::double precision FROM helve.trail) AS "lastSeq"`,
  );
  const { hash = null, count = null, rowCount = 0, lastSeq = 0 } = row ?? {};
  return { head: hash === null || count === null ? emptyHead : { hash, count }, rowCount, lastSeq };
}

function optionalText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : toColumnText(text);
}
