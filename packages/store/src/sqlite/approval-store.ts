import type { ApprovalStore } from '@helve/core';
import { judgeClaim, REMEMBERED_MS, toApprovalRecord, type ApprovalRow } from '../approval-row.js';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import type { Connection, Value } from './connection.js';
import { sweep } from './sweep.js';

const SELECT = `
  SELECT request, state, decided_by AS decidedBy, decided_at_ms AS decidedAtMs, spent_by AS spentBy FROM approval`;

export function createApprovalStore(connection: Connection): ApprovalStore {
  const isTimeToSweep = createSweeper();
  const find = (column: 'id' | 'token_hash', value: string) => {
    const row = connection.first<ApprovalRow>(`${SELECT} WHERE ${column} = ?`, [toColumnText(value)]);
    return row === undefined ? undefined : toApprovalRecord(row);
  };

  return Object.freeze({
    put: (request, maxPending) =>
      connection.write(() => {
        if (isTimeToSweep()) sweep(connection, 'approval', 'id', request.createdAtMs - REMEMBERED_MS);
        const owner = [toColumnText(request.userId), orNull(request.sessionId)] as const;
        const row = connection.first<{ pending: number }>(
          `SELECT count(*) AS pending FROM approval
           WHERE user_id = ? AND session_id IS ? AND state = 'pending' AND expires_at_ms > ?`,
          [...owner, request.createdAtMs],
        );
        if ((row?.pending ?? 0) >= maxPending) return false;
        connection.run(`INSERT INTO approval VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', NULL, NULL, NULL)`, [
          toColumnText(request.id),
          toColumnText(request.tokenHash),
          ...owner,
          request.createdAtMs,
          request.expiresAtMs,
          JSON.stringify(request),
        ]);
        return true;
      }),
    list: ({ state, sessionId } = {}) =>
      connection.once(() =>
        connection
          .all<ApprovalRow>(
            `${SELECT} WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR session_id = ?2) ORDER BY created_at_ms, id`,
            [state ?? null, orNull(sessionId)],
          )
          .map(toApprovalRecord),
      ),
    get: (id) => connection.once(() => find('id', id)),
    decide: (id, decision, by, nowMs) =>
      connection.write(() => {
        const changed = connection.run(
          `UPDATE approval SET state = ?, decided_by = ?, decided_at_ms = ?
           WHERE id = ? AND state = 'pending' AND expires_at_ms > ?`,
          [decision === 'yes' ? 'approved' : 'rejected', toColumnText(by), nowMs, toColumnText(id), nowMs],
        );
        return changed === 0 ? undefined : find('id', id);
      }),
    take: (claim) =>
      connection.write(() => {
        const taken = judgeClaim(find('token_hash', claim.tokenHash), claim);
        if (taken.ok) {
          connection.run(`UPDATE approval SET state = 'spent', spent_by = ? WHERE token_hash = ?`, [
            orNull(claim.idempotencyKey),
            toColumnText(claim.tokenHash),
          ]);
        }
        return taken;
      }),
  } satisfies ApprovalStore);
}

function orNull(text: string | undefined): Value {
  return text === undefined ? null : toColumnText(text);
}
