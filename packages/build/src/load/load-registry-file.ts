import { hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  assertHandler,
  asVerified,
  coreErrors,
  isPlainObject,
  loadRegistry,
  useSha256,
  type ArtifactTool,
  type ArtifactToolSource,
  type HandlerLookup,
  type HandlerMap,
  type LoadedRegistry,
  type LoadRegistryOptions,
  type RegistryArtifact,
} from '@helve/core';

import { parseBytes, readBytes, hasValidDigest } from './read-file.js';
import { splitTools } from './split-tools.js';

/** Options of loading; `tools` and, by default, `providers` come from the files themselves. */
export type LoadRegistryFileOptions = Omit<LoadRegistryOptions, 'tools'> & {
  /** Handlers to use instead of importing those of the artifact. */
  readonly handlers?: HandlerMap | undefined;
};

/** Reads a registry from `tool_registry.json`, its handlers and its side files; call `load` and `lock` next. */
export async function loadRegistryFile(path: string, options: LoadRegistryFileOptions = {}): Promise<LoadedRegistry> {
  useSha256((text) => hash('sha256', text));
  const { artifact, ...parts } = readArtifact(readBytes(path), path);
  const folder = dirname(resolve(path));
  const { handlers = handlersIn(folder, artifact, parts.tools), providers = providersIn(folder, artifact) } = options;
  return loadRegistry(artifact, handlers, { ...parts, lazy: options.lazy, providers });
}

/** Parses an artifact with a valid digest tool by tool; another one as a whole, to be checked by content. */
function readArtifact(
  bytes: Buffer,
  path: string,
): { artifact: RegistryArtifact } & Pick<LoadRegistryOptions, 'tools'> {
  const isWhole = hasValidDigest(bytes);
  const split = isWhole ? splitTools(bytes) : undefined;
  const parsed: unknown = split === undefined ? parseBytes(bytes, path) : JSON.parse(split.head);
  // `loadRegistry` checks its content.
  const artifact = parsed as RegistryArtifact;
  if (isWhole && isPlainObject(parsed)) asVerified(parsed);
  return split === undefined ? { artifact } : { artifact, tools: split.tools };
}

/** Creates the handlers by their path in the artifact, each resolved on first use. */
function handlersIn(folder: string, artifact: RegistryArtifact, sources: LoadRegistryOptions['tools']): HandlerLookup {
  const tools = new Map<string, ArtifactTool | ArtifactToolSource>();
  for (const tool of sources ?? (Array.isArray(artifact?.tools) ? artifact.tools : [])) tools.set(tool.toolId, tool);
  return (toolId) => {
    const tool = tools.get(toolId);
    return tool === undefined ? undefined : async () => importHandler(folder, 'read' in tool ? tool.read() : tool);
  };
}

/** Imports a handler from its file in the folder of the artifact, if that holds the code that was built. */
async function importHandler(folder: string, tool: ArtifactTool): Promise<unknown> {
  const file = findHandler(folder, tool);
  assertHandler(tool, await readFile(file, 'utf8'));
  const url = pathToFileURL(file);
  // A rebuilt handler is another module; an unchanged one is not loaded again.
  url.searchParams.set('implementation', tool.implementationDigest.slice(0, 16));
  return import(url.href);
}

/** Finds the real path of a handler; refuses one that lies outside, or is a link to there. */
function findHandler(folder: string, { toolId, handlerPath }: ArtifactTool): string {
  const isForeign = isAbsolute(handlerPath) || /[:\\]/.test(handlerPath) || handlerPath.split('/').includes('..');
  const file = isForeign ? undefined : realpathSync(join(folder, handlerPath));
  if (file?.startsWith(`${realpathSync(folder)}${sep}`) === true) return file;
  const problem = `the handler "${handlerPath}" of "${toolId}" is not a file in the folder of the registry`;
  throw coreErrors.create('CALL_REGISTRY_FORMAT', { problem });
}

function providersIn(folder: string, artifact: RegistryArtifact): NonNullable<LoadRegistryOptions['providers']> {
  const sideFiles = isPlainObject(artifact?.sideFiles) ? Object.entries(artifact.sideFiles) : [];
  return Object.fromEntries(sideFiles.map(([provider, path]) => [provider, () => readSideFile(resolve(folder, path))]));
}

async function readSideFile(path: string): Promise<unknown> {
  const bytes = readBytes(path);
  const file = parseBytes(bytes, path);
  return isPlainObject(file) && hasValidDigest(bytes) ? asVerified(file) : file;
}
