import { CapabilityError, type CapabilityErrorOptions, type ExitFacts } from './capability-error.js';

/** A shortage of one resource, in megabytes. */
export interface ResourceShortfall {
  readonly resource: 'gpu_vram_mb' | 'system_ram_mb' | 'disk_mb';
  readonly needed: number;
  readonly available: number;
}

export interface ResourceErrorOptions extends CapabilityErrorOptions {
  readonly resourceShortfall?: ResourceShortfall | undefined;
}

export interface OomErrorOptions extends ResourceErrorOptions, ExitFacts {
  /** Evidence such as a counter that rose or the last known size. */
  readonly evidence?: string | undefined;
}

/** The machine lacks a resource. A request that never fits is not retriable, and permanent for the caller. */
export class CapabilityResourceError extends CapabilityError {
  static override readonly code: string = 'RESOURCE';
  readonly resourceShortfall: ResourceShortfall | undefined;

  constructor(message: string, options: ResourceErrorOptions = {}) {
    const never = options.retriable === false && options.errorType === undefined && new.target.code === 'RESOURCE';
    super(message, never ? { ...options, errorType: 'PERMANENT' } : options);
    this.resourceShortfall = options.resourceShortfall;
  }
}

/** The system killed the worker because memory ran out. */
export class WorkerOOMError extends CapabilityResourceError {
  static override readonly code: string = 'WORKER_OOM';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly evidence: string;

  constructor(message: string, options: OomErrorOptions = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? null;
    this.signal = options.signal ?? null;
    this.evidence = options.evidence ?? '';
  }
}
