import type { Block, OpenRun, PlaceholderRun, Run, Runs } from '@helve/flow';
import { flatRuns, mapRuns, mapSides } from './map-runs.js';

const free = Object.freeze({ deletable: true, cloneable: true, reorderable: true });

/** Lets translations have what they have: codes that one of them leaves out or repeats may be deleted and copied. */
export function relaxCodes(block: Block): Block {
  const sides = Object.values(block.targets).map(({ runs }) => countCodes(runs));
  const own = countCodes(block.source);
  const ids = new Set([...own.keys(), ...sides.flatMap((side) => [...side.keys()])]);
  const loose = new Set([...ids].filter((id) => sides.some((side) => (side.get(id) ?? 0) !== (own.get(id) ?? 0))));
  if (loose.size === 0) return block;
  const relax = (run: Run): Run => (isCode(run) && loose.has(run.id) ? { ...run, constraints: free } : run);
  return mapSides(block, (runs) => mapRuns(runs, (run) => [relax(run)]));
}

function isCode(run: Run): run is PlaceholderRun | OpenRun {
  return run.kind === 'ph' || run.kind === 'pc-open';
}

function countCodes(runs: Runs): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const run of flatRuns(runs)) if (isCode(run)) counts.set(run.id, (counts.get(run.id) ?? 0) + 1);
  return counts;
}
