/** The measurement of one call. */
export interface MeasurementSample {
  readonly instanceId: string;
  readonly configHash: string;
  readonly ok: boolean;
  readonly atMs: number;
  readonly durationMs: number;
  readonly peakRssBytes: number;
  readonly peakGpuBytes: number;
  readonly usage: { readonly [unit: string]: number };
}

/** Statistics of the calls of one instance with one config. */
export interface Measurement {
  readonly instanceId: string;
  readonly configHash: string;
  readonly runs: number;
  /** Between 0 and 1. */
  readonly successRate: number;
  readonly updatedAtMs: number;
  readonly meanDurationMs: number;
  readonly peakRssBytes: number;
  readonly meanRssBytes: number;
  readonly peakGpuBytes: number;
  readonly meanGpuBytes: number;
  /** Totals by unit. */
  readonly usage: { readonly [unit: string]: number };
}

/** Stores measurements per instance and config hash. Not essential: without it, instances are measured again. */
export interface MeasurementStore {
  get(instanceId: string, configHash: string): Promise<Measurement | undefined>;
  /** Adds one call; concurrent samples all count. */
  add(sample: MeasurementSample): Promise<void>;
  /** Deletes everything about an instance, whatever its config. */
  forget(instanceId: string): Promise<void>;
}
