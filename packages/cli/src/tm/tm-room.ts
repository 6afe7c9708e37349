import { dirname } from 'node:path';
import { composeStore } from '../compose.js';
import { textOf, type Invocation } from '../command/command.js';
import type { OwnFlag } from '../flags/parse-flags.js';
import { memoryPlace, readMemories, writtenMemory, type MemoryBase, type MemoryPlace } from './memory-place.js';
import type { ResolvedConfig } from '../config/config-keys.js';

/** What every command about memories works with. */
export interface TmRoom {
  readonly config: ResolvedConfig;
  /** The folder of the config. */
  readonly folder: string;
  /** The memories of `--tm`, else those that the project reads. */
  readonly read: readonly MemoryPlace[];
  /** The memory of `--tm`, else the one that the project writes. */
  readonly write: MemoryPlace;
  placeOf(name: string): MemoryPlace;
}

/** The flag that names a memory. */
export const tmFlag: OwnFlag = {
  name: 'tm',
  value: 'NAME',
  docs: 'the memory: a name, kept in .helve/tm/NAME.db or in the Postgres store of the project, or the path of a file',
};

/** Reads the config, and finds out which memories are meant. */
export async function openTmRoom({ terminal, configFile, overrides, flags }: Invocation): Promise<TmRoom> {
  const { io } = terminal;
  const { config, file } = await composeStore({ io, configFile, overrides, configOptional: true });
  const folder = dirname(file);
  const named = textOf(flags, 'tm')?.split(',');
  const ofProject: MemoryBase = { folder, cwd: folder, store: config.store };
  const ofFlag: MemoryBase = { ...ofProject, cwd: io.cwd };
  const places = (names: readonly string[], base: MemoryBase) => names.map((name) => memoryPlace(name, base));
  const read = named === undefined ? places(readMemories(config), ofProject) : places(named, ofFlag);
  const write =
    named === undefined ? memoryPlace(writtenMemory(config), ofProject) : (read[0] ?? memoryPlace('', ofFlag));
  return { config, folder, read, write, placeOf: (name) => memoryPlace(name, ofProject) };
}
