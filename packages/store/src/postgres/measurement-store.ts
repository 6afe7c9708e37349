import type { MeasurementStore } from '@helve/worker/host';
import { toColumnText } from '../column-text.js';
import { toMeasurement, withSample } from '../measurement-row.js';
import { lockNames, type Connections, type StatementRunner } from './connections.js';

export function createMeasurementStore(connections: Connections): MeasurementStore {
  return Object.freeze({
    get: (instanceId, configHash) =>
      connections.once(async (runner) => {
        const totals = await readTotals(runner, [toColumnText(instanceId), toColumnText(configHash)]);
        return totals === undefined ? undefined : toMeasurement(instanceId, configHash, totals);
      }),
    add: (sample) =>
      connections.write(async (runner) => {
        const key = [toColumnText(sample.instanceId), toColumnText(sample.configHash)];
        await lockNames(runner, [`measurement ${JSON.stringify(key)}`]);
        const totals = withSample(await readTotals(runner, key), sample);
        await runner.run(
          `INSERT INTO helve.measurement (instance_id, config_hash, totals) VALUES ($1, $2, $3)
           ON CONFLICT (instance_id, config_hash) DO UPDATE SET totals = excluded.totals`,
          [...key, totals],
        );
      }),
    forget: (instanceId) =>
      connections.once(async (runner) => {
        await runner.run('DELETE FROM helve.measurement WHERE instance_id = $1', [toColumnText(instanceId)]);
      }),
  } satisfies MeasurementStore);
}

async function readTotals(runner: StatementRunner, key: readonly string[]): Promise<string | undefined> {
  const sql = 'SELECT totals FROM helve.measurement WHERE instance_id = $1 AND config_hash = $2';
  return (await runner.first<{ totals: string }>(sql, key))?.totals;
}
