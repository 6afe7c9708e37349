import { existsSync } from 'node:fs';
import { createTranslationMemory, type TmStorage, type TranslationMemory } from '@helve/l10n';
import { projectErrors } from '../project-errors.js';
import type { MemoryLocation } from './memory-location.js';

/** A memory that is open. */
export interface OpenMemory {
  readonly place: MemoryLocation;
  readonly storage: TmStorage;
  readonly memory: TranslationMemory;
}

/** Opens a memory to write to it; it is made if it is not there. */
export async function openMemory(place: MemoryLocation): Promise<OpenMemory> {
  const { openPostgresMemory, openSqliteMemory } = await import('@helve/store');
  const storage =
    place.postgres === undefined
      ? openSqliteMemory({ path: place.path })
      : await openPostgresMemory(place.name, { connectionString: place.postgres });
  return Object.freeze({ place, storage, memory: createTranslationMemory(storage) });
}

/** Opens a memory that must be there, since it is only read. */
async function openKnownMemory(place: MemoryLocation): Promise<OpenMemory> {
  if (place.path !== undefined && !existsSync(place.path)) {
    throw projectErrors.create('PROJECT_MEMORY_UNKNOWN', { name: place.name, path: place.path });
  }
  return openMemory(place);
}

/** Works with a memory that is there, and closes it. */
export async function withMemory<Result>(
  place: MemoryLocation,
  work: (memory: OpenMemory) => Promise<Result>,
): Promise<Result> {
  return closing(await openKnownMemory(place), work);
}

/** Works with a memory that is made if it is not there, and closes it. */
export async function withNewMemory<Result>(
  place: MemoryLocation,
  work: (memory: OpenMemory) => Promise<Result>,
): Promise<Result> {
  return closing(await openMemory(place), work);
}

async function closing<Result>(memory: OpenMemory, work: (memory: OpenMemory) => Promise<Result>): Promise<Result> {
  try {
    return await work(memory);
  } finally {
    await memory.storage.close();
  }
}
