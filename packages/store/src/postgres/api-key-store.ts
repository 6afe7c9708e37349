import type { ApiKeyStore } from '@helve/govern';
import { toApiKey, toApiKeyText, type ApiKeyRow } from '../api-key-row.js';
import { toColumnText } from '../column-text.js';
import type { Connections } from './connections.js';

const columns = 'id, record, created_at_ms, revoked_at_ms, last_used_at_ms';

export function createApiKeyStore(connections: Connections): ApiKeyStore {
  return Object.freeze({
    put: (key) =>
      connections.once(async (runner) => {
        await runner.run(
          `INSERT INTO helve.api_key (${columns}) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (id) DO UPDATE SET record = excluded.record, created_at_ms = excluded.created_at_ms,
             revoked_at_ms = excluded.revoked_at_ms, last_used_at_ms = excluded.last_used_at_ms`,
          [toColumnText(key.id), toApiKeyText(key), key.createdAtMs, key.revokedAtMs ?? null, key.lastUsedAtMs ?? null],
        );
      }),
    get: (id) =>
      connections.once(async (runner) => {
        const sql = `SELECT ${columns} FROM helve.api_key WHERE id = $1`;
        const row = await runner.first<ApiKeyRow>(sql, [toColumnText(id)]);
        return row && toApiKey(row);
      }),
    list: () =>
      connections.once(async (runner) => {
        const sql = `SELECT ${columns} FROM helve.api_key ORDER BY created_at_ms, id`;
        return (await runner.all<ApiKeyRow>(sql)).map(toApiKey);
      }),
    revoke: (id, nowMs) =>
      connections.once(async (runner) => {
        const sql = 'UPDATE helve.api_key SET revoked_at_ms = $1 WHERE id = $2 AND revoked_at_ms IS NULL';
        return (await runner.run(sql, [nowMs, toColumnText(id)])) > 0;
      }),
    touch: (id, nowMs) =>
      connections.once(async (runner) => {
        await runner.run('UPDATE helve.api_key SET last_used_at_ms = $1 WHERE id = $2', [nowMs, toColumnText(id)]);
      }),
  } satisfies ApiKeyStore);
}
