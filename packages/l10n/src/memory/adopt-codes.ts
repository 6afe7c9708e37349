import type { CodeRun, Run, Runs } from '@helve/flow';
import { hasForms, normaliseRuns, structuralText } from '@helve/flow/content';

/**
 * Gives a stored target the codes of the current text, where a code may have another id or come from another format.
 * Codes without a partner stay.
 */
export function adoptCodes(target: Runs, stored: Runs, source: Runs): Runs {
  if (target === stored || !target.some(isCode)) return target;
  const partners = matchCodes(stored.filter(isCode), source.filter(isCode));
  return normaliseRuns(target.map((run) => (isCode(run) ? (partners.get(codeName(run)) ?? run) : run)));
}

/** True when two contents have the same codes at the same positions, whatever their ids. */
export function haveSameStructure(one: Runs, other: Runs): boolean {
  if (one.some(hasForms) || other.some(hasForms)) return structuralText(one) === structuralText(other);
  return structuralText(numbered(one)) === structuralText(numbered(other));
}

/** Pairs codes in order where both sides have the same kinds, else by equal names. */
function matchCodes(stored: readonly CodeRun[], own: readonly CodeRun[]): ReadonlyMap<string, CodeRun> {
  const isAlike = stored.length === own.length && stored.every(({ kind }, index) => kind === own[index]?.kind);
  if (!isAlike) return new Map(own.map((run) => [codeName(run), run]));
  const partners = new Map<string, CodeRun>();
  for (const [index, run] of own.entries()) {
    const old = stored[index];
    if (old !== undefined) partners.set(codeName(old), run);
  }
  return partners;
}

function numbered(runs: Runs): Runs {
  const numbers = new Map<string, string>();
  return runs.map((run) => {
    if (!isCode(run)) return run;
    const id = numbers.get(run.id) ?? String(numbers.size + 1);
    numbers.set(run.id, id);
    return { ...run, id };
  });
}

function isCode(run: Run): run is CodeRun {
  return run.kind !== 'text' && !hasForms(run);
}

function codeName({ kind, id }: CodeRun): string {
  return `${kind} ${id}`;
}
