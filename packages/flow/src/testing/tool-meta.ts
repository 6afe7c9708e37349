import type { SideEffect, ToolMeta } from '../contract/meta.js';

/** Creates a contract with only the fields that matter to a test. */
export function toolMeta(facts: Partial<ToolMeta> & { readonly id: string }): ToolMeta {
  return {
    version: '1.0.0',
    category: 'pipeline',
    displayName: facts.id,
    description: 'Stands in a test.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
    ...facts,
  };
}

/** Effects that nobody has declared, for showing that they are refused. */
export function sideEffectsOf(...names: readonly string[]): readonly SideEffect[] {
  return names as readonly SideEffect[];
}
