import type { WorkerRow } from '../port/workers.js';
import { sampleLines, type Sample } from './metric-family.js';

/** Metrics of workers in the text format of Prometheus. Labels are names of instances, which nobody outside makes up. */
export function workerMetrics(rows: readonly WorkerRow[]): string {
  const each = (value: (row: WorkerRow) => number): Sample[] =>
    rows.map((row) => ({ labels: { worker: row.id }, value: value(row) }));
  const byProcess = (value: (process: WorkerRow['workers'][number]) => number): Sample[] =>
    rows.flatMap(({ id, workers }) =>
      workers.map((process, at) => ({ labels: { worker: id, process: String(at) }, value: value(process) })),
    );
  const calls = rows.flatMap(({ id, calls: { completed, failed } }) => [
    { labels: { worker: id, outcome: 'completed' }, value: completed },
    { labels: { worker: id, outcome: 'failed' }, value: failed },
  ]);
  const lines = [
    ...sampleLines('helve_worker_calls_total', 'Calls of workers that ended, by outcome', 'counter', calls),
    ...sampleLines(
      'helve_worker_calls_in_flight',
      'Calls that run',
      'gauge',
      each(({ inFlight }) => inFlight),
    ),
    ...sampleLines(
      'helve_worker_calls_queued',
      'Calls that wait',
      'gauge',
      each(({ queued }) => queued),
    ),
    ...sampleLines(
      'helve_worker_restarts_total',
      'Restarts after a crash',
      'counter',
      each(({ restarts }) => restarts),
    ),
    ...sampleLines(
      'helve_worker_up',
      '1 where calls can be answered',
      'gauge',
      each(({ healthy }) => (healthy ? 1 : 0)),
    ),
    ...sampleLines(
      'helve_worker_processes',
      'Processes of the worker',
      'gauge',
      each(({ workers }) => workers.length),
    ),
    ...sampleLines(
      'helve_worker_resident_memory_bytes',
      'Memory',
      'gauge',
      byProcess(({ rssBytes }) => rssBytes),
    ),
    ...sampleLines(
      'helve_worker_gpus',
      'Graphics cards of the process',
      'gauge',
      byProcess(({ gpus }) => gpus.length),
    ),
  ];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
