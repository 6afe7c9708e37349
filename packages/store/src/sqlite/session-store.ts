import type { SessionRecord, SessionStore } from '@helve/agent';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import type { Connection } from './connection.js';
import { sweep } from './sweep.js';

export function createSessionStore(connection: Connection): SessionStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    load: (id, nowMs) =>
      connection.once(() => {
        const sql = 'SELECT record, revision FROM session WHERE id = ? AND expires_at_ms > ?';
        const row = connection.first<{ record: string; revision: number }>(sql, [toColumnText(id), nowMs]);
        return row && { record: JSON.parse(row.record) as SessionRecord, revision: row.revision };
      }),
    save: (record, revision, ttlMs, nowMs) =>
      connection.write(() => {
        if (isTimeToSweep()) sweep(connection, 'session', 'id', nowMs);
        const changed = connection.run(
          `INSERT INTO session (id, owner, revision, record, expires_at_ms) VALUES (?1, ?6, ?2 + 1, ?3, ?4 + ?5)
           ON CONFLICT (id) DO UPDATE SET
             owner = excluded.owner, revision = excluded.revision, record = excluded.record, expires_at_ms = excluded.expires_at_ms
           WHERE revision = ?2 OR expires_at_ms <= ?4`,
          [toColumnText(record.id), revision, JSON.stringify(record), nowMs, ttlMs, toColumnText(record.owner)],
        );
        return changed > 0;
      }),
    delete: (id) =>
      connection.once(() => {
        connection.run('DELETE FROM session WHERE id = ?', [toColumnText(id)]);
      }),
    list: (owner, nowMs) =>
      connection.once(() => {
        const sql = `SELECT record FROM session WHERE owner = ? AND expires_at_ms > ?
                     ORDER BY expires_at_ms DESC, id LIMIT 100`;
        const rows = connection.all<{ record: string }>(sql, [toColumnText(owner), nowMs]);
        return rows.map(({ record }) => JSON.parse(record) as SessionRecord);
      }),
  } satisfies SessionStore);
}
