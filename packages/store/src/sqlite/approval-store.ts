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
import type { Connection, SqlValue } from './connection.js';
import { sweep } from './sweep.js';

const SELECT = 'SELECT record FROM approval';
const LISTED = `WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR session_id = ?2)
    AND (?3 IS NULL OR owner = ?3) AND (?4 IS NULL OR instr(owner, ?4) > 0)
    AND (?5 IS NULL OR expires_at_ms > ?5)
  ORDER BY created_at_ms, id LIMIT ?6`;

export function createApprovalStore(connection: Connection): ApprovalStore {
  const isTimeToSweep = createSweeper();
  const find = (column: 'id' | 'token_hash', value: string) => {
    const row = connection.first<ApprovalRow>(`${SELECT} WHERE ${column} = ?`, [toColumnText(value)]);
    return row === undefined ? undefined : toApprovalRecord(row);
  };
  const replace = (record: ApprovalRecord, state: ApprovalState = record.state) => {
    connection.run('UPDATE approval SET state = ?, record = ? WHERE id = ?', [
      state,
      JSON.stringify(record),
      toColumnText(record.id),
    ]);
    return record;
  };
  const clearExpired = (nowMs: number) => {
    const sql = `${SELECT} WHERE state IN ('pending', 'approved') AND expires_at_ms <= ? LIMIT ${CLEARED_AT_ONCE}`;
    for (const row of connection.all<ApprovalRow>(sql, [nowMs]))
      replace(clearApproval(toApprovalRecord(row)), 'expired');
  };

  return Object.freeze({
    put: (request, maxPending) =>
      connection.write(() => {
        clearExpired(request.createdAtMs);
        if (isTimeToSweep()) sweep(connection, 'approval', 'id', request.createdAtMs - REMEMBERED_MS);
        const owner = toColumnText(request.owner);
        const row = connection.first<{ pending: number }>(
          `SELECT count(*) AS pending FROM approval
           WHERE owner = ? AND state = 'pending' AND expires_at_ms > ?`,
          [owner, request.createdAtMs],
        );
        if ((row?.pending ?? 0) >= maxPending) return false;
        connection.run(`INSERT INTO approval VALUES (?, ?, ?, ?, ?, ?, 'pending', ?)`, [
          toColumnText(request.id),
          toColumnText(request.tokenHash),
          owner,
          orNull(request.sessionId),
          request.createdAtMs,
          request.expiresAtMs,
          JSON.stringify({ ...request, state: 'pending' } satisfies ApprovalRecord),
        ]);
        return true;
      }),
    list: ({ state, sessionId, owner, tenant, endsAfterMs, limit = -1, maxBytes } = {}) =>
      connection.once(() => {
        const values = [
          state ?? null,
          orNull(sessionId),
          orNull(owner),
          tenant === undefined ? null : tenantPart(tenant),
          endsAfterMs ?? null,
        ];
        const fitting = maxBytes === undefined ? limit : countFitting(connection, [...values, limit], maxBytes);
        return connection.all<ApprovalRow>(`${SELECT} ${LISTED}`, [...values, fitting]).map(toApprovalRecord);
      }),
    get: (id) => connection.once(() => find('id', id)),
    decide: (id, decision) =>
      connection.write(() => {
        const record = find('id', id);
        const decided = record && decideApproval(record, decision);
        return decided && replace(decided);
      }),
    take: (claim) =>
      connection.write(() => {
        const result = takeApproval(find('token_hash', claim.tokenHash), claim);
        if (result.ok) replace(clearApproval(result.record));
        return result;
      }),
    settle: (id, answer) =>
      connection.write(() => {
        const record = find('id', id);
        if (record !== undefined) replace({ ...record, answer });
      }),
  } satisfies ApprovalStore);
}

/** Counts the listed rows that fit; SQLite knows the size of a record without reading it. */
function countFitting(connection: Connection, values: readonly SqlValue[], maxBytes: number): number {
  const sizes = connection.all<SizedRow>(`SELECT octet_length(record) AS bytes FROM approval ${LISTED}`, values);
  return fittingRows(sizes, maxBytes).length;
}

function orNull(text: string | undefined): SqlValue {
  return text === undefined ? null : toColumnText(text);
}
