import type { RestoreStep } from '@helve/core';

/**
 * What is found out about a place in the arguments while a schema is projected. Those that are no steps
 * say what else may stand there, so that a step which would misread it can be noticed.
 */
export type Mark =
  | RestoreStep
  | { readonly step: 'null-meant'; readonly pointer: string }
  | { readonly step: 'text-meant'; readonly pointer: string; readonly texts: readonly string[] | 'any' };
