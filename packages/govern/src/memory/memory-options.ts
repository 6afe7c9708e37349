import { aCount, checkOptions } from '../check-options.js';

export interface MemoryOptions {
  /** Maximum number of entries. */
  readonly maxEntries?: number;
}

export function readMaxEntries(store: string, options: MemoryOptions, fallback: number): number {
  return checkOptions(store, options, { maxEntries: aCount }).maxEntries ?? fallback;
}
