import {
  AnnoAltTranslation,
  AnnoNote,
  newPayload,
  type AltTranslation,
  type Block,
  type Note,
  type Overlay,
  type Runs,
  type Target,
} from '@helve/flow';
import { createTarget, rangeFor } from '@helve/flow/content';
import type { SegmentSpan } from './inline-draft.js';
import type { XliffTarget } from './read-unit.js';

/** Facts of a bilingual file about a unit. */
export interface UnitFacts {
  readonly source: Runs;
  readonly target: XliffTarget | undefined;
  readonly segments: readonly SegmentSpan[];
  readonly notes: readonly Note[];
  readonly alternatives: readonly AltTranslation[];
  /** True when the file locks the unit. */
  readonly locked?: boolean;
}

/** The fields of a block that hold target, segments, notes and proposals. */
export type UnitFields = Pick<Block, 'source' | 'targets' | 'overlays' | 'annotations'>;

/** Derives the fields of a block from its unit. */
export function unitFields(variant: string, facts: UnitFacts): UnitFields {
  const { source, target, segments, notes, alternatives } = facts;
  const fields: UnitFields = { source, targets: {}, overlays: [], annotations: {} };
  if (target) fields.targets[variant] = toTarget(target);
  if (segments.length > 0) fields.overlays.push(segmentation(source, null, segments));
  if (target && target.segments.length > 0) fields.overlays.push(segmentation(target.runs, variant, target.segments));
  if (notes.length > 0) fields.annotations[AnnoNote] = newPayload('note', { items: notes });
  if (alternatives.length > 0)
    fields.annotations[AnnoAltTranslation] = newPayload('alt-translations', { items: alternatives });
  return fields;
}

function toTarget({ runs, status, origin, score }: XliffTarget): Target {
  const more = { ...(origin === undefined ? {} : { origin }), ...(score === undefined ? {} : { score }) };
  return createTarget(runs, { status, ...more });
}

/** Returns a block with these fields. */
export function withFields(block: Block, { targets, overlays, annotations }: UnitFields): Block {
  block.targets = targets;
  block.overlays = overlays;
  block.annotations = annotations;
  return block;
}

function segmentation(runs: Runs, variant: string | null, segments: readonly SegmentSpan[]): Overlay {
  const spans = segments.map(({ id, start, end, ignorable, status }) => ({
    id,
    range: rangeFor(runs, undefined, start, end),
    props: { ...(ignorable && { ignorable: 'true' }), ...(status !== undefined && { status }) },
  }));
  return { type: 'segmentation', variant, layer: '', spans };
}
