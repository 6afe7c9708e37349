import {
  clearApproval,
  decideApproval,
  takeApproval,
  tenantPart,
  type ApprovalRecord,
  type ApprovalState,
  type ApprovalStore,
} from '@helve/core';
import { CLEARED_AT_ONCE, REMEMBERED_MS, toApprovalRecord, type ApprovalRow } from '../approval-row.js';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import { fittingRows, type SizedRow } from '../fitting-rows.js';
import { lockNames, type Connections, type SqlValue, type StatementRunner } from './connections.js';
import { sweep } from './sweep.js';

const SELECT = 'SELECT record FROM helve.approval';
const LISTED = `WHERE ($1::text IS NULL OR state = $1) AND ($2::text IS NULL OR session_id = $2)
    AND ($3::text IS NULL OR owner = $3) AND ($4::text IS NULL OR strpos(owner, $4) > 0)
    AND ($5::double precision IS NULL OR expires_at_ms > $5)
  ORDER BY created_at_ms, id LIMIT $6::integer`;

export function createApprovalStore(connections: Connections): ApprovalStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    put: async (request, maxPending) => {
      const text = JSON.stringify({ ...request, state: 'pending' } satisfies ApprovalRecord);
      const owner = toColumnText(request.owner);
      return connections.write(async (runner) => {
        await lockNames(runner, [`approval ${owner}`]);
        await clearExpired(runner, request.createdAtMs);
        if (isTimeToSweep()) await sweep(runner, 'approval', 'id', request.createdAtMs - REMEMBERED_MS);
        const row = await runner.first<{ pending: number }>(
          `SELECT count(*)::integer AS pending FROM helve.approval
           WHERE owner = $1 AND state = 'pending' AND expires_at_ms > $2`,
          [owner, request.createdAtMs],
        );
        if ((row?.pending ?? 0) >= maxPending) return false;
        await runner.run(`INSERT INTO helve.approval VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7)`, [
          toColumnText(request.id),
          toColumnText(request.tokenHash),
          owner,
          orNull(request.sessionId),
          request.createdAtMs,
          request.expiresAtMs,
          text,
        ]);
        return true;
      });
    },
    list: ({ state, sessionId, owner, tenant, endsAfterMs, limit = null, maxBytes } = {}) =>
      connections.once(async (runner) => {
        const values = [
          state ?? null,
          orNull(sessionId),
          orNull(owner),
          tenant === undefined ? null : tenantPart(tenant),
          endsAfterMs ?? null,
        ];
        const fitting = maxBytes === undefined ? limit : await countFitting(runner, [...values, limit], maxBytes);
        return (await runner.all<ApprovalRow>(`${SELECT} ${LISTED}`, [...values, fitting])).map(toApprovalRecord);
      }),
    get: (id) => connections.once((runner) => find(runner, `${SELECT} WHERE id = $1`, id)),
    decide: (id, decision) =>
      connections.write(async (runner) => {
        const record = await find(runner, `${SELECT} WHERE id = $1 FOR UPDATE`, id);
        const decided = record && decideApproval(record, decision);
        return decided && replace(runner, decided);
      }),
    take: (claim) =>
      connections.write(async (runner) => {
        const record = await find(runner, `${SELECT} WHERE token_hash = $1 FOR UPDATE`, claim.tokenHash);
        const result = takeApproval(record, claim);
        if (result.ok) await replace(runner, clearApproval(result.record));
        return result;
      }),
    settle: (id, answer) =>
      connections.write(async (runner) => {
        const record = await find(runner, `${SELECT} WHERE id = $1 FOR UPDATE`, id);
        if (record !== undefined) await replace(runner, { ...record, answer });
      }),
  } satisfies ApprovalStore);
}

async function find(runner: StatementRunner, sql: string, value: string) {
  const row = await runner.first<ApprovalRow>(sql, [toColumnText(value)]);
  return row === undefined ? undefined : toApprovalRecord(row);
}

/** Counts the listed rows that fit; Postgres knows the size of a record without reading it. */
async function countFitting(runner: StatementRunner, values: readonly SqlValue[], maxBytes: number): Promise<number> {
  const sizes = await runner.all<SizedRow>(
    `SELECT octet_length(record) AS bytes FROM helve.approval ${LISTED}`,
    values,
  );
  return fittingRows(sizes, maxBytes).length;
}

async function clearExpired(runner: StatementRunner, nowMs: number): Promise<void> {
  const sql = `${SELECT} WHERE state IN ('pending', 'approved') AND expires_at_ms <= $1
    LIMIT ${CLEARED_AT_ONCE} FOR UPDATE SKIP LOCKED`;
  for (const row of await runner.all<ApprovalRow>(sql, [nowMs])) {
    await replace(runner, clearApproval(toApprovalRecord(row)), 'expired');
  }
}

async function replace(
  runner: StatementRunner,
  record: ApprovalRecord,
  state: ApprovalState = record.state,
): Promise<ApprovalRecord> {
  await runner.run('UPDATE helve.approval SET state = $1, record = $2 WHERE id = $3', [
    state,
    JSON.stringify(record),
    toColumnText(record.id),
  ]);
  return record;
}

function orNull(text: string | undefined): string | null {
  return text === undefined ? null : toColumnText(text);
}
