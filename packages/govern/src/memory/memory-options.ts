import { aCount, checkOptions } from '../check-options.js';

export interface MemoryOptions {
  /** How many entries are kept at most. */
  readonly maxEntries?: number;
}

export function readMaxEntries(store: string, options: MemoryOptions, fallback: number): number {
  return checkOptions(store, options, { maxEntries: aCount }).maxEntries ?? fallback;
}
