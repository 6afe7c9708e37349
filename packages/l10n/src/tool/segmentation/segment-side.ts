import { OverlayType, units, type BlockView, type ReadonlySpan, type Runs, type Side } from '@helve/flow';
import { rangeFor } from '@helve/flow/content';
import { segmentsIn, type UnitConfig } from './segments-in.js';

const { OverlaySegmentation } = OverlayType;

/** Settings for writing the segments of a side. */
export interface SpanConfig extends UnitConfig {
  readonly layer: string;
  readonly overwrite: boolean;
}

/** Finds the break positions of a text, as UTF-16 indexes. */
export type FindBreaks = (text: string, locale: string, side: Side) => readonly number[];

/** True when a side should be segmented: existing layers stay unless `overwrite` is set. */
export function isOpen(existing: number, { overwrite }: SpanConfig): boolean {
  return overwrite || existing === 0;
}

/** Marks the segments of one side, unit by unit. */
export function segmentSide(
  view: BlockView,
  side: Side,
  runs: Runs,
  locale: string,
  config: SpanConfig,
  cut: FindBreaks,
): void {
  const { layer } = config;
  if (!isOpen(view.overlays(OverlaySegmentation, side, layer).length, config)) return;
  const spans: ReadonlySpan[] = [];
  for (const { path, runs: unit } of units(runs)) {
    for (const { start, end } of segmentsIn(unit, (text) => cut(text, locale, side), config)) {
      spans.push({ id: `s${spans.length + 1}`, range: rangeFor(runs, path, start, end), props: {} });
    }
  }
  view.putSpans(OverlaySegmentation, side, spans, layer);
}
