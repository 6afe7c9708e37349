import type { SessionRecord, SessionStore } from '@helve/agent';
import { toColumnText } from '../column-text.js';
import { createSweeper } from '../sweeper.js';
import type { Connections } from './connections.js';
import { sweep } from './sweep.js';

export function createSessionStore(connections: Connections): SessionStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    load: (id, nowMs) =>
      connections.once(async (runner) => {
        const sql = 'SELECT record, revision FROM helve.session WHERE id = $1 AND expires_at_ms > $2';
        const row = await runner.first<{ record: string; revision: number }>(sql, [toColumnText(id), nowMs]);
        return row && { record: JSON.parse(row.record) as SessionRecord, revision: row.revision };
      }),
    save: (record, revision, ttlMs, nowMs) =>
      connections.once(async (runner) => {
        if (isTimeToSweep()) await sweep(runner, 'session', 'id', nowMs);
        const changed = await runner.run(
          `INSERT INTO helve.session AS session (id, owner, revision, record, expires_at_ms)
           VALUES ($1, $6, $2 + 1, $3, $5)
           ON CONFLICT (id) DO UPDATE SET
             owner = excluded.owner, revision = excluded.revision, record = excluded.record, expires_at_ms = excluded.expires_at_ms
           WHERE session.revision = $2 OR session.expires_at_ms <= $4`,
          [toColumnText(record.id), revision, JSON.stringify(record), nowMs, nowMs + ttlMs, toColumnText(record.owner)],
        );
        return changed > 0;
      }),
    delete: (id) =>
      connections.once(async (runner) => {
        await runner.run('DELETE FROM helve.session WHERE id = $1', [toColumnText(id)]);
      }),
    list: (owner, nowMs) =>
      connections.once(async (runner) => {
        const sql = `SELECT record FROM helve.session WHERE owner = $1 AND expires_at_ms > $2
                     ORDER BY expires_at_ms DESC, id LIMIT 100`;
        const rows = await runner.all<{ record: string }>(sql, [toColumnText(owner), nowMs]);
        return rows.map(({ record }) => JSON.parse(record) as SessionRecord);
      }),
  } satisfies SessionStore);
}
