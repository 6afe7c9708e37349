/** Memory in bytes. */
export interface Peaks {
  readonly rssBytes: number;
  readonly gpuBytes: number;
}

/** Memory of the machine, total and available. */
export interface MachineResources {
  readonly ramTotalBytes: number;
  readonly ramAvailableBytes: number;
  readonly gpuTotalBytes?: number;
  readonly gpuFreeBytes?: number;
}

/** Measures memory; declarations of capabilities are never consulted. */
export interface ResourceProbe {
  /** Memory of a process and all of its descendants. */
  tree(pid: number): Promise<Peaks>;
  machine(): Promise<MachineResources>;
  /** Names of the graphics cards, as programs are told them. Default: there are none. */
  cards?(): Promise<readonly string[]>;
}
