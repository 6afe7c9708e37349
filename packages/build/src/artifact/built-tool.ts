import { contractDigestOf, type ArtifactTool, type Compiled } from '@helve/core';
import { inlineProviders } from '../build-options.js';
import type { Docs } from '../doc/check-docs.js';
import type { Problem } from '../problem/problem.js';
import type { DeclaredTool } from '../schema/declared-tool.js';
import type { Forms } from './compile-forms.js';

/** The build result of one tool: plain data, which the cache stores. */
export interface BuiltTool {
  readonly tool: ArtifactTool;
  /** The forms stored beside the artifact, by provider. */
  readonly beside: Readonly<Record<string, Compiled>>;
  /** The bundled handler. */
  readonly handlerCode: string;
  /** Paths of the handler and every local module it reaches, relative to the tools folder. */
  readonly modules: readonly string[];
  readonly warnings: readonly Problem[];
}

/** The author's declaration of a tool in the form of the artifact, with its digest. */
export type Contract = Declared & Pick<ArtifactTool, 'contractDigest'>;

/** The parts that a tool is assembled from. */
export interface ToolParts {
  readonly contract: Contract;
  readonly forms: Forms;
  readonly handlerPath: string;
  readonly implementationDigest: string;
}

/** Assembles one tool of the artifact; the order of the keys here is their order in the file. */
export function toArtifactTool({ contract, forms, handlerPath, implementationDigest }: ToolParts): ArtifactTool {
  const { contractDigest, ...declared } = contract;
  const inline = inlineProviders.flatMap((key) =>
    forms.made[key] === undefined ? [] : [[key, forms.made[key]] as const],
  );
  return {
    ...declared,
    handlerPath,
    providerSchemas: Object.fromEntries(inline.map(([key, { schema }]) => [key, schema])),
    restore: Object.fromEntries(inline.map(([key, { restore }]) => [key, restore])),
    losses: { ...Object.fromEntries(inline.map(([key, { losses }]) => [key, losses])), ...forms.refused },
    contractDigest,
    implementationDigest,
  };
}

/** Builds the part of a tool that does not depend on its code. */
export function toContract(tool: DeclaredTool, docs: Docs): Contract {
  const declared = toDeclared(tool, docs);
  return { ...declared, contractDigest: contractDigestOf(declared) };
}

/** Returns the forms that are not stored in the artifact itself. */
export function formsBeside({ made }: Forms): Record<string, Compiled> {
  const inline: readonly string[] = inlineProviders;
  return Object.fromEntries(Object.entries(made).filter(([provider]) => !inline.includes(provider)));
}

type Declared = Parameters<typeof contractDigestOf>[0];

function toDeclared(declared: DeclaredTool, { summary, documentation }: Docs): Declared {
  const { toolId, version, title, category, description, parameters, outputSchema, sideEffects, effects } = declared;
  const { idempotent, requiresConfirmation, allowedModes, latencyBudgetMs, tags, strict, examples, preview } = declared;
  const { behavior, onInterrupt } = declared;
  return {
    toolId,
    version,
    ...(title === undefined ? {} : { title }),
    category,
    description,
    jsonSchema: parameters,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    sideEffects,
    ...(effects === undefined ? {} : { effects }),
    idempotent,
    requiresConfirmation,
    ...(allowedModes === undefined ? {} : { allowedModes }),
    latencyBudgetMs,
    ...(behavior === undefined ? {} : { behavior }),
    ...(onInterrupt === undefined ? {} : { onInterrupt }),
    ...(tags === undefined ? {} : { tags }),
    ...(strict === undefined ? {} : { strict }),
    ...(examples === undefined ? {} : { examples }),
    ...(preview === undefined ? {} : { preview }),
    summary,
    documentation,
  };
}
