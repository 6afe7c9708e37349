import { dirname } from 'node:path';
import { loadStore, type ProjectLocation } from '../open-project.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import { memoryPlace, readMemories, writtenMemory, type MemoryBase, type MemoryPlace } from './memory-location.js';

/** The memories of a project that a command works with. */
export interface ProjectMemories {
  readonly config: ResolvedConfig;
  /** The folder of the config. */
  readonly folder: string;
  /** The memories that were named, else those that the project reads. */
  readonly read: readonly MemoryPlace[];
  /** The first memory that was named, else the one that the project writes. */
  readonly write: MemoryPlace;
  placeOf(name: string): MemoryPlace;
}

/** Reads the config and finds the memories; those that are `named` begin at the working directory. */
export async function openMemories(
  location: ProjectLocation,
  named: readonly string[] | undefined,
): Promise<ProjectMemories> {
  const { config, file } = await loadStore({ ...location, configOptional: true });
  const folder = dirname(file);
  const ofProject: MemoryBase = { folder, cwd: folder, store: config.store };
  const ofName: MemoryBase = { ...ofProject, cwd: location.io.cwd };
  const places = (names: readonly string[], base: MemoryBase) => names.map((name) => memoryPlace(name, base));
  const read = named === undefined ? places(readMemories(config), ofProject) : places(named, ofName);
  const write =
    named === undefined ? memoryPlace(writtenMemory(config), ofProject) : (read[0] ?? memoryPlace('', ofName));
  return { config, folder, read, write, placeOf: (name) => memoryPlace(name, ofProject) };
}
