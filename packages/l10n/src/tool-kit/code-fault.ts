import type { BlockView, LocaleId, Path, Run, Runs } from '@helve/flow';
import {
  codesOf,
  constraintsAt,
  formOf,
  hasForms,
  plainText,
  pathText,
  translationUnits,
  type CodeRef,
} from '@helve/flow/content';

/**
 * Compares the inline codes of a target with the source, unit by unit; returns undefined when all codes are preserved.
 */
export function codeFault(view: Pick<BlockView, 'source'>, locale: LocaleId, target: Runs): string | undefined {
  // The common case: text without codes on both sides.
  if (plainText(view.source) !== undefined && plainText(target) !== undefined) return undefined;
  const units = translationUnits(view, locale);
  const sources = new Map(units.map(({ key, source }) => [key, source]));
  for (const { path, key, source } of units) {
    const unit = unitLike(target, path, (depth) => sources.get(pathText(path.slice(0, depth))));
    if (unit === undefined) return `the form at "${key}" is missing`;
    const fault = unitCodeFault(source, unit);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Finds the unit of a target at a path of the source; plurals and selects may be elsewhere in the sentence. */
function unitLike(target: Runs, path: Path, sourceAt: (depth: number) => Runs | undefined): Runs | undefined {
  let unit: Runs | undefined = target;
  for (const [depth, { run, form }] of path.entries()) {
    const holder: Run | undefined = holderLike(sourceAt(depth) ?? [], run, unit);
    unit = holder !== undefined && hasForms(holder) ? formOf(holder, form) : undefined;
    if (unit === undefined) return undefined;
  }
  return unit;
}

/** Finds the plural or select with the same pivot, by its number among them. */
function holderLike(source: Runs, index: number, target: Runs): Run | undefined {
  const wanted = source[index];
  if (wanted === undefined || !hasForms(wanted)) return undefined;
  const isLike = (run: Run) => hasForms(run) && run.kind === wanted.kind && run.pivot === wanted.pivot;
  return target.filter(isLike)[source.slice(0, index).filter(isLike).length];
}

/** Compares the inline codes of one unit: codes may be deleted and cloned where their constraints allow it. */
export function unitCodeFault(source: Runs, target: Runs): string | undefined {
  const wanted = countCodes(source);
  const found = countCodes(target);
  for (const [name, { count, ref }] of found) {
    const own = wanted.get(name);
    if (own === undefined) return `the code ${shown(ref)} is not in the source`;
    if (count > own.count && !own.cloneable) return `the code ${shown(ref)} occurs ${count} times`;
  }
  for (const [name, { count, ref, deletable }] of wanted) {
    if ((found.get(name)?.count ?? 0) < count && !deletable) return `the code ${shown(ref)} is missing`;
  }
  return undefined;
}

interface CodeCount {
  readonly ref: CodeRef;
  readonly deletable: boolean;
  readonly cloneable: boolean;
  count: number;
}

function countCodes(unit: Runs): ReadonlyMap<string, CodeCount> {
  const counts = new Map<string, CodeCount>();
  if (unit.every(({ kind }) => kind === 'text')) return counts;
  for (const { ref, run } of codesOf(unit)) {
    const name = `${ref.kind}:${ref.id}`;
    const known = counts.get(name);
    if (known === undefined) counts.set(name, { ref, ...constraintsAt(unit, unit.indexOf(run)), count: 1 });
    else known.count += 1;
  }
  return counts;
}

function shown({ id, kind }: CodeRef): string {
  return `"${kind === 'pc-close' ? '/' : ''}${id}"`;
}
