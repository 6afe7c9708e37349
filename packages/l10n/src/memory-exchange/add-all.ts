import type { TmAdded, TmDraft, TmDrafts, TmIndexer, TranslationMemory } from '../memory/contract.js';

/** Number of entries written at once. */
const BATCH = 1000;

/** Result of adding entries, and the error that ended the reading early, if any. */
export interface AddedAll {
  readonly added: TmAdded;
  /** Entries of the file that are in the memory now. */
  readonly kept: number;
  readonly failure?: { readonly error: unknown };
}

const nothing: TmAdded = { added: 0, updated: 0, unchanged: 0 };

/** Adds entries while they are read, those before an error included. */
export async function addAll(
  memory: Pick<TranslationMemory, 'add'>,
  drafts: TmDrafts,
  progress: () => void,
  index?: TmIndexer,
): Promise<AddedAll> {
  let received = 0;
  let failure: AddedAll['failure'];
  async function* untilFailure(): AsyncGenerator<readonly TmDraft[]> {
    let batch: TmDraft[] = [];
    try {
      for await (const read of drafts) {
        for (const draft of 'variants' in read ? [read] : read) {
          if (batch.push(draft) < BATCH) continue;
          received += BATCH;
          yield batch;
          batch = [];
          progress();
        }
      }
    } catch (error) {
      failure = { error };
    }
    received += batch.length;
    yield batch;
  }
  try {
    const added = await memory.add(untilFailure(), index);
    progress();
    return { added, kept: received, ...(failure && { failure }) };
  } catch (error) {
    // The batch that could not be written is the last one.
    const stored = Math.max(0, Math.ceil(received / BATCH) - 1) * BATCH;
    return { added: nothing, kept: stored, failure: { error } };
  }
}
