import type { Measurement, MeasurementSample, MeasurementStore } from '../port/measurement-store.js';

/** Creates a store of measurements in memory. */
export function createMemoryMeasurementStore(): MeasurementStore {
  const byInstance = new Map<string, Map<string, Measurement>>();

  return {
    get: async (instanceId, configHash) => byInstance.get(instanceId)?.get(configHash),
    async add(sample) {
      const ofInstance = byInstance.get(sample.instanceId) ?? new Map<string, Measurement>();
      byInstance.set(sample.instanceId, ofInstance);
      ofInstance.set(sample.configHash, withSample(ofInstance.get(sample.configHash), sample));
    },
    async forget(instanceId) {
      byInstance.delete(instanceId);
    },
  };
}

function withSample(known: Measurement | undefined, sample: MeasurementSample): Measurement {
  const runs = (known?.runs ?? 0) + 1;
  const mean = (before: number | undefined, value: number) => ((before ?? 0) * (runs - 1) + value) / runs;
  return Object.freeze({
    instanceId: sample.instanceId,
    configHash: sample.configHash,
    runs,
    successRate: mean(known?.successRate, sample.ok ? 1 : 0),
    updatedAtMs: Math.max(known?.updatedAtMs ?? 0, sample.atMs),
    meanDurationMs: mean(known?.meanDurationMs, sample.durationMs),
    peakRssBytes: Math.max(known?.peakRssBytes ?? 0, sample.peakRssBytes),
    meanRssBytes: mean(known?.meanRssBytes, sample.peakRssBytes),
    peakGpuBytes: Math.max(known?.peakGpuBytes ?? 0, sample.peakGpuBytes),
    meanGpuBytes: mean(known?.meanGpuBytes, sample.peakGpuBytes),
    usage: Object.freeze(sumByUnit(known?.usage ?? {}, sample.usage)),
  });
}

function sumByUnit(total: Measurement['usage'], more: Measurement['usage']): Measurement['usage'] {
  // The common case: a call without usage.
  if (Object.keys(more).length === 0) return total;
  const sum = new Map(Object.entries(total));
  for (const [unit, amount] of Object.entries(more)) sum.set(unit, (sum.get(unit) ?? 0) + amount);
  return Object.fromEntries(sum);
}
