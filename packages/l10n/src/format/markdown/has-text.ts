import type { Run } from '@helve/flow';

/** Whether there is something to read in some content, before codes are looked for in its texts. */
export function hasText(runs: readonly Run[]): boolean {
  return runs.some((run) => run.kind === 'text' && run.text.trim() !== '');
}
