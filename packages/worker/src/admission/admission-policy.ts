import type { ResourceShortfall } from '../error/resource-errors.js';
import type { MachineResources, Peaks } from './resource-probe.js';

/** Why a job has to wait. */
export type BlockReason = 'lanes' | 'measuring' | 'alone' | 'instance' | 'gpu_vram_mb' | 'system_ram_mb';

/** A job that asks to run. */
export interface AdmissionRequest {
  readonly instanceId: string;
  readonly maxConcurrent: number;
  /** How much of `maxConcurrent` is in use, whoever uses it. */
  readonly inFlight: number;
  /** Measuring and memory are no matter for it. */
  readonly open: boolean;
  /** What earlier runs with this configuration took; absent before the first. */
  readonly measured?: Peaks | undefined;
  /** What its worker holds already, which it need not find. */
  readonly held: Peaks;
}

/** A job that runs. */
export interface RunningJob {
  readonly instanceId: string;
  readonly measuring: boolean;
  readonly reserved: Peaks;
}

export interface AdmissionState {
  readonly running: readonly RunningJob[];
  /** Absent where nobody needs to know. */
  readonly machine?: MachineResources | undefined;
}

export type AdmissionVerdict =
  | { readonly kind: 'admit'; readonly measuring: boolean; readonly reserved: Peaks }
  | { readonly kind: 'wait'; readonly reason: BlockReason; readonly shortfall?: ResourceShortfall }
  | { readonly kind: 'never'; readonly shortfall: ResourceShortfall };

/** Decides whether a job may run now; decides only, and holds nothing. */
export interface AdmissionPolicy {
  decide(request: AdmissionRequest, state: AdmissionState): AdmissionVerdict;
}
