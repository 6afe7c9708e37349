import {
  LayerPrimary,
  type Block,
  type Overlay,
  type OverlaySpan,
  type Payload,
  type RunRange,
  type Runs,
} from '@helve/flow';
import { codePointLength, showAnnotation, shapeSpan, sliceUnit, unitAt, variantLocale } from '@helve/flow/content';
import type { PlannedAnnotation } from '@helve/flow/engine';
import { blockKey } from '../check/block-key.js';
import { toFindingRange, toFindingText, type FindingRange, type FindingText } from '../check/collect-findings.js';
import { shortenPieces } from '../check/shorten-pieces.js';
import { toPieces } from '../check/text-piece.js';

/** One annotation of a block, as data and in words. */
export interface BlockAnnotation {
  /** An overlay type, an annotation key, or `property:` and the key of a property. */
  readonly type: string;
  readonly kind: string;
  readonly side: 'source' | 'target';
  readonly variant?: string;
  readonly layer?: string;
  /** The stretch that it marks; the whole side without. */
  readonly range?: FindingRange;
  /** Text of that stretch. Absent where content is private, as are the next two. */
  readonly text?: string;
  /** Each thing that it says, in words. */
  readonly values?: readonly string[];
  readonly payload?: Payload;
}

/** A block with annotations, and where it stands. */
export interface AnnotatedBlock {
  readonly file: string;
  readonly block: string;
  readonly name?: string;
  /** Name of the block for people; absent where content is private. */
  readonly key?: string;
  /** Location in the file, from 1; columns count code points. */
  readonly line?: number;
  readonly column?: number;
  /** Source and targets, for people; absent where content is private. */
  readonly texts?: readonly FindingText[];
  readonly annotations: readonly BlockAnnotation[];
}

/** Annotations of a run: the number of each kind, and the blocks of those that are listed. */
export interface AnnotationReport {
  readonly total: number;
  readonly counts: { readonly [kind: string]: number };
  readonly blocks: readonly AnnotatedBlock[];
}

const MAX_TEXT = 200;
const property = 'property:';

/** Lists those annotations of a block that steps make, in the order of these. */
export function annotationsIn(block: Block, made: readonly PlannedAnnotation[]): readonly BlockAnnotation[] {
  return made.flatMap((each) => {
    if (each.type.startsWith(property)) return propertyIn(block, each);
    const overlays = block.overlays.filter((overlay) => isOf(overlay, each));
    const spans = overlays.flatMap((overlay) => overlay.spans.flatMap((span) => spanIn(block, overlay, span, each)));
    const payload = block.annotations[each.type];
    return payload === undefined ? spans : [...spans, ...annotationOf(payload, each)];
  });
}

/** A block with these annotations; private content is left out. */
export function annotatedBlock(
  block: Block,
  annotations: readonly BlockAnnotation[],
  { file, isPrivate }: { readonly file: string; readonly isPrivate: boolean },
): AnnotatedBlock {
  const { id, name, sourceLocale, source, targets } = block;
  const place = { file, block: id, ...(name === '' ? {} : { name }) };
  if (isPrivate) return { ...place, annotations: annotations.map(withoutContent) };
  const texts = [
    toFindingText(sourceLocale, source),
    ...Object.entries(targets).map(([variant, target]) => toFindingText(variantLocale(variant), target.runs)),
  ];
  return { ...place, key: blockKey(block), texts, annotations };
}

function withoutContent({
  text: _text,
  values: _values,
  payload: _payload,
  ...rest
}: BlockAnnotation): BlockAnnotation {
  return rest;
}

function propertyIn({ properties }: Block, { type, kind, side }: PlannedAnnotation): readonly BlockAnnotation[] {
  const key = type.slice(property.length);
  const value = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return value === undefined ? [] : [{ type, kind, side, values: [`${key}: ${value}`] }];
}

function isOf(overlay: Overlay, { type, side, layer = LayerPrimary }: PlannedAnnotation): boolean {
  return overlay.type === type && overlay.layer === layer && (overlay.variant === null) === (side === 'source');
}

function spanIn(
  block: Block,
  { variant }: Overlay,
  span: OverlaySpan,
  { type, kind, side, layer }: PlannedAnnotation,
): readonly BlockAnnotation[] {
  const { texts } = showAnnotation(type, span.value, span);
  if (texts.length === 0 && span.value === undefined) return [];
  const runs = variant === null ? block.source : (block.targets[variant]?.runs ?? []);
  const { range, value } = span;
  return [
    {
      type,
      kind,
      side,
      ...(variant === null ? {} : { variant }),
      ...(layer === undefined ? {} : { layer }),
      ...(range === undefined ? {} : { range: toFindingRange(runs, range), text: textAt(runs, range) }),
      values: texts,
      ...(value === undefined ? {} : { payload: value }),
    },
  ];
}

/** The text of a range with its codes; no more of a long one is looked at than is shown. */
function textAt(runs: Runs, range: RunRange): string {
  const { start, end } = shapeSpan(runs, range);
  const content = sliceUnit(unitAt(runs, range.path) ?? [], start, Math.min(end, start + MAX_TEXT + 1));
  const pieces = shortenPieces(toPieces(content), MAX_TEXT, codePointLength);
  return pieces.map(({ text }) => text).join('');
}

function annotationOf(payload: Payload, { type, kind, side }: PlannedAnnotation): readonly BlockAnnotation[] {
  const { texts } = showAnnotation(type, payload);
  return texts.length === 0 ? [] : [{ type, kind, side, values: texts, payload }];
}
