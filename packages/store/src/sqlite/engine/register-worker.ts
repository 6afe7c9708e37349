import type { WorkerFacts } from '@helve/flow/engine';
import { leaseOwner } from '../../lease-owner.js';
import type { Connection } from '../connection.js';

/** Writes that this process works as a worker, so that others see when it ends. */
export function registerWorker(
  connection: Connection,
  { id, build, labels = [], name }: WorkerFacts,
  { boot, at }: { readonly boot: string; readonly at: number },
): void {
  const sql = `INSERT INTO worker VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
    owner = excluded.owner, boot = excluded.boot, build = excluded.build, labels = excluded.labels, name = excluded.name,
    beat_at = excluded.beat_at`;
  connection.run(sql, [id, leaseOwner(), boot, build, JSON.stringify(labels), name ?? null, at, at]);
}
