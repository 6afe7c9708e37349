import type { DisplayHint, LocaleId, Origin, Target, TargetStatus, VariantText } from './block.js';
import type { OverlaySpan } from './overlay.js';
import type { Payload } from './payload.js';
import type { Path, RunRange, Runs } from './run.js';

/** `null` is the source, a text the variant of a target. */
export type Side = VariantText | null;

/** One run sequence that is not entered further. */
export interface Unit {
  readonly path: Path;
  readonly runs: Runs;
}

/** One segment of one unit, as a range and as runs. */
export interface SegmentUnit extends Unit {
  /** Id of its span; content that no span covers has none. */
  readonly id?: string;
  readonly range: RunRange;
  /** Copied verbatim by whoever translates. */
  readonly ignorable: boolean;
}

/** A span that cannot be changed in place. */
export type ReadonlySpan = Readonly<Omit<OverlaySpan, 'props'>> & {
  readonly props: { readonly [key: string]: string };
};

/**
 * A block as `annotate` and `transform` see it: content is read only, marks may be written. Writes are kept back until
 * the handler returns.
 */
export interface BlockView {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly translatable: boolean;
  readonly preserveWhitespace: boolean;
  readonly sourceLocale: LocaleId;
  readonly source: Runs;
  readonly displayHint: DisplayHint | undefined;
  readonly variants: readonly VariantText[];
  readonly contentHash: string;
  target(variant: VariantText): Target | undefined;
  text(locale: LocaleId): string;
  hasLocale(locale: LocaleId): boolean;
  /** The units of one side cut by a segmentation layer, or whole units where there is none. */
  units(side: Side, layer?: string): readonly SegmentUnit[];
  overlays(type: string, side: Side, layer?: string): readonly ReadonlySpan[];
  overlayValue(type: string, side: Side, layer?: string): Payload | undefined;
  annotation(key: string): Payload | undefined;
  readonly annotationKeys: readonly string[];
  property(key: string): string | undefined;
  readonly propertyKeys: readonly string[];

  putSpans(type: string, side: Side, spans: readonly ReadonlySpan[], layer?: string): void;
  setOverlayValue(type: string, side: Side, value: Payload, layer?: string): void;
  removeOverlay(type: string, side: Side, layer?: string): void;
  setAnnotation(key: string, value: Payload): void;
  removeAnnotation(key: string): void;
  /** `null` takes the property away. */
  setProperty(key: string, value: string | null): void;
  /** Takes the block out of the stream; for tools of shape `filter` only. */
  drop(): void;
}

/** Facts that accompany every target. */
export interface TargetFacts {
  readonly status: TargetStatus;
  readonly origin: Origin;
  readonly score?: number;
}

/** One text that a translator must produce. */
export interface TranslationUnit {
  readonly key: string;
  readonly source: Runs;
  readonly path: Path;
  /** The plural category or exact number of the target locale, with a number that has it. */
  readonly category?: string;
  readonly sample?: number;
  readonly ignorable: boolean;
  set(runs: Runs): void;
}

/** A block as `translate` sees it: the source is read only, targets may be written. */
export interface TargetView extends BlockView {
  /** Replaces a target; `segments` marks the parts of it that translate the segments of the source with these ids. */
  setTarget(variant: VariantText, runs: Runs, facts: TargetFacts, segments?: readonly ReadonlySpan[]): void;
  removeTarget(variant: VariantText): void;
  clearTargets(): void;
  /** Gives each unit to translate; the target is committed when every one that counts was set. */
  produceUnits(variant: VariantText, facts: TargetFacts): Iterable<TranslationUnit>;
}
