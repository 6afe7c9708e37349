import type { ResourceShortfall } from '../error/resource-errors.js';
import type {
  AdmissionPolicy,
  AdmissionRequest,
  AdmissionState,
  AdmissionVerdict,
  BlockReason,
} from './admission-policy.js';
import type { MachineResources, Peaks } from './resource-probe.js';

export interface AdmissionOptions {
  /** Maximum number of concurrent jobs. Default: 4. */
  readonly lanes?: number;
  /** Share of the graphics memory that jobs may use together. Default: 0.9. */
  readonly gpuShare?: number;
}

const LANES = 4;
const GPU_SHARE = 0.9;
const none: Peaks = Object.freeze({ rssBytes: 0, gpuBytes: 0 });

/** Creates the default policy. It checks the number of jobs, exclusivity of unmeasured jobs, the instance's limit, then memory. */
export function createAdmission({ lanes = LANES, gpuShare = GPU_SHARE }: AdmissionOptions = {}): AdmissionPolicy {
  return {
    decide(request, state) {
      const { open, measured } = request;
      const never = open || measured === undefined ? undefined : neverFits(measured, state.machine, gpuShare);
      if (never !== undefined) return { kind: 'never', shortfall: never };
      if (state.running.length >= lanes) return wait('lanes');
      const alone = open ? undefined : aloneBlock(request, state);
      if (alone !== undefined) return wait(alone);
      if (request.inFlight >= request.maxConcurrent) return wait('instance');
      if (open) return { kind: 'admit', measuring: false, reserved: none };
      if (measured === undefined) return { kind: 'admit', measuring: true, reserved: none };
      return memoryBlock(request, measured, state, gpuShare) ?? { kind: 'admit', measuring: false, reserved: measured };
    },
  };
}

function wait(reason: BlockReason): AdmissionVerdict {
  return { kind: 'wait', reason };
}

/** Returns the reason to wait when this job or a running one has to run alone to be measured. */
function aloneBlock({ measured }: AdmissionRequest, { running }: AdmissionState): BlockReason | undefined {
  if (running.some(({ measuring }) => measuring)) return 'measuring';
  return measured === undefined && running.length > 0 ? 'alone' : undefined;
}

function neverFits(
  peak: Peaks,
  machine: MachineResources | undefined,
  gpuShare: number,
): ResourceShortfall | undefined {
  if (machine === undefined) return undefined;
  const gpuBudget = (machine.gpuTotalBytes ?? Infinity) * gpuShare;
  if (peak.gpuBytes > gpuBudget) return shortfall('gpu_vram_mb', peak.gpuBytes, gpuBudget);
  if (peak.rssBytes > machine.ramTotalBytes) return shortfall('system_ram_mb', peak.rssBytes, machine.ramTotalBytes);
  return undefined;
}

function memoryBlock(
  request: AdmissionRequest,
  peak: Peaks,
  state: AdmissionState,
  gpuShare: number,
): AdmissionVerdict | undefined {
  const { running, machine } = state;
  if (machine === undefined) return undefined;
  const { resident: held } = request;
  const reserved = running.reduce((sum, job) => sum + job.reserved.gpuBytes, 0);
  const gpuLeft = (machine.gpuTotalBytes ?? Infinity) * gpuShare - reserved;
  const gpuFree = Math.min(gpuLeft, (machine.gpuFreeBytes ?? Infinity) + held.gpuBytes);
  if (peak.gpuBytes > gpuFree) return blocked(shortfall('gpu_vram_mb', peak.gpuBytes, gpuFree));
  const { ownBytes, othersBytes } = reservedMemory(request, peak, state);
  // What workers hold already is missing from the available memory, and counts for those who reserved it.
  const ramFree = machine.ramAvailableBytes + held.rssBytes - ownBytes - othersBytes;
  if (peak.rssBytes > ramFree) return blocked(shortfall('system_ram_mb', peak.rssBytes, ramFree));
  return undefined;
}

/**
 * Memory that running jobs have been promised: of this instance, where calls of one worker share it, and of others, as
 * far as their workers do not hold it yet.
 */
function reservedMemory(
  { instanceId, workers = 1 }: AdmissionRequest,
  peak: Peaks,
  { running, residentOf = () => none }: AdmissionState,
) {
  const ours = running.filter((job) => job.instanceId === instanceId).length;
  const others = new Map<string, number>();
  for (const job of running) {
    if (job.instanceId === instanceId) continue;
    const { rssBytes } = job.reserved;
    // Calls of one worker are measured as the whole worker: the largest counts, once for each worker.
    const known = others.get(job.instanceId) ?? 0;
    others.set(job.instanceId, (job.workers ?? 1) > 1 ? known + rssBytes : Math.max(known, rssBytes));
  }
  const outstanding = [...others].map(([id, bytes]) => Math.max(0, bytes - residentOf(id).rssBytes));
  return {
    ownBytes: Math.min(ours, workers - 1) * peak.rssBytes,
    othersBytes: outstanding.reduce((sum, bytes) => sum + bytes, 0),
  };
}

function blocked(
  missing: ResourceShortfall & { readonly resource: 'gpu_vram_mb' | 'system_ram_mb' },
): AdmissionVerdict {
  return { kind: 'wait', reason: missing.resource, shortfall: missing };
}

const MIB = 1024 * 1024;

function shortfall<R extends ResourceShortfall['resource']>(resource: R, needed: number, available: number) {
  return { resource, needed: Math.ceil(needed / MIB), available: Math.floor(Math.max(0, available) / MIB) };
}
