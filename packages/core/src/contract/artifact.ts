import type { Json, JsonObject } from './json.js';
import type { CallBehavior, OnInterrupt, SideEffects, ToolCategory, ToolEffect } from './policy.js';
import type { JsonSchemaObject } from './schema.js';
import type { Loss, NameMap, RestorePlan } from './schema-compiler.js';

/** One tool of an artifact: what its folder declares, and what the build made of it. */
export interface ArtifactTool {
  readonly toolId: string;
  readonly version: string;
  readonly title?: string;
  readonly category: ToolCategory;
  readonly description: string;
  /** The canonical schema of the parameters. */
  readonly jsonSchema: JsonSchemaObject;
  readonly outputSchema?: JsonSchemaObject;
  readonly sideEffects: SideEffects;
  readonly effects?: readonly ToolEffect[];
  readonly idempotent: boolean;
  readonly requiresConfirmation: boolean;
  readonly allowedModes?: readonly string[];
  readonly latencyBudgetMs: number;
  readonly behavior?: CallBehavior;
  readonly onInterrupt?: OnInterrupt;
  readonly tags?: readonly string[];
  readonly strict?: boolean;
  readonly examples?: readonly Json[];
  readonly preview?: string;
  readonly summary: string;
  readonly documentation: string;
  /** POSIX, relative to the artifact. */
  readonly handlerPath: string;
  /** The forms kept in the artifact itself; those of `sideFiles` are read when asked for. */
  readonly providerSchemas: { readonly [provider: string]: JsonObject };
  readonly restore: { readonly [provider: string]: RestorePlan };
  readonly losses: { readonly [provider: string]: readonly Loss[] };
  readonly contractDigest: string;
  readonly implementationDigest: string;
}

/** Everything `helve build` knows, as one reproducible file. */
export interface RegistryArtifact {
  readonly formatVersion: 1;
  readonly helveVersion: string;
  readonly version: string;
  readonly gitCommit: string;
  readonly buildTimestamp: string;
  readonly contractDigest: string;
  readonly implementationDigest: string;
  readonly providersDigest: string;
  /**
   * The digest of each provider's forms, inside the artifact or beside it: `providersDigest` is made of these and the
   * names.
   */
  readonly providerDigests: { readonly [provider: string]: string };
  readonly names: NameMap;
  /** The provider forms that lie beside the artifact: path, relative to it, by provider. */
  readonly sideFiles: { readonly [provider: string]: string };
  readonly tools: readonly ArtifactTool[];
  /** The digest of the file before this key, which `withFileDigest` adds last. */
  readonly fileDigest?: string;
}

/** A side file: the form of one provider for every tool that has one. */
export interface ProviderFile {
  readonly provider: string;
  /** As it stands in `providerDigests` of the artifact that this file belongs to. */
  readonly digest: string;
  readonly tools: {
    readonly [toolId: string]: {
      readonly schema: JsonObject;
      readonly restore: RestorePlan;
      readonly losses: readonly Loss[];
    };
  };
  /** As in the artifact. */
  readonly fileDigest?: string;
}
