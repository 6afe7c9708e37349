import type { ConsentStore } from '@helve/govern';
import { toColumnText } from '../column-text.js';
import type { Connections } from './connections.js';

export function createConsentStore(connections: Connections): ConsentStore {
  return Object.freeze({
    isGranted: (userId, toolId) =>
      connections.once(async (runner) => {
        const sql = 'SELECT 1 FROM helve.consent WHERE user_id = $1 AND tool_id = $2 AND revoked_at_ms IS NULL';
        return (await runner.first(sql, [toColumnText(userId), toColumnText(toolId)])) !== undefined;
      }),
    grant: (userId, toolId, by, nowMs) =>
      connections.once(async (runner) => {
        await runner.run(
          `INSERT INTO helve.consent VALUES ($1, $2, $3, $4, NULL, NULL) ON CONFLICT (user_id, tool_id) DO UPDATE SET
             granted_by = excluded.granted_by, granted_at_ms = excluded.granted_at_ms,
             revoked_by = NULL, revoked_at_ms = NULL`,
          [toColumnText(userId), toColumnText(toolId), toColumnText(by), nowMs],
        );
      }),
    revoke: (userId, toolId, by, nowMs) =>
      connections.once(async (runner) => {
        const changed = await runner.run(
          `UPDATE helve.consent SET revoked_by = $1, revoked_at_ms = $2
           WHERE user_id = $3 AND tool_id = $4 AND revoked_at_ms IS NULL`,
          [toColumnText(by), nowMs, toColumnText(userId), toColumnText(toolId)],
        );
        return changed > 0;
      }),
  } satisfies ConsentStore);
}
