import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { digest, type Json } from '@helve/core';
import type { ConfigOverride } from '../config/config-override.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import { isToolList } from '../config/flow-keys.js';
import { isCapabilityPlugin, resolvePlugin } from '../plugin/load-plugins.js';
import { toRegistrySource } from '../registry/registry-source.js';
import { readVersion } from '../version.js';

/** The project whose code and settings shape a result. */
export interface BuildSite {
  readonly config: ResolvedConfig;
  readonly configFile: string;
  readonly overrides: readonly ConfigOverride[];
}

/** Digest of all that shapes the results of a job: units of one build are never continued by another. */
export async function buildDigest(facts: object, { config, configFile, overrides }: BuildSite): Promise<string> {
  const { formats, models, redaction, segmentation, terms, tm } = config;
  const settings = { formats, models, redaction, segmentation, terms, tm };
  const code = await digestModules(codeFiles(config, configFile), dirname(configFile));
  const known = { ...facts, settings, overrides, code, version: readVersion() };
  // Absent fields and what only code can hold are left out; the code has a digest of its own.
  return digest(JSON.parse(JSON.stringify(known)) as Json);
}

/** The files with code of the project: its config if that is a module, its plugins, its tools. */
function codeFiles({ plugins, tools }: ResolvedConfig, configFile: string): readonly string[] {
  const folder = dirname(configFile);
  const named = isToolList(tools) ? tools.filter((entry) => typeof entry === 'string') : [];
  const ofTools = named.map((path) => toRegistrySource(path, folder)?.file ?? resolve(folder, path));
  const ofPlugins = plugins.filter((name) => !isCapabilityPlugin(name)).map((name) => resolvePlugin(name, configFile));
  const own = configFile.endsWith('.json') ? [] : [configFile];
  return [...new Set([...own, ...ofPlugins, ...ofTools])];
}

/** Digests of modules with what they import of the project, by their paths in it; packages count by their names. */
async function digestModules(files: readonly string[], folder: string): Promise<Readonly<Record<string, string>>> {
  const digests = files.map(async (file) => [relative(folder, file), hash(await readBundled(file, folder))] as const);
  return Object.fromEntries(await Promise.all(digests));
}

async function readBundled(file: string, folder: string): Promise<Uint8Array> {
  if (file.endsWith('.json')) return readFile(file).catch(() => new Uint8Array());
  const { build } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      absWorkingDir: folder,
      logLevel: 'silent',
    });
    return outputFiles[0]?.contents ?? new Uint8Array();
  } catch {
    // A module that cannot be bundled is told when it is loaded; here its own bytes do.
    return readFile(file).catch(() => new Uint8Array());
  }
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
