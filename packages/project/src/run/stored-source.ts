import { nearestNames } from '@helve/core';
import { flowErrors, type BlockStore } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { didYouMean } from '../project-errors.js';

/** Documents of a run from the store. */
export interface StoredSource {
  readonly documents: readonly string[];
  /** The locales that their blocks have targets in. */
  readonly targets: readonly string[];
}

/** The documents of the store: those that were named, or all. */
export async function findStored(named: readonly string[], store: BlockStore): Promise<StoredSource> {
  const targets = new Map<string, Set<string>>();
  const session = await store.begin();
  try {
    for await (const { ref, value } of session.blocks()) {
      const locales = targets.get(ref.document) ?? new Set<string>();
      targets.set(ref.document, locales);
      for (const variant of Object.keys(value.targets)) locales.add(variantLocale(variant));
    }
  } finally {
    await session.close();
  }
  const known = [...targets.keys()];
  for (const name of named) if (!targets.has(name)) throw notStored(name, known);
  const documents = named.length > 0 ? named : known;
  return { documents, targets: [...new Set(documents.flatMap((id) => [...(targets.get(id) ?? [])]))].toSorted() };
}

function notStored(name: string, known: readonly string[]): Error {
  const near = didYouMean(nearestNames(name, known));
  return flowErrors.create('FLOW_NOT_FOUND', { kind: 'stored document', name }, { details: near });
}
