import type { ConfigStore } from '@helve/worker/host';
import { fromColumnText, toColumnText } from '../column-text.js';
import { toInstanceRecord } from '../config-row.js';
import type { Connections } from './connections.js';

export function createConfigStore(connections: Connections): ConfigStore {
  return Object.freeze({
    get: (instanceId) =>
      connections.once(async (runner) => {
        const sql = 'SELECT record FROM helve.instance WHERE id = $1';
        const row = await runner.first<{ record: string }>(sql, [toColumnText(instanceId)]);
        return row && toInstanceRecord(instanceId, row.record);
      }),
    put: (instanceId, record) => {
      const values = [toColumnText(instanceId), JSON.stringify(record)];
      return connections.once(async (runner) => {
        await runner.run(
          `INSERT INTO helve.instance (id, record) VALUES ($1, $2)
           ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
          values,
        );
      });
    },
    delete: (instanceId) =>
      connections.once(async (runner) => {
        const sql = 'DELETE FROM helve.instance WHERE id = $1';
        return (await runner.run(sql, [toColumnText(instanceId)])) > 0;
      }),
    list: () =>
      connections.once(async (runner) => {
        const rows = await runner.all<{ id: string }>('SELECT id FROM helve.instance');
        return rows.map(({ id }) => fromColumnText(id)).toSorted();
      }),
  } satisfies ConfigStore);
}
