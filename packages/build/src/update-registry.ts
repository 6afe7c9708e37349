import { join } from 'node:path';
import type { RegistryArtifact } from '@helve/core';
import { artifactFile, handlersFolder } from './artifact/file-names.js';
import { readText } from './artifact/registry-files.js';
import { readOptions, type BuildOptions } from './build-options.js';
import { draftRegistry, writeDraft, type Built, type Draft, type NotBuilt } from './build-registry.js';

/** A registry that was up to date, so that nothing was written. */
export interface UpToDate extends Pick<Built, 'ok' | 'warnings'> {
  readonly upToDate: true;
}

export type RegistryUpdate = UpToDate | (Built & { readonly upToDate: false }) | NotBuilt;

/**
 * Builds a registry if it is missing or its tools have changed. Commit, time and the choice of provider forms may differ:
 * they are of whoever built it.
 */
export async function updateRegistry(options: BuildOptions): Promise<RegistryUpdate> {
  const settings = readOptions(options);
  const draft = await draftRegistry(settings);
  if (!draft.ok) return draft;
  if (hasTools(draft, settings.out)) return { ok: true, upToDate: true, warnings: draft.warnings };
  return { ...writeDraft(draft, settings), upToDate: false };
}

/** True when a folder holds a registry of these very tools, handlers included. */
function hasTools({ artifact, files }: Draft, out: string): boolean {
  const existing = readDigests(join(out, artifactFile));
  const same = (['helveVersion', 'contractDigest', 'implementationDigest'] as const).every(
    (key) => existing[key] === artifact[key],
  );
  const handlers = [...files].filter(([path]) => path.startsWith(`${handlersFolder}/`));
  return same && handlers.every(([path, text]) => readText(join(out, path)) === text);
}

/** Reads what an artifact says about itself; nothing of one that is missing or broken. */
function readDigests(file: string): Partial<RegistryArtifact> {
  try {
    return JSON.parse(readText(file) ?? '{}') as Partial<RegistryArtifact>;
  } catch {
    return {};
  }
}
