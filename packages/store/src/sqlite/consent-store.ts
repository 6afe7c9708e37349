import type { ConsentStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import type { Connection } from './connection.js';

export function createConsentStore(connection: Connection): ConsentStore {
  return Object.freeze({
    isGranted: (userId, toolId) =>
      connection.once(() => {
        const sql = 'SELECT 1 FROM consent WHERE user_id = ? AND tool_id = ? AND revoked_at_ms IS NULL';
        return connection.first(sql, [toColumnText(userId), toColumnText(toolId)]) !== undefined;
      }),
    grant: (userId, toolId, by, nowMs) =>
      connection.once(() => {
        connection.run('INSERT OR REPLACE INTO consent VALUES (?, ?, ?, ?, NULL, NULL)', [
          toColumnText(userId),
          toColumnText(toolId),
          toColumnText(by),
          nowMs,
        ]);
      }),
    revoke: (userId, toolId, by, nowMs) =>
      connection.once(() => {
        const changed = connection.run(
          `UPDATE consent SET revoked_by = ?, revoked_at_ms = ?
           WHERE user_id = ? AND tool_id = ? AND revoked_at_ms IS NULL`,
          [toColumnText(by), nowMs, toColumnText(userId), toColumnText(toolId)],
        );
        return changed > 0;
      }),
  } satisfies ConsentStore);
}
