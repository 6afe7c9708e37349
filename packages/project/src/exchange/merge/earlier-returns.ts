import type { EarlierReturn } from '@helve/l10n';
import type { BatchFolder } from '../batch-folder.js';
import { readMergeRecord } from './merge-record.js';

/** Finds the return that set a translation, by its hash. */
export type FindReturn = (path: string, block: string, locale: string, hash: string) => EarlierReturn | undefined;

/** Reads what earlier merges of all batches have set; of several that set the same text, the newest batch counts. */
export async function earlierReturns(batches: BatchFolder): Promise<FindReturn> {
  const found = new Map<string, EarlierReturn>();
  for (const { batch, createdAt, files } of await batches.list()) {
    const record = await readMergeRecord(batches, batch);
    for (const { path, units } of files) {
      for (const { id, block } of units)
        for (const [locale, { hash, state }] of Object.entries(record[id] ?? {}))
          found.set(keyOf(path, block, locale, hash), { extractedAt: createdAt, state });
    }
  }
  return (...place) => found.get(keyOf(...place));
}

function keyOf(...place: readonly string[]): string {
  return place.join('\n');
}
