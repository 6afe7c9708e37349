import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { nearestNames } from '@helve/core';
import { planSteps, type FlowPlan } from '@helve/flow/engine';
import type { TranslationMemory } from '@helve/l10n';
import { PROJECT_MEMORY } from '@helve/l10n/run';
import { projectErrors, didYouMean } from '../project-errors.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import { knownMemories, memoryLocation, readMemories, type MemoryLocation } from './memory-location.js';
import type { OpenMemory } from './open-memory.js';

/** Keys of the config that decide which memories there are. */
export type MemoryConfig = Pick<ResolvedConfig, 'tm' | 'store'>;

/** The memories that the steps of a run may ask for, by URI. */
export interface RunMemories {
  get(uri: string): TranslationMemory | undefined;
  close(): Promise<void>;
}

const PREFIX = 'tm:';

/** True when a project has a memory to offer to a run: of its own, or one that a step may name. */
export async function offersMemories(config: MemoryConfig, folder: string): Promise<boolean> {
  if (projectLocations(config, folder).length > 0) return true;
  const base = { folder, cwd: folder, store: config.store };
  return (await knownMemories(config, folder)).some((name) => isThere(memoryLocation(name, base)));
}

/** The memories that the steps of a plan look into, by the names that they use; nothing when no step does. */
export function memoriesIn(plan: FlowPlan): readonly string[] {
  const steps = planSteps(plan).filter(({ contract }) => contract.requires?.includes('tm') === true);
  const named = steps.flatMap(({ config }) => {
    const names = config['tm'];
    return Array.isArray(names) && names.length > 0
      ? names.filter((name) => typeof name === 'string')
      : [PROJECT_MEMORY];
  });
  return [...new Set(named)];
}

/** Refuses a plan whose steps name memories that are not there; a project that has none yet is no mistake. */
export async function assertMemories(plan: FlowPlan, config: MemoryConfig, folder: string): Promise<void> {
  const missing = memoriesIn(plan).find(
    (uri) => uri !== PROJECT_MEMORY && locateMemories(uri, config, folder).length === 0,
  );
  if (missing === undefined) return;
  const name = basename(missing.startsWith(PREFIX) ? missing.slice(PREFIX.length) : missing);
  const { path = name } = memoryLocation(name, { folder, cwd: dirname(resolve(folder, missing)), store: config.store });
  const near = nearestNames(name, await knownMemories(config, folder));
  throw projectErrors.create('PROJECT_MEMORY_UNKNOWN', { name, path }, { details: didYouMean(near) });
}

/** Opens memories by name; missing ones are left out, and the step reports them. */
export async function openRunMemories(
  uris: readonly string[],
  config: MemoryConfig,
  folder: string,
): Promise<RunMemories> {
  const opened = new Map<string, readonly OpenMemory[]>();
  for (const uri of uris) {
    const memories: OpenMemory[] = [];
    for (const location of locateMemories(uri, config, folder)) memories.push(await open(location));
    opened.set(keyOf(uri, folder), memories);
  }
  return {
    get: (uri) => joined((opened.get(keyOf(uri, folder)) ?? []).map(({ memory }) => memory)),
    close: async () => {
      for (const { storage } of [...opened.values()].flat()) await storage.close();
    },
  };
}

/** Few runs look into a memory, so its code comes with the first. */
async function open(location: MemoryLocation): Promise<OpenMemory> {
  const { openMemory } = await import('./open-memory.js');
  return openMemory(location);
}

/** A plan has names as they are written, and a step asks for paths from the folder of the project. */
function keyOf(uri: string, folder: string): string {
  return uri.startsWith(PREFIX) ? uri : resolve(folder, uri);
}

function locateMemories(uri: string, config: MemoryConfig, folder: string): readonly MemoryLocation[] {
  if (uri === PROJECT_MEMORY) return projectLocations(config, folder);
  const base = { folder, cwd: folder, store: config.store };
  if (uri.startsWith(PREFIX)) return [memoryLocation(uri.slice(PREFIX.length), base)].filter(isThere);
  // A name that was typed is a path from there by now.
  const asName = memoryLocation(basename(uri), base);
  return [memoryLocation(uri, base), ...(dirname(uri) === '.' || !existsSync(uri) ? [asName] : [])]
    .filter(isThere)
    .slice(0, 1);
}

function projectLocations(config: MemoryConfig, folder: string): readonly MemoryLocation[] {
  const base = { folder, cwd: folder, store: config.store };
  return readMemories(config)
    .map((name) => memoryLocation(name, base))
    .filter(isThere);
}

function isThere({ path }: MemoryLocation): boolean {
  return path === undefined || existsSync(path);
}

/** Several memories as one; who asks sorts what they say. */
function joined(memories: readonly TranslationMemory[]): TranslationMemory | undefined {
  const [first, ...others] = memories;
  if (first === undefined || others.length === 0) return first;
  return {
    lookup: async (query) => (await Promise.all(memories.map(async (memory) => memory.lookup(query)))).flat(),
    add: (drafts) => first.add(drafts),
  };
}
