import type { ArtifactTool } from '@helve/core';

/** Fields that the build adds to a declaration, or renames. */
type Made =
  | 'jsonSchema'
  | 'summary'
  | 'documentation'
  | 'handlerPath'
  | 'providerSchemas'
  | 'restore'
  | 'losses'
  | 'contractDigest'
  | 'implementationDigest';

/** A `schema.json` that has passed every check. */
export interface DeclaredTool extends Omit<ArtifactTool, Made> {
  readonly parameters: ArtifactTool['jsonSchema'];
  readonly 'x-allow-narrower'?: readonly string[];
}
