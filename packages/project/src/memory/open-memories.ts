import { dirname } from 'node:path';
import { loadStore, type ProjectLocation } from '../open-project.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import {
  memoryLocation,
  readMemories,
  writtenMemory,
  type MemoryBase,
  type MemoryLocation,
} from './memory-location.js';

/** The memories of a project that a command works with. */
export interface ProjectMemories {
  readonly config: ResolvedConfig;
  /** The folder of the config. */
  readonly folder: string;
  /** The memories that were named, else those that the project reads. */
  readonly read: readonly MemoryLocation[];
  /** The first memory that was named, else the one that the project writes. */
  readonly write: MemoryLocation;
  locate(name: string): MemoryLocation;
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
  const locate = (names: readonly string[], base: MemoryBase) => names.map((name) => memoryLocation(name, base));
  const read = named === undefined ? locate(readMemories(config), ofProject) : locate(named, ofName);
  const write =
    named === undefined ? memoryLocation(writtenMemory(config), ofProject) : (read[0] ?? memoryLocation('', ofName));
  return { config, folder, read, write, locate: (name) => memoryLocation(name, ofProject) };
}
