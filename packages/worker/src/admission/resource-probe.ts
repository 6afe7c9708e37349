/** Bytes of memory. */
export interface Peaks {
  readonly rssBytes: number;
  readonly gpuBytes: number;
}

/** What the machine has, and what of it is free. */
export interface MachineResources {
  readonly ramTotalBytes: number;
  readonly ramAvailableBytes: number;
  readonly gpuTotalBytes?: number;
  readonly gpuFreeBytes?: number;
}

/** Measures; what a capability says about its own needs is never asked. */
export interface ResourceProbe {
  /** What a process and all that it started hold at this moment. */
  tree(pid: number): Promise<Peaks>;
  machine(): Promise<MachineResources>;
}
