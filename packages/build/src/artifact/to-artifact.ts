import {
  combinedDigestOf,
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
import { joinedDigestOf } from './provider-digest.js';

/** An artifact and what lies beside it. */
export interface Registry {
  readonly artifact: RegistryArtifact;
  readonly providerFiles: readonly ProviderFile[];
}

/** Joins the tools to one registry; the order of the keys here is their order in the file. */
export function toRegistry(built: readonly BuiltTool[], settings: BuildSettings, git: GitState): Registry {
  const tools = built.map(({ tool }) => tool);
  const names = namesOf(built, settings);
  const files = providerFilesOf(built, settings);
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
    sideFiles: Object.fromEntries(beside.map(({ provider }) => [provider, sideFileOf(provider)])),
    tools,
  };
  return { artifact, providerFiles: beside };
}

/** Where the forms of a provider lie, relative to the artifact. */
export function sideFileOf(provider: string): string {
  return `${providersFolder}/${provider}.json`;
}

function namesOf(built: readonly BuiltTool[], settings: BuildSettings): NameMap {
  const ids = built.map(({ tool }) => tool.toolId);
  const names = settings.names(ids);
  return Object.fromEntries(ids.map((id) => [id, names[id] ?? id]));
}

/** The forms of every provider; those inside the artifact are listed for their digests. */
function providerFilesOf(built: readonly BuiltTool[], { compilers }: BuildSettings): ProviderFile[] {
  return compilers.map(({ provider }) => {
    const forms = new Map<BuiltTool, Form>();
    for (const one of built) {
      const form = formOf(one, provider);
      if (form !== undefined) forms.set(one, form);
    }
    const tools = Object.fromEntries([...forms].map(([{ tool }, form]) => [tool.toolId, form]));
    return { provider, digest: joinedDigestOf(provider, forms), tools };
  });
}

type Form = ProviderFile['tools'][string];

function formOf({ tool, beside }: BuiltTool, provider: string): Form | undefined {
  const form = beside[provider];
  if (form !== undefined) return { schema: form.schema, restore: form.restore, losses: form.losses };
  const schema = tool.providerSchemas[provider];
  if (schema === undefined) return undefined;
  return { schema, restore: tool.restore[provider] ?? [], losses: tool.losses[provider] ?? [] };
}

/** UTC, whole seconds. */
function toTimestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}
