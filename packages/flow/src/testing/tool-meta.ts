import type { SideEffect, ToolMeta } from '../contract/meta.js';

/** A contract in which only what matters to a test is said. */
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
