import type { Run, Runs } from '@helve/flow';
import { codesOf, hasForms, normaliseRuns } from '@helve/flow/content';

/**
 * Puts back codes that a translation has lost at the edges of its text, where only one place is right:
 *
 *     source   [1]Open[/1]      target   Öffnen      repaired   [1]Öffnen[/1]
 *
 * Undefined where something else is wrong too.
 */
export function repairCodes(source: Runs, target: Runs): Runs | undefined {
  if (source.some(hasForms) || target.some(hasForms)) return undefined;
  const [head, tail] = [edge(source), edge([...source].reverse()).toReversed()];
  if (head.length === source.length) return undefined;
  const held = new Set(codesOf(target).map(({ ref }) => `${ref.kind} ${ref.id}`));
  const lost = (runs: readonly Run[]) => runs.filter((run) => !held.has(keyOf(run)));
  const [first, last] = [lost(head), lost(tail)];
  if (first.length + last.length === 0) return undefined;
  return normaliseRuns([...first, ...target, ...last]);
}

/** The codes before the first text. */
function edge(runs: Runs): readonly Run[] {
  const end = runs.findIndex((run) => run.kind === 'text');
  return end < 0 ? runs : runs.slice(0, end);
}

function keyOf(run: Run): string {
  return 'id' in run ? `${run.kind} ${run.id}` : run.kind;
}
