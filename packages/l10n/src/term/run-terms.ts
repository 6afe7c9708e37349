import type { StepContext } from '@helve/flow';
import type { Termbase } from './contract.js';

/** Resource of the project's terms. */
export const PROJECT_TERMS = 'terms:project';

/** Creates a function that returns the termbase of a run; if there is none, it warns once and the step does nothing. */
export function createTermsReader(): (ctx: Pick<StepContext, 'resources' | 'log'>) => Termbase | undefined {
  let read: { readonly terms: Termbase | undefined } | undefined;
  return (ctx) => {
    if (read === undefined) {
      const found = ctx.resources.get(PROJECT_TERMS);
      read = { terms: isTermbase(found) ? found : undefined };
      if (read.terms === undefined) ctx.log('warn', 'The run has no termbase: name one under `terms` in the project');
    }
    return read.terms;
  };
}

function isTermbase(value: unknown): value is Termbase {
  return typeof value === 'object' && value !== null && 'matcher' in value && 'concepts' in value;
}
