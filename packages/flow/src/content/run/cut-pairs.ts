import type { CloseRun, OpenRun, Run, Runs } from '../../contract/run.js';
import { checkRuns } from './check-runs.js';
import { normaliseRuns } from './normalise-runs.js';

type PairHalf = OpenRun | CloseRun;

/** Marks the halves of pairs that a cut has parted from their other half, so that the piece is well-formed by itself. */
export function isolateCutPairs(piece: Runs): Runs {
  const lone = loneHalves(piece);
  if (lone.size === 0) return piece;
  return normaliseRuns(piece.map((run) => (isHalf(run) && lone.has(run) ? { ...run, isolated: true } : run)));
}

/** Joins pairs again that were cut in a source; halves that do not nest stay isolated. */
export function rejoinCutPairs(runs: Runs, source: Runs): Runs {
  if (!runs.some((run) => isHalf(run) && run.isolated === true)) return runs;
  const originals = new Map(source.filter(isHalf).map((run) => [halfKey(run), run]));
  const joined = runs.map((run) => {
    const original = isHalf(run) && run.isolated === true ? originals.get(halfKey(run)) : undefined;
    return original !== undefined && original.isolated !== true ? original : run;
  });
  return checkRuns(joined).length === 0 ? normaliseRuns(joined) : runs;
}

function loneHalves(piece: Runs): ReadonlySet<Run> {
  const lone = new Set<Run>();
  const open: OpenRun[] = [];
  for (const run of piece) {
    if (run.kind === 'pc-open' && run.isolated !== true) open.push(run);
    if (run.kind !== 'pc-close' || run.isolated === true) continue;
    if (open.at(-1)?.id === run.id) open.pop();
    else lone.add(run);
  }
  for (const run of open) lone.add(run);
  return lone;
}

function isHalf(run: Run): run is PairHalf {
  return run.kind === 'pc-open' || run.kind === 'pc-close';
}

function halfKey({ kind, id }: PairHalf): string {
  return `${kind} ${id}`;
}
