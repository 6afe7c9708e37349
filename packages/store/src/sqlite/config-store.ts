import type { ConfigStore } from '@helve/worker/host';
import { fromColumnText, toColumnText } from '../column-text.js';
import { toInstanceRecord } from '../config-row.js';
import type { Connection } from './connection.js';

export function createConfigStore(connection: Connection): ConfigStore {
  return Object.freeze({
    get: (instanceId) =>
      connection.once(() => {
        const sql = 'SELECT record FROM instance WHERE id = ?';
        const row = connection.first<{ record: string }>(sql, [toColumnText(instanceId)]);
        return row && toInstanceRecord(instanceId, row.record);
      }),
    put: (instanceId, record) => {
      const values = [toColumnText(instanceId), JSON.stringify(record)];
      return connection.once(() => {
        connection.run('INSERT OR REPLACE INTO instance (id, record) VALUES (?, ?)', values);
      });
    },
    delete: (instanceId) =>
      connection.once(() => connection.run('DELETE FROM instance WHERE id = ?', [toColumnText(instanceId)]) > 0),
    list: () =>
      connection.once(() =>
        connection
          .all<{ id: string }>('SELECT id FROM instance')
          .map(({ id }) => fromColumnText(id))
          .toSorted(),
      ),
  } satisfies ConfigStore);
}
