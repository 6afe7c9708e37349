import type { ToolClass, ToolRecord } from '@helve/core';
import type { Validate } from './validator-engine.js';

/** The moment at which a validator was compiled. */
export type CompiledAt = 'build' | 'decoration' | 'hydration';

/** Name and version of a validator, for provenance. */
export interface ValidatorIdentity {
  readonly name?: string;
  readonly version?: string;
  /** Default: `decoration`. */
  readonly compiledAt?: CompiledAt;
}

export interface AttachedValidator extends ValidatorIdentity {
  readonly name: string;
  readonly compiledAt: CompiledAt;
  readonly validate: Validate;
}

// Kept beside the class, whose definition stays as its author wrote it.
const attached = new WeakMap<ToolClass | ToolRecord, AttachedValidator>();
let isUsed = false;

/** Sets the validator of a class or a record; hydration uses it from now on, and names it in provenance. */
export function attachValidator(
  tool: ToolClass | ToolRecord,
  validate: Validate,
  identity: ValidatorIdentity = {},
): void {
  const { name = validate.name === '' ? 'attached' : validate.name, version, compiledAt = 'decoration' } = identity;
  isUsed = true;
  attached.set(tool, Object.freeze({ name, compiledAt, validate, ...(version === undefined ? {} : { version }) }));
}

/** Returns the validator that was attached to a class or a record. */
export function attachedTo(tool: ToolClass | ToolRecord | undefined): AttachedValidator | undefined {
  // The common case: nobody has attached any.
  return isUsed && tool !== undefined ? attached.get(tool) : undefined;
}
