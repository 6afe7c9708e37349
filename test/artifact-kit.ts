import {
  combinedDigestOf,
  contractDigestOf,
  providerDigestOf,
  providersDigestOf,
  registryVersionOf,
  withFileDigest,
  type ArtifactTool,
  type JsonObject,
  type ProviderFile,
  type RegistryArtifact,
} from '@helve/core';

/** An artifact with side files, as a build leaves them. */
export interface BuiltRegistry {
  readonly artifact: RegistryArtifact;
  readonly sideFiles: Readonly<Record<string, ProviderFile>>;
}

interface BuildPlan {
  /** Provider forms kept inside, and those kept beside, by provider: which tools have one. */
  readonly inside?: Readonly<Record<string, (id: string) => boolean>>;
  readonly beside?: Readonly<Record<string, (id: string) => boolean>>;
  readonly names?: Readonly<Record<string, string>>;
}

/** A tool as its folder declares it. */
export function artifactTool(toolId: string, more: Partial<ArtifactTool> = {}): ArtifactTool {
  const declared = {
    toolId,
    version: '1.2.0',
    category: 'utility',
    description: `Does ${toolId}`,
    jsonSchema: {
      type: 'object',
      properties: { word: { type: 'string', minLength: 1 } },
      required: ['word'],
      additionalProperties: false,
    },
    sideEffects: 'none',
    idempotent: true,
    requiresConfirmation: false,
    latencyBudgetMs: 200,
    summary: `${toolId} in\nfew words`,
    documentation: `# ${toolId}\n\nEverything about it`,
    ...more,
  } as const;
  return {
    ...declared,
    handlerPath: `${toolId}/handler.mjs`,
    providerSchemas: {},
    restore: {},
    losses: {},
    contractDigest: contractDigestOf(declared),
    implementationDigest: combinedDigestOf({ [`${toolId}/handler.mjs`]: toolId }),
  };
}

/** Puts tools together with forms and digests. */
export function buildArtifact(tools: readonly ArtifactTool[], plan: BuildPlan = {}): BuiltRegistry {
  const { inside = {}, beside = {} } = plan;
  const names = plan.names ?? Object.fromEntries(tools.map(({ toolId }) => [toolId, toolId]));
  const formsFor = (provider: string, has: (id: string) => boolean) =>
    Object.fromEntries(
      tools.filter(({ toolId }) => has(toolId)).map((tool) => [tool.toolId, form(provider, tool, names)]),
    );
  const forms = Object.fromEntries(
    Object.entries({ ...inside, ...beside }).map(([provider, has]) => [provider, formsFor(provider, has)]),
  );
  const providerDigests = Object.fromEntries(
    Object.entries(forms).map(([provider, byTool]) => [provider, providerDigestOf(byTool)]),
  );
  const all = tools.map((tool) => withForms(tool, Object.keys(inside), forms));
  const digests = {
    contractDigest: combinedDigestOf(Object.fromEntries(all.map((tool) => [tool.toolId, tool.contractDigest]))),
    implementationDigest: combinedDigestOf(
      Object.fromEntries(all.map((tool) => [tool.toolId, tool.implementationDigest])),
    ),
    providersDigest: providersDigestOf(names, providerDigests),
  };
  const sideFiles = Object.keys(beside).map((provider) => [
    provider,
    { provider, digest: providerDigests[provider] ?? '', tools: forms[provider] ?? {} },
  ]);
  return {
    artifact: {
      formatVersion: 1,
      helveVersion: '0.0.0',
      version: registryVersionOf(digests),
      gitCommit: 'abcdef12',
      buildTimestamp: '2026-01-13T10:00:00Z',
      ...digests,
      providerDigests,
      names,
      sideFiles: Object.fromEntries(Object.keys(beside).map((provider) => [provider, `providers/${provider}.json`])),
      tools: all,
    },
    sideFiles: Object.fromEntries(sideFiles) as Record<string, ProviderFile>,
  };
}

/** The text of a file as the build writes it. */
export function fileText(value: unknown): string {
  return withFileDigest(`${JSON.stringify(value, null, 2)}\n`);
}

function form(provider: string, tool: ArtifactTool, names: Readonly<Record<string, string>>) {
  const schema = {
    provider,
    name: names[tool.toolId] ?? tool.toolId,
    parameters: tool.jsonSchema,
  } as unknown as JsonObject;
  return { schema, restore: [{ step: 'null-removed', pointer: '/word' }] as const, losses: [] };
}

function withForms(
  tool: ArtifactTool,
  inside: readonly string[],
  forms: Readonly<Record<string, ProviderFile['tools']>>,
): ArtifactTool {
  const own = inside.flatMap((provider) => {
    const made = forms[provider]?.[tool.toolId];
    return made === undefined ? [] : [[provider, made] as const];
  });
  return {
    ...tool,
    providerSchemas: Object.fromEntries(own.map(([provider, { schema }]) => [provider, schema])),
    restore: Object.fromEntries(own.map(([provider, { restore }]) => [provider, restore])),
    losses: Object.fromEntries(own.map(([provider, { losses }]) => [provider, losses])),
  };
}
