import type { PairFormat } from '@helve/flow/content';

/** Loads what reads documents with their existing translations. */
export async function loadPairFormat(): Promise<PairFormat> {
  return (await import('./pair-format.js')).pairFormat;
}
