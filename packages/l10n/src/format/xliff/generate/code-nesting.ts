import type { CloseRun, OpenRun, Run, Runs } from '@helve/flow';

/** The other half of each pair of codes that nests in its content; halves that cross another pair have none. */
export function nestedPairs(runs: Runs): ReadonlyMap<Run, OpenRun | CloseRun> {
  const pairs = new Map<Run, OpenRun | CloseRun>();
  const open: OpenRun[] = [];
  for (const run of runs) {
    if (run.kind === 'pc-open') open.push(run);
    if (run.kind !== 'pc-close') continue;
    const at = open.findLastIndex(({ id }) => id === run.id);
    const [partner] = at < 0 ? [] : open.splice(at, 1);
    // Codes that opened behind it would be closed outside.
    if (partner !== undefined && at === open.length) pairs.set(partner, run).set(run, partner);
  }
  return pairs;
}

/** Ids of the pairs of which both halves are somewhere in content. */
export function pairedIds(runs: Runs): ReadonlySet<string> {
  const opened = new Set(runs.flatMap((run) => (run.kind === 'pc-open' ? [run.id] : [])));
  return new Set(runs.flatMap((run) => (run.kind === 'pc-close' && opened.has(run.id) ? [run.id] : [])));
}
