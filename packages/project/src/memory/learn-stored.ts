import { digest } from '@helve/core';
import type { BlockStore } from '@helve/flow';
import { blockDrafts, type LearnOptions, type TmDraft } from '@helve/l10n';
import { memoryLocation, writtenMemory } from './memory-location.js';
import type { MemoryConfig } from './run-memories.js';
import { withNewMemory } from './open-memory.js';

/** Lets the memory of a project learn what people have reviewed, from the documents that a run has stored. */
export async function learnStored(
  store: BlockStore,
  documents: readonly string[],
  config: MemoryConfig,
  folder: string,
): Promise<void> {
  const startedAt = new Date().toISOString();
  const session = `learn-${digest([startedAt, ...documents]).slice(0, 24)}`;
  const location = memoryLocation(writtenMemory(config), { folder, cwd: folder, store: config.store });
  await withNewMemory(location, async ({ memory, storage }) => {
    let entries = 0;
    async function* lessons(): AsyncGenerator<TmDraft> {
      for await (const draft of readDrafts(store, documents, { minStatus: 'reviewed', session })) {
        entries += 1;
        yield draft;
      }
    }
    await memory.add(lessons());
    if (entries === 0) return;
    const source = documents.join(' ');
    await storage.putSession({ id: session, kind: 'learn', source, header: {}, entries, startedAt });
  });
}

async function* readDrafts(
  store: BlockStore,
  documents: readonly string[],
  choice: Omit<LearnOptions, 'document'>,
): AsyncGenerator<TmDraft> {
  const session = await store.begin();
  try {
    for (const document of documents) {
      for await (const { value } of session.blocks({ document })) {
        yield* blockDrafts(value, { ...choice, document }).drafts;
      }
    }
  } finally {
    await session.close();
  }
}
