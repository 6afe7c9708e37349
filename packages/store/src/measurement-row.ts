import type { Measurement, MeasurementSample } from '@helve/worker/host';

/** Totals of the samples of one instance and config: sums instead of means, so that nothing is rounded twice. */
export interface MeasurementTotals {
  readonly runs: number;
  readonly successes: number;
  readonly updatedAtMs: number;
  readonly durationMs: number;
  readonly rssBytes: number;
  readonly gpuBytes: number;
  readonly peakRssBytes: number;
  readonly peakGpuBytes: number;
  readonly usage: Measurement['usage'];
}

const none: MeasurementTotals = {
  runs: 0,
  successes: 0,
  updatedAtMs: 0,
  durationMs: 0,
  rssBytes: 0,
  gpuBytes: 0,
  peakRssBytes: 0,
  peakGpuBytes: 0,
  usage: {},
};

/** Returns the column with one more sample. */
export function withSample(column: string | undefined, sample: MeasurementSample): string {
  const known = column === undefined ? none : (JSON.parse(column) as MeasurementTotals);
  return JSON.stringify({
    runs: known.runs + 1,
    successes: known.successes + (sample.ok ? 1 : 0),
    updatedAtMs: Math.max(known.updatedAtMs, sample.atMs),
    durationMs: known.durationMs + sample.durationMs,
    rssBytes: known.rssBytes + sample.peakRssBytes,
    gpuBytes: known.gpuBytes + sample.peakGpuBytes,
    peakRssBytes: Math.max(known.peakRssBytes, sample.peakRssBytes),
    peakGpuBytes: Math.max(known.peakGpuBytes, sample.peakGpuBytes),
    usage: sumByUnit(known.usage, sample.usage),
  } satisfies MeasurementTotals);
}

export function toMeasurement(instanceId: string, configHash: string, column: string): Measurement {
  const { runs, successes, updatedAtMs, durationMs, rssBytes, gpuBytes, peakRssBytes, peakGpuBytes, usage } =
    JSON.parse(column) as MeasurementTotals;
  return Object.freeze({
    instanceId,
    configHash,
    runs,
    successRate: successes / runs,
    updatedAtMs,
    meanDurationMs: durationMs / runs,
    peakRssBytes,
    meanRssBytes: rssBytes / runs,
    peakGpuBytes,
    meanGpuBytes: gpuBytes / runs,
    usage: Object.freeze(usage),
  });
}

function sumByUnit(total: Measurement['usage'], more: Measurement['usage']): Measurement['usage'] {
  const sum = new Map(Object.entries(total));
  for (const [unit, amount] of Object.entries(more)) sum.set(unit, (sum.get(unit) ?? 0) + amount);
  return Object.fromEntries(sum);
}
