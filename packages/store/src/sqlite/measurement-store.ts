import type { MeasurementStore } from '@helve/worker/host';
import { toColumnText } from '../column-text.js';
import { toMeasurement, withSample } from '../measurement-row.js';
import type { Connection } from './connection.js';

export function createMeasurementStore(connection: Connection): MeasurementStore {
  const readTotals = (key: readonly string[]): string | undefined =>
    connection.first<{ totals: string }>(
      'SELECT totals FROM measurement WHERE instance_id = ? AND config_hash = ?',
      key,
    )?.totals;

  return Object.freeze({
    get: (instanceId, configHash) =>
      connection.once(() => {
        const totals = readTotals([toColumnText(instanceId), toColumnText(configHash)]);
        return totals === undefined ? undefined : toMeasurement(instanceId, configHash, totals);
      }),
    add: (sample) =>
      connection.write(() => {
        const key = [toColumnText(sample.instanceId), toColumnText(sample.configHash)];
        const totals = withSample(readTotals(key), sample);
        connection.run('INSERT OR REPLACE INTO measurement (instance_id, config_hash, totals) VALUES (?, ?, ?)', [
          ...key,
          totals,
        ]);
      }),
    forget: (instanceId) =>
      connection.once(() => {
        connection.run('DELETE FROM measurement WHERE instance_id = ?', [toColumnText(instanceId)]);
      }),
  } satisfies MeasurementStore);
}
