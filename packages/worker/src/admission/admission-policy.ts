import type { ResourceShortfall } from '../error/resource-errors.js';
import type { MachineResources, Peaks } from './resource-probe.js';

/** Reasons for which a job waits. */
export type BlockReason = 'lanes' | 'measuring' | 'alone' | 'instance' | 'gpu_vram_mb' | 'system_ram_mb';

/** A job that waits for admission. */
export interface AdmissionRequest {
  readonly instanceId: string;
  readonly maxConcurrent: number;
  /** Number of calls that currently count against `maxConcurrent`. */
  readonly inFlight: number;
  /** Skips measuring and memory checks. */
  readonly open: boolean;
  /** Peaks of earlier runs with this configuration; absent before the first. */
  readonly measured?: Peaks | undefined;
  /** Number of workers that its instance may have. Default: 1. */
  readonly workers?: number | undefined;
  /** Memory that its workers already hold. */
  readonly resident: Peaks;
}

/** A job that runs. */
export interface RunningJob {
  readonly instanceId: string;
  readonly measuring: boolean;
  readonly reserved: Peaks;
  /** Number of workers that its instance may have. Default: 1. */
  readonly workers?: number;
}

export interface AdmissionState {
  readonly running: readonly RunningJob[];
  /** Absent when no decision depends on it. */
  readonly machine?: MachineResources | undefined;
  /** Memory that the workers of an instance hold now. Default: none. */
  readonly residentOf?: ((instanceId: string) => Peaks) | undefined;
}

export type AdmissionVerdict =
  | { readonly kind: 'admit'; readonly measuring: boolean; readonly reserved: Peaks }
  | { readonly kind: 'wait'; readonly reason: BlockReason; readonly shortfall?: ResourceShortfall }
  | { readonly kind: 'never'; readonly shortfall: ResourceShortfall };

/** Decides whether a job may run now; keeps no state. */
export interface AdmissionPolicy {
  decide(request: AdmissionRequest, state: AdmissionState): AdmissionVerdict;
}
