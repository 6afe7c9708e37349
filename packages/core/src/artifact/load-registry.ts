import type { ArtifactTool, RegistryArtifact } from '../contract/artifact.js';
import { ArtifactTools, type HandlerLookup, type HandlerMap, type ArtifactToolSource } from './artifact-tools.js';
import { assertArtifact, assertChain } from './check-artifact.js';
import { combinedDigestOf, providersDigestOf, registryVersionOf } from './digests.js';
import { LoadedRegistry } from './loaded-registry.js';
import { ProviderForms, type ProviderSources } from './provider-forms.js';
import { isVerified } from './verified.js';

export interface LoadRegistryOptions {
  /** Imports each handler, and looks at each tool's content, on first use instead of in `load()`. */
  readonly lazy?: boolean | undefined;
  /** Readers of the provider forms that lie beside the artifact. */
  readonly providers?: ProviderSources | undefined;
  /** Tools of a verified artifact that are parsed one by one when asked for, instead of standing in `artifact.tools`. */
  readonly tools?: readonly ArtifactToolSource[] | undefined;
}

/** A registry from what `helve build` made. Throws if the artifact is of another format, or was changed since. */
export function loadRegistry(
  artifact: RegistryArtifact,
  handlers: HandlerMap | HandlerLookup,
  options: LoadRegistryOptions = {},
): LoadedRegistry {
  assertArtifact(artifact);
  const { lazy = false, providers = {}, tools: sources = artifact.tools.map(sourceOf) } = options;
  if (!isVerified(artifact)) assertChain(artifact);
  const tools = new ArtifactTools(artifact, sources, handlers);
  return new LoadedRegistry({ tools, forms: new ProviderForms(tools, providers), lazy });
}

function sourceOf(tool: ArtifactTool): ArtifactToolSource {
  return { toolId: tool.toolId, read: () => tool };
}

/** An artifact without tools, to begin with where all tools are added in code. */
export function emptyArtifact(): RegistryArtifact {
  const nothing = combinedDigestOf({});
  const digests = {
    contractDigest: nothing,
    implementationDigest: nothing,
    providersDigest: providersDigestOf({}, {}),
  };
  return {
    formatVersion: 1,
    helveVersion: '0.0.0',
    version: registryVersionOf(digests),
    gitCommit: 'unknown',
    buildTimestamp: '1970-01-01T00:00:00Z',
    ...digests,
    providerDigests: {},
    names: {},
    sideFiles: {},
    tools: [],
  };
}
