import { checkOptionNames } from '@helve/core/options';
import { agentErrors } from '../agent-errors.js';

/** Throws for unknown options: a misspelt one would otherwise be ignored. */
export function assertKnownOptions(action: string, options: object, known: readonly string[]): void {
  checkOptionNames(options, known, (problem, suggestion) => {
    const details = suggestion === undefined ? {} : { details: { suggestion } };
    return agentErrors.create('AGENT_OPTIONS_INVALID', { action, problem }, details);
  });
}

/** Throws for a model without a name. */
export function assertModel(action: string, { model }: { readonly model?: unknown }): void {
  if (typeof model === 'string' && model !== '') return;
  throw agentErrors.create('AGENT_OPTIONS_INVALID', { action, problem: 'option "model" names no model' });
}
