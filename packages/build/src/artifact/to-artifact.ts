import {
  combinedDigestOf,
  providerDigestOf,
  providersDigestOf,
  registryVersionOf,
  type NameMap,
  type ProviderFile,
  type RegistryArtifact,
} from '@helve/core';
import { inlineProviders, type BuildSettings } from '../build-options.js';
import { readHelveVersion } from '../helve-version.js';
import type { BuiltTool } from './built-tool.js';
import { providersFolder } from './file-names.js';
import type { GitState } from './git-state.js';

/** An artifact and its side files. */
export interface Registry {
  readonly artifact: RegistryArtifact;
  readonly providerFiles: readonly ProviderFile[];
}

/** Joins the tools to one registry; the order of the keys here is their order in the file. */
export function toRegistry(built: readonly BuiltTool[], settings: BuildSettings, git: GitState): Registry {
  const tools = built.map(({ tool }) => tool);
  const names = toNames(built, settings);
  const files = toProviderFiles(built, settings);
  const inline: readonly string[] = inlineProviders;
  const beside = files.filter(({ provider }) => !inline.includes(provider));
  const providerDigests = Object.fromEntries(files.map(({ provider, digest }) => [provider, digest]));
  const digests = {
    contractDigest: combinedDigestOf(Object.fromEntries(tools.map((tool) => [tool.toolId, tool.contractDigest]))),
    implementationDigest: combinedDigestOf(
      Object.fromEntries(tools.map((tool) => [tool.toolId, tool.implementationDigest])),
    ),
    providersDigest: providersDigestOf(names, providerDigests),
  };
  const artifact: RegistryArtifact = {
    formatVersion: 1,
    helveVersion: readHelveVersion(),
    version: registryVersionOf(digests),
    gitCommit: git.gitCommit,
    buildTimestamp: toTimestamp(settings.sourceDateEpoch ?? git.committedAt ?? 0),
    ...digests,
    providerDigests,
    names,
    sideFiles: Object.fromEntries(beside.map(({ provider }) => [provider, sideFileName(provider)])),
    tools,
  };
  return { artifact, providerFiles: beside };
}

/** Returns the path of a provider's forms, relative to the artifact. */
export function sideFileName(provider: string): string {
  return `${providersFolder}/${provider}.json`;
}

function toNames(built: readonly BuiltTool[], settings: BuildSettings): NameMap {
  const ids = built.map(({ tool }) => tool.toolId);
  const names = settings.names(ids);
  return Object.fromEntries(ids.map((id) => [id, names[id] ?? id]));
}

/** Lists the forms of every provider; those inside the artifact are listed for their digests. */
function toProviderFiles(built: readonly BuiltTool[], { compilers }: BuildSettings): ProviderFile[] {
  return compilers.map(({ provider }) => {
    const forms = built.flatMap((one) => {
      const form = toForm(one, provider);
      return form === undefined ? [] : [[one.tool.toolId, form] as const];
    });
    return toProviderFile(provider, Object.fromEntries(forms));
  });
}

type Form = ProviderFile['tools'][string];

/** Files of earlier builds in this process, by the schema of their first form, so that they are collected together. */
const filesBySchema = new WeakMap<Form['schema'], ProviderFile>();

/** Reuses the previous file where no form has changed: a watch rebuilds most of a registry again and again. */
function toProviderFile(provider: string, tools: ProviderFile['tools']): ProviderFile {
  const [first] = Object.values(tools);
  const before = first === undefined ? undefined : filesBySchema.get(first.schema);
  if (before?.provider === provider && hasSameForms(before.tools, tools)) return before;
  const file = { provider, digest: providerDigestOf(tools), tools };
  if (first !== undefined) filesBySchema.set(first.schema, file);
  return file;
}

function hasSameForms(a: ProviderFile['tools'], b: ProviderFile['tools']): boolean {
  const ids = Object.keys(a);
  return ids.length === Object.keys(b).length && ids.every((id) => isSameForm(a[id], b[id]));
}

/** True when two forms have identical parts, which are never changed once made. */
function isSameForm(a: Form | undefined, b: Form | undefined): boolean {
  return a?.schema === b?.schema && a?.restore === b?.restore && a?.losses === b?.losses;
}

function toForm({ tool, beside }: BuiltTool, provider: string): Form | undefined {
  if (beside[provider] !== undefined) return beside[provider];
  const schema = tool.providerSchemas[provider];
  if (schema === undefined) return undefined;
  return { schema, restore: tool.restore[provider] ?? [], losses: tool.losses[provider] ?? [] };
}

/** Formats a time in UTC, in whole seconds. */
function toTimestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}
