import type { Block, LocaleId } from '../../contract/block.js';
import type { Path, PluralRun, Run, Runs, SelectRun } from '../../contract/run.js';
import { exactNumberOf, formOf, formsOf, withForms } from '../run/form.js';
import { hasForms, containsForms, normaliseRuns } from '../run/normalise-runs.js';
import { pathText, topPath } from '../run/path.js';
import { pluralSamples } from '../run/plural-category.js';
import { isOnlySpaceAndCodes } from './segment.js';

/** One text that a translator must produce. */
export interface UnitToTranslate {
  /** Names the unit to `assembleTarget`: its place in the target, as text. */
  readonly key: string;
  /** Path in the target. */
  readonly path: Path;
  /** Path of its source: another form when the source lacks this category. */
  readonly sourcePath: Path;
  readonly source: Runs;
  /** The plural category of the target locale, or the exact number such as `=0`. */
  readonly category?: string;
  /** A number that has the category. */
  readonly sample?: number;
  /** True for a unit without words, which is copied unless a tool overrides it. */
  readonly ignorable: boolean;
}

interface TargetForm {
  readonly key: string;
  readonly sourceKey: string;
  readonly sample?: number;
}

const shapes = new WeakMap<Runs, Map<LocaleId, Runs>>();

/** Lists the units to translate into a locale: the top unit, and each form that the target's grammar needs. */
export function translationUnits(block: Pick<Block, 'source'>, locale: LocaleId): readonly UnitToTranslate[] {
  const { source } = block;
  // Most content has no forms, and is one unit.
  if (!containsForms(source)) return [topUnit(source)];
  return [...unitsUnder(source, targetShape(source, locale), locale, topPath, topPath, {})];
}

function topUnit(source: Runs): UnitToTranslate {
  return { key: '', path: topPath, sourcePath: topPath, source, ignorable: isOnlySpaceAndCodes(source) };
}

/** Puts translated units together; a unit that was not given keeps its source. */
export function assembleTarget(
  block: Pick<Block, 'source'>,
  locale: LocaleId,
  translated: ReadonlyMap<string, Runs>,
): Runs {
  return normaliseRuns(assemble(targetShape(block.source, locale), topPath, translated));
}

function* unitsUnder(
  source: Runs,
  shape: Runs,
  locale: LocaleId,
  path: Path,
  sourcePath: Path,
  form: Pick<UnitToTranslate, 'category' | 'sample'>,
): Generator<UnitToTranslate> {
  yield { key: pathText(path), path, sourcePath, source: shape, ...form, ignorable: isOnlySpaceAndCodes(shape) };
  for (const [index, run] of source.entries()) {
    const holder = shape[index];
    if (!hasForms(run) || holder === undefined || !hasForms(holder)) continue;
    for (const { key, sourceKey, sample } of targetForms(run, locale)) {
      const inner = run.kind === 'select' ? form : { category: key, ...(sample !== undefined && { sample }) };
      const inside: Path = [...path, { run: index, form: key }];
      const insideSource: Path = [...sourcePath, { run: index, form: sourceKey }];
      yield* unitsUnder(formOf(run, sourceKey) ?? [], formOf(holder, key) ?? [], locale, inside, insideSource, inner);
    }
  }
}

/** The source with the forms of the target's grammar: what the units are cut from. */
function targetShape(source: Runs, locale: LocaleId): Runs {
  if (!containsForms(source)) return source;
  const known = shapes.get(source) ?? new Map<LocaleId, Runs>();
  const shape = known.get(locale) ?? normaliseRuns(source.map((run) => shapeRun(run, locale)));
  if (Object.isFrozen(source)) shapes.set(source, known.set(locale, shape));
  return shape;
}

function shapeRun(run: Run, locale: LocaleId): Run {
  if (!hasForms(run)) return run;
  const forms = targetForms(run, locale).map(
    ({ key, sourceKey }) => [key, targetShape(formOf(run, sourceKey) ?? [], locale)] as const,
  );
  return withForms(run, forms);
}

/** A select keeps its cases. A plural gets the target's categories, and keeps the exact numbers of the source. */
function targetForms(run: PluralRun | SelectRun, locale: LocaleId): readonly TargetForm[] {
  const own = formsOf(run).map(([key]) => ({ key, sourceKey: key }));
  if (run.kind === 'select') return own;
  const samples = pluralSamples(locale, run.ordinal === true);
  const exact = own.flatMap((form) => {
    const sample = exactNumberOf(form.key);
    return sample === undefined ? [] : [{ ...form, sample }];
  });
  if (samples === undefined) return [...exact, ...own.filter(({ key }) => exactNumberOf(key) === undefined)];
  const categories = samples.map(({ category, sample }) => ({
    key: category,
    sourceKey: formOf(run, category) === undefined ? 'other' : category,
    sample: sample + (run.offset ?? 0),
  }));
  return [...exact, ...categories];
}

function assemble(shape: Runs, path: Path, translated: ReadonlyMap<string, Runs>): Runs {
  const unit = translated.get(pathText(path)) ?? shape;
  if (!containsForms(shape)) return unit;
  const left = new Set(shape.keys());
  return unit.map((run) => {
    const index = hasForms(run) ? matchingIndex(run, shape, left) : undefined;
    const holder = index === undefined ? undefined : shape[index];
    if (index === undefined || holder === undefined || !hasForms(holder)) return run;
    left.delete(index);
    const forms = formsOf(holder).map(
      ([form, content]) => [form, assemble(content, [...path, { run: index, form }], translated)] as const,
    );
    return withForms(holder, forms);
  });
}

/** Finds the plural or select of the source that corresponds to a translated one: the identical object, else the first left with its pivot. */
function matchingIndex(run: PluralRun | SelectRun, shape: Runs, left: ReadonlySet<number>): number | undefined {
  const same = shape.indexOf(run);
  if (left.has(same)) return same;
  return [...left].find((index) => {
    const other = shape[index];
    return other !== undefined && hasForms(other) && other.kind === run.kind && other.pivot === run.pivot;
  });
}
