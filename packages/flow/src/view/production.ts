import type { VariantText } from '../contract/block.js';
import { OverlayType } from '../contract/overlay.js';
import type { Path, Run, Runs } from '../contract/run.js';
import type { BlockView, TargetFacts, TranslationUnit } from '../contract/view.js';
import { sliceUnit } from '../content/run/extract-runs.js';
import { normaliseRuns } from '../content/run/normalise-runs.js';
import { samePath } from '../content/run/path.js';
import { shapeSpan } from '../content/run/run-range.js';
import { segmentsOf } from '../content/block/segment.js';
import { createTarget } from '../content/block/target.js';
import { assembleTarget, translationUnits, type UnitToTranslate } from '../content/block/translation-unit.js';
import { variantLocale } from '../content/block/variant.js';
import type { BlockWrite } from './block-write.js';

/** A target that is made unit by unit, and committed only when nothing is missing. */
export class Production {
  readonly op = 'production';
  readonly slots: readonly Slot[];
  readonly #source: Runs;
  readonly #variant: VariantText;
  readonly #facts: TargetFacts;

  constructor(view: BlockView, variant: VariantText, facts: TargetFacts) {
    this.#source = view.source;
    this.#variant = variant;
    this.#facts = facts;
    this.slots = toSlots(view, translationUnits(view, variantLocale(variant)));
  }

  /** The finished target; nothing while a unit that counts is missing, or when there is no content at all. */
  finish(): BlockWrite | undefined {
    if (this.#source.length === 0) return undefined;
    if (this.slots.some(({ ignorable, result }) => !ignorable && result === undefined)) return undefined;
    const units = new Map<string, Run[]>();
    for (const { unitKey, source, result = source } of this.slots) {
      const known = units.get(unitKey);
      if (known === undefined) units.set(unitKey, [...result]);
      else for (const run of result) known.push(run);
    }
    const runs = assembleTarget({ source: this.#source }, variantLocale(this.#variant), units);
    return { op: 'target', variant: this.#variant, target: createTarget(runs, this.#facts) };
  }
}

/** Units that nobody has cut are one segment each, which is the common case. */
function toSlots(view: BlockView, units: readonly UnitToTranslate[]): readonly Slot[] {
  const spans = view.overlays(OverlayType.OverlaySegmentation, null);
  if (spans.length === 0) return units.map((unit) => new Slot(unit, unit.key, unit.source, unit.ignorable));
  const segments = segmentsOf(view.source, { spans });
  return units.flatMap((unit) => {
    const cuts = segments.filter(({ path }) => samePath(path, unit.sourcePath));
    return cuts.map(({ range, ignorable }, index) => {
      const { start, end } = shapeSpan(view.source, range);
      const key = cuts.length === 1 ? unit.key : `${unit.key}#${index}`;
      return new Slot(unit, key, sliceUnit(unit.source, start, end), ignorable);
    });
  });
}

/** One segment of one unit, open for its translation. */
class Slot implements TranslationUnit {
  readonly key: string;
  readonly source: Runs;
  readonly path: Path;
  readonly category?: string;
  readonly sample?: number;
  readonly ignorable: boolean;
  /** The unit of the target that it is a part of. */
  readonly unitKey: string;
  result: Runs | undefined;

  constructor({ key, path, category, sample }: UnitToTranslate, ownKey: string, source: Runs, ignorable: boolean) {
    this.unitKey = key;
    this.key = ownKey;
    this.source = source;
    this.path = path;
    if (category !== undefined) this.category = category;
    if (sample !== undefined) this.sample = sample;
    this.ignorable = ignorable;
  }

  set(runs: Runs): void {
    this.result = normaliseRuns(runs);
  }
}
