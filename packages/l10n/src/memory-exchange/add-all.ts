import type { TmAdded, TmDraft, TmDrafts, TmIndexer, TranslationMemory } from '../memory/contract.js';

/** So many entries are written at once. */
const BATCH = 1000;

/** What is in the memory, and what ended the reading before its end. */
export interface AddedAll {
  readonly added: TmAdded;
  /** Entries of the file that are in the memory now. */
  readonly kept: number;
  readonly failure?: { readonly error: unknown };
}

const nothing: TmAdded = { added: 0, updated: 0, unchanged: 0 };

/** Adds entries while they are read. What was read before a mistake is added too. */
export async function addAll(
  memory: Pick<TranslationMemory, 'add'>,
  drafts: TmDrafts,
  progress: () => void,
  index?: TmIndexer,
): Promise<AddedAll> {
  let given = 0;
  let failure: AddedAll['failure'];
  async function* untilFailure(): AsyncGenerator<readonly TmDraft[]> {
    let batch: TmDraft[] = [];
    try {
      for await (const read of drafts) {
        for (const draft of 'variants' in read ? [read] : read) {
          if (batch.push(draft) < BATCH) continue;
          given += BATCH;
          yield batch;
          batch = [];
          progress();
        }
      }
    } catch (error) {
      failure = { error };
    }
    given += batch.length;
    yield batch;
  }
  try {
    const added = await memory.add(untilFailure(), index);
    progress();
    return { added, kept: given, ...(failure && { failure }) };
  } catch (error) {
    // The batch that could not be written is the last one that was given.
    const kept = Math.max(0, Math.ceil(given / BATCH) - 1) * BATCH;
    return { added: nothing, kept, failure: { error } };
  }
}
