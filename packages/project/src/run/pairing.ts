import type { FileInput, FileIoOptions } from '@helve/flow/engine';
import { loadPairFormat } from '@helve/l10n/run';

/** Loads the reader of existing translations where inputs have some. */
export async function pairing(inputs: readonly FileInput[]): Promise<Pick<FileIoOptions, 'pairFormat'>> {
  const isPaired = inputs.some(({ existing = [] }) => existing.length > 0);
  return isPaired ? { pairFormat: await loadPairFormat() } : {};
}
