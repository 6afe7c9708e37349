import { nearestNames } from '@helve/core';
import { agentErrors } from '../agent-errors.js';

/** Throws for unknown options: a misspelt one would otherwise be ignored. */
export function assertKnownOptions(action: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const [nearest] = nearestNames(unknown, known);
  const details = nearest === undefined ? {} : { details: { suggestion: `Did you mean "${nearest}"?` } };
  throw agentErrors.create('AGENT_OPTIONS_INVALID', { action, problem: `unknown option "${unknown}"` }, details);
}

/** Throws for a model without a name. */
export function assertModel(action: string, { model }: { readonly model?: unknown }): void {
  if (typeof model === 'string' && model !== '') return;
  throw agentErrors.create('AGENT_OPTIONS_INVALID', { action, problem: 'option "model" names no model' });
}
