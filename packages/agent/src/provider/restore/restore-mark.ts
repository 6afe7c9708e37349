import type { RestoreStep } from '@helve/core';

/**
 * A fact about a location in the arguments, found while a schema is projected. Marks that are not steps
 * tell what else may stand there, so that a step which would misread it is noticed.
 */
export type Mark =
  | RestoreStep
  | { readonly step: 'null-meant'; readonly pointer: string }
  | { readonly step: 'text-meant'; readonly pointer: string; readonly texts: readonly string[] | 'any' };
