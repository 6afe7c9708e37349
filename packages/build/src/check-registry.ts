import { join } from 'node:path';
import { artifactFile } from './artifact/file-names.js';
import { readText, strayFiles } from './artifact/registry-files.js';
import { readOptions, type BuildOptions } from './build-options.js';
import { draftRegistry, type Draft } from './build-registry.js';
import type { Problem } from './problem/problem.js';

/** Reports all problems of tool folders, without writing or reading the registry. */
export async function checkToolFolders(
  options: BuildOptions,
): Promise<{ readonly problems: readonly Problem[]; readonly warnings: readonly Problem[] }> {
  const draft = await draftRegistry(readOptions(options));
  return { problems: draft.ok ? [] : draft.problems, warnings: draft.warnings };
}

/** The comparison of a registry with what a build would write now. */
export type RegistryCheck =
  | { readonly ok: true; readonly version: string; readonly warnings: readonly Problem[] }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      readonly warnings: readonly Problem[];
      /** Files that are missing, different or obsolete, relative to the target folder. */
      readonly outdated: readonly string[];
    };

/** Builds without writing and compares; ignores commit and time, which change without the tools. */
export async function checkRegistry(options: BuildOptions): Promise<RegistryCheck> {
  const settings = readOptions(options);
  const draft = await draftRegistry(settings);
  if (!draft.ok) return { ...draft, outdated: [] };
  const outdated = [...findOutdated(draft, settings.out), ...strayFiles(settings.out, draft.files)];
  const { warnings } = draft;
  if (outdated.length > 0) return { ok: false, problems: [], warnings, outdated };
  return { ok: true, version: draft.artifact.version, warnings };
}

function findOutdated({ files }: Draft, out: string): string[] {
  return [...files]
    .filter(([path, text]) => {
      const existing = readText(join(out, path));
      if (path !== artifactFile || existing === undefined) return existing !== text;
      return withoutOrigin(existing) !== withoutOrigin(text);
    })
    .map(([path]) => path);
}

/** Removes commit, time and the digest over them from the text of an artifact. */
function withoutOrigin(text: string): string {
  return text.replaceAll(/^ {2}"(?:gitCommit|buildTimestamp|fileDigest)": "[^"]*",?\n/gm, '');
}
