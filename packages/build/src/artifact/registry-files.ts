import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withFileDigest, type ArtifactTool, type ProviderFile, type RegistryArtifact } from '@helve/core';
import { makeFolder } from '../make-folder.js';
import { buildErrors } from '../build-errors.js';
import type { BuiltTool } from './built-tool.js';
import { artifactFile, handlersFolder, manifestFile, manifestTypesFile, providersFolder } from './file-names.js';
import { sideFileName, type Registry } from './to-artifact.js';
import { toManifest, toManifestTypes } from './to-manifest.js';
import { writeOnce } from './write-once.js';

/** The files that a build writes: text by path, relative to the target folder, in the order of writing. */
export type RegistryFiles = ReadonlyMap<string, string>;

/** Creates the files of a registry; the artifact comes last, since its presence vouches for all the others. */
export function toRegistryFiles(registry: Registry, built: readonly BuiltTool[]): RegistryFiles {
  const { artifact, providerFiles } = registry;
  const files = new Map<string, string>();
  for (const { tool, handlerCode } of built) files.set(tool.handlerPath, handlerCode);
  for (const file of providerFiles) files.set(sideFileName(file.provider), toProviderText(file));
  files.set(manifestTypesFile, toManifestTypes(artifact));
  files.set(manifestFile, toManifest(artifact));
  files.set(artifactFile, toArtifactText(artifact));
  return files;
}

/** Writes all files under temporary names, renames them, then removes obsolete ones. Returns the changed paths. */
export function writeRegistryFiles(out: string, files: RegistryFiles): string[] {
  const changed = [...files].filter(([path, text]) => readText(join(out, path)) !== text);
  const drafts = new Map<string, string>();
  let at = '';
  try {
    for (const [path, text] of changed) {
      at = path;
      const draft = join(out, dirname(path), `.${basename(path)}.${process.pid}.tmp`);
      makeFolder(dirname(draft));
      drafts.set(path, draft);
      writeFileSync(draft, text);
    }
    for (const [path, draft] of drafts) {
      at = path;
      renameSync(draft, join(out, path));
    }
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw buildErrors.create('BUILD_WRITE_FAILED', { file: at, problem }, { cause });
  } finally {
    for (const draft of drafts.values()) rmSync(draft, { force: true });
  }
  for (const path of strayFiles(out, files)) rmSync(join(out, path), { force: true });
  return changed.map(([path]) => path);
}

/** Finds files of an earlier build that this one does not have. */
export function strayFiles(out: string, files: RegistryFiles): string[] {
  return [handlersFolder, providersFolder].flatMap((folder) => {
    const ending = folder === handlersFolder ? '.js' : '.json';
    if (!existsSync(join(out, folder))) return [];
    return readdirSync(join(out, folder))
      .filter((name) => name.endsWith(ending) && !files.has(`${folder}/${name}`))
      .map((name) => `${folder}/${name}`);
  });
}

/** Reads the text of a file; undefined where there is none. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const toProviderText = writeOnce((file: ProviderFile) => withFileDigest(`${JSON.stringify(file, undefined, 2)}\n`));

/** Formats each tool, indented for its depth in the artifact. */
const toolText = writeOnce((tool: ArtifactTool) => JSON.stringify(tool, undefined, 2).replaceAll('\n', '\n    '));

/** Formats the artifact with two spaces, from the texts of its tools. */
function toArtifactText({ tools, ...head }: RegistryArtifact): string {
  const before = JSON.stringify(head, undefined, 2).replace(/\n\}$/, '');
  const inside = tools.length === 0 ? '' : `\n    ${tools.map(toolText).join(',\n    ')}\n  `;
  return withFileDigest(`${before},\n  "tools": [${inside}]\n}\n`);
}
