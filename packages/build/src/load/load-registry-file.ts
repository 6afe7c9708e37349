import { hash } from 'node:crypto';
import { dirname, isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
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

/** `tools` and, unless given, `providers` come from the files themselves. */
export type LoadRegistryFileOptions = Omit<LoadRegistryOptions, 'tools'> & {
  /** Instead of importing what the artifact names. */
  readonly handlers?: HandlerMap | undefined;
};

/** A registry from `tool_registry.json`, its handlers and its side files; `load` and `lock` are still to come. */
export async function loadRegistryFile(path: string, options: LoadRegistryFileOptions = {}): Promise<LoadedRegistry> {
  useSha256((text) => hash('sha256', text));
  const { artifact, ...parts } = readArtifact(readBytes(path), path);
  const folder = dirname(resolve(path));
  const { handlers = handlersIn(folder, artifact, parts.tools), providers = providersIn(folder, artifact) } = options;
  return loadRegistry(artifact, handlers, { ...parts, lazy: options.lazy, providers });
}

/** Bytes that vouch for themselves are parsed tool by tool; others as a whole, to be checked by content. */
function readArtifact(
  bytes: Buffer,
  path: string,
): { artifact: RegistryArtifact } & Pick<LoadRegistryOptions, 'tools'> {
  const isWhole = hasValidDigest(bytes);
  const split = isWhole ? splitTools(bytes) : undefined;
  const parsed: unknown = split === undefined ? parseBytes(bytes, path) : JSON.parse(split.head);
  // What it is made of, `loadRegistry` looks at first of all.
  const artifact = parsed as RegistryArtifact;
  if (isWhole && isPlainObject(parsed)) asVerified(parsed);
  return split === undefined ? { artifact } : { artifact, tools: split.tools };
}

/** Each tool's handler by the path it has in the artifact, which is looked up when the handler is wanted. */
function handlersIn(folder: string, artifact: RegistryArtifact, sources: LoadRegistryOptions['tools']): HandlerLookup {
  const tools = new Map<string, ArtifactTool | ArtifactToolSource>();
  for (const tool of sources ?? (Array.isArray(artifact?.tools) ? artifact.tools : [])) tools.set(tool.toolId, tool);
  return (toolId) => {
    const tool = tools.get(toolId);
    return tool === undefined ? undefined : async () => importHandler(folder, 'read' in tool ? tool.read() : tool);
  };
}

function importHandler(folder: string, { handlerPath, implementationDigest }: ArtifactTool): Promise<unknown> {
  if (isAbsolute(handlerPath) || handlerPath.includes(':')) {
    throw coreErrors.create('CALL_REGISTRY_FORMAT', { problem: `the handler path "${handlerPath}" is not relative` });
  }
  const url = pathToFileURL(resolve(folder, handlerPath));
  // A handler that was built anew is another module; one that was not stays the same.
  url.searchParams.set('implementation', implementationDigest.slice(0, 16));
  return import(url.href);
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
