import type { ConfigStore } from '@helve/worker/host';
import { fromColumnText, toColumnText } from '../column-text.js';
import { toInstanceRecord } from '../config-row.js';
import type { Connections } from './connections.js';

export function createConfigStore(connections: Connections): ConfigStore {
  return Object.freeze({
    get: (instanceId) =>
      connections.once(async (session) => {
        const sql = 'SELECT record FROM helve.instance WHERE id = $1';
        const row = await session.first<{ record: string }>(sql, [toColumnText(instanceId)]);
        return row && toInstanceRecord(instanceId, row.record);
      }),
    put: (instanceId, record) => {
      const values = [toColumnText(instanceId), JSON.stringify(record)];
      return connections.once(async (session) => {
        await session.run(
          `INSERT INTO helve.instance (id, record) VALUES ($1, $2)
           ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
          values,
        );
      });
    },
    delete: (instanceId) =>
      connections.once(async (session) => {
        const sql = 'DELETE FROM helve.instance WHERE id = $1';
        return (await session.run(sql, [toColumnText(instanceId)])) > 0;
      }),
    list: () =>
      connections.once(async (session) => {
        const rows = await session.all<{ id: string }>('SELECT id FROM helve.instance');
        return rows.map(({ id }) => fromColumnText(id)).toSorted();
      }),
  } satisfies ConfigStore);
}
