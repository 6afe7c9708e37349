import type { UnknownArgs } from '@helve/core';
import { indexTools, type HydrationTools } from '../tool-index.js';
import { helveEngine, type ValidatorEngine } from './validator-engine.js';
import { validatorOf } from './validator-of.js';

export interface PrepareOptions {
  readonly engine?: ValidatorEngine;
  readonly unknownArgs?: UnknownArgs;
}

/**
 * Compiles the validators of tools now, so that a faulty schema shows here and no call waits for compilation.
 * Under a decorated class it is the eager mode: `@Tool({…}) class A {}` and then `prepareValidators([A])`.
 */
export function prepareValidators(tools: HydrationTools, options: PrepareOptions = {}): void {
  const { engine = helveEngine, unknownArgs = 'reject' } = options;
  for (const found of indexTools(tools).tools) {
    if (found.problem !== undefined) throw found.problem;
    if (found.record.noSchemaMode === undefined) validatorOf(found, { engine, unknownArgs }, 'decoration');
  }
}
