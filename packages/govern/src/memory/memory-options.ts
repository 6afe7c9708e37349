import { aCount } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';

export interface MemoryOptions {
  /** Maximum number of entries. */
  readonly maxEntries?: number;
}

export function readMaxEntries(store: string, options: MemoryOptions, fallback: number): number {
  return checkHookOptions(store, options, { maxEntries: aCount }).maxEntries ?? fallback;
}
