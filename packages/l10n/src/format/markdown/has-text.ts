import type { Run } from '@helve/flow';

/** True when some content has readable text, before codes are searched in it. */
export function hasText(runs: readonly Run[]): boolean {
  return runs.some((run) => run.kind === 'text' && run.text.trim() !== '');
}
