import type { ApiKeyStore } from '@helve/govern';
import { toApiKey, toApiKeyText, type ApiKeyRow } from '../api-key-row.js';
import { toColumnText } from '../column-text.js';
import type { Connection } from './connection.js';

const columns = 'id, record, created_at_ms, revoked_at_ms, last_used_at_ms';

export function createApiKeyStore(connection: Connection): ApiKeyStore {
  return Object.freeze({
    put: (key) =>
      connection.once(() => {
        connection.run(`INSERT OR REPLACE INTO api_key (${columns}) VALUES (?, ?, ?, ?, ?)`, [
          toColumnText(key.id),
          toApiKeyText(key),
          key.createdAtMs,
          key.revokedAtMs ?? null,
          key.lastUsedAtMs ?? null,
        ]);
      }),
    get: (id) =>
      connection.once(() => {
        const sql = `SELECT ${columns} FROM api_key WHERE id = ?`;
        const row = connection.first<ApiKeyRow>(sql, [toColumnText(id)]);
        return row && toApiKey(row);
      }),
    list: () =>
      connection.once(() =>
        connection.all<ApiKeyRow>(`SELECT ${columns} FROM api_key ORDER BY created_at_ms, id`).map(toApiKey),
      ),
    revoke: (id, nowMs) =>
      connection.once(() => {
        const sql = 'UPDATE api_key SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL';
        return connection.run(sql, [nowMs, toColumnText(id)]) > 0;
      }),
    touch: (id, nowMs) =>
      connection.once(() => {
        connection.run('UPDATE api_key SET last_used_at_ms = ? WHERE id = ?', [nowMs, toColumnText(id)]);
      }),
  } satisfies ApiKeyStore);
}
