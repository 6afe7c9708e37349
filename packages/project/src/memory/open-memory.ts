import { existsSync } from 'node:fs';
import { createTranslationMemory, type TmStorage, type TranslationMemory } from '@helve/l10n';
import { projectErrors } from '../project-errors.js';
import type { MemoryLocation } from './memory-location.js';

/** A memory that is open. */
export interface OpenMemory {
  readonly location: MemoryLocation;
  readonly storage: TmStorage;
  readonly memory: TranslationMemory;
}

/** Opens a memory to write to it; it is made if it is not there. */
export async function openMemory(location: MemoryLocation): Promise<OpenMemory> {
  const { openPostgresMemory, openSqliteMemory } = await import('@helve/store');
  const storage =
    location.postgres === undefined
      ? openSqliteMemory({ path: location.path })
      : await openPostgresMemory(location.name, { connectionString: location.postgres });
  return Object.freeze({ location, storage, memory: createTranslationMemory(storage) });
}

/** Opens a memory that must be there, since it is only read. */
async function openKnownMemory(location: MemoryLocation): Promise<OpenMemory> {
  if (location.path !== undefined && !existsSync(location.path)) {
    throw projectErrors.create('PROJECT_MEMORY_UNKNOWN', { name: location.name, path: location.path });
  }
  return openMemory(location);
}

/** Works with a memory that is there, and closes it. */
export async function withMemory<Result>(
  location: MemoryLocation,
  work: (memory: OpenMemory) => Promise<Result>,
): Promise<Result> {
  return closing(await openKnownMemory(location), work);
}

/** Works with a memory that is made if it is not there, and closes it. */
export async function withNewMemory<Result>(
  location: MemoryLocation,
  work: (memory: OpenMemory) => Promise<Result>,
): Promise<Result> {
  return closing(await openMemory(location), work);
}

async function closing<Result>(memory: OpenMemory, work: (memory: OpenMemory) => Promise<Result>): Promise<Result> {
  try {
    return await work(memory);
  } finally {
    await memory.storage.close();
  }
}
