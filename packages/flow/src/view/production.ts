import type { VariantText } from '../contract/block.js';
import { OverlayType } from '../contract/overlay.js';
import type { Path, Runs } from '../contract/run.js';
import type { BlockView, TargetFacts, TranslationUnit } from '../contract/view.js';
import { normaliseRuns } from '../content/run/normalise-runs.js';
import { assembleSegments, translationSegments, type SegmentToTranslate } from '../content/block/segment-unit.js';
import { createTarget } from '../content/block/target.js';
import { variantLocale } from '../content/block/variant.js';
import { toTargetWrite, type BlockWrite } from './block-write.js';

/** A target that is made unit by unit, and committed only when nothing is missing. */
export class Production {
  readonly op = 'production';
  readonly slots: readonly Slot[];
  readonly #source: Runs;
  readonly #variant: VariantText;
  readonly #facts: TargetFacts;
  readonly #texts: readonly SegmentToTranslate[];

  constructor(view: BlockView, variant: VariantText, facts: TargetFacts) {
    this.#source = view.source;
    this.#variant = variant;
    this.#facts = facts;
    const spans = view.overlays(OverlayType.OverlaySegmentation, null);
    this.#texts = translationSegments(view.source, variantLocale(variant), spans);
    this.slots = this.#texts.map((text) => new Slot(text));
  }

  /** The finished target; nothing while a unit that counts is missing, or when there is no content at all. */
  finish(): BlockWrite | undefined {
    if (this.#source.length === 0) return undefined;
    if (this.slots.some(({ ignorable, result }) => !ignorable && result === undefined)) return undefined;
    const made = new Map(
      this.slots.flatMap(({ key, result }) => (result === undefined ? [] : [[key, result] as const])),
    );
    const locale = variantLocale(this.#variant);
    const { runs, segments } = assembleSegments(this.#source, locale, this.#texts, made);
    return toTargetWrite(this.#variant, createTarget(runs, this.#facts), segments);
  }
}

/** One segment of one unit, open for its translation. */
class Slot implements TranslationUnit {
  readonly key: string;
  readonly source: Runs;
  readonly path: Path;
  readonly category?: string;
  readonly sample?: number;
  readonly ignorable: boolean;
  result: Runs | undefined;

  constructor({ key, source, path, category, sample, ignorable }: SegmentToTranslate) {
    this.key = key;
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
