import type { Block, Overlay, Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { findSegmentation } from '../xliff/bilingual-digest.js';
import { contentSegments, type ContentSegment } from '../xliff/segment/content-segment.js';
import { attributeValue } from '../xml/xml-node.js';
import { isolateHalves } from '../xliff/isolate-halves.js';
import { isolatePc } from './isolate-pc.js';
import type { SegmentElements, Xliff2Unit } from './read-unit.js';
import { flattenForms, formKeys, type VariantForm } from './variant-form.js';

/** A segment or ignorable to be written anew. */
interface NewSegment {
  readonly id: string | undefined;
  readonly ignorable: boolean;
  readonly source: Runs;
  readonly target: Runs | undefined;
}

/** Plan for the segments of a unit: the existing ones, or new ones. */
export type SegmentPlan =
  | {
      readonly kind: 'kept';
      readonly sources?: ReadonlyMap<string, Runs>;
      readonly targets?: ReadonlyMap<string, Runs>;
      readonly newForms?: readonly (VariantForm & { readonly source: Runs })[];
    }
  | {
      readonly kind: 'joined';
      readonly pieces: readonly NewSegment[];
      readonly sources?: undefined;
      readonly targets?: undefined;
    };

/**
 * Lists the plans for writing a block, the one with the fewest changes first; a later one applies if the earlier cannot
 * represent it.
 */
export function planSegments(unit: Xliff2Unit, block: Block, variant: string): readonly SegmentPlan[] {
  const target = block.targets[variant]?.runs;
  if (unit.switches) return planForms(unit, block.source, target);
  const { pieces } = unit;
  const source = findSegmentation(block.overlays, null);
  const sources = contentSegments(block.source, source);
  const targets = target && contentSegments(target, findSegmentation(block.overlays, variant));
  const same = isSame(pieces, sources, source);
  const plans: SegmentPlan[] = [];
  if (same && pieces.length === 1) plans.push(keptPlan(pieces, [block.source], target && [target]));
  else if (same && targets === undefined)
    plans.push(
      keptPlan(
        pieces,
        sources.map(({ runs }) => runs),
        undefined,
      ),
    );
  else if (same && targets && isAligned(pieces, targets)) plans.push(alignedPlan(pieces, sources, targets));
  else if (!same && source) plans.push({ kind: 'joined', pieces: cutPieces(sources, target, targets) });
  if (same && pieces.length > 1 && target && !mayResegment(unit)) plans.push(firstTakesAll(pieces, sources, target));
  const [first] = pieces;
  const segment = { id: first && attributeValue(first.element, 'id'), ignorable: false, source: block.source, target };
  return [...plans, { kind: 'joined', pieces: [segment] }];
}

/** True when the source has the segments of the file. */
function isSame(
  pieces: readonly SegmentElements[],
  sources: readonly ContentSegment[],
  overlay: Overlay | undefined,
): boolean {
  if (!overlay || overlay.spans.length === 0) return pieces.length === 1;
  const named = sources.filter(({ id }) => id !== undefined);
  return (
    named.length === sources.length &&
    named.length === pieces.length &&
    pieces.every(({ id }, at) => id === sources[at]?.id)
  );
}

/** True when all text of the target belongs to segments of the file. */
function isAligned(pieces: readonly SegmentElements[], targets: readonly ContentSegment[]): boolean {
  const ids = new Set(pieces.map(({ id }) => id));
  return targets.length > 0 && targets.every(({ id }) => id !== undefined && ids.has(id));
}

function keptPlan(
  pieces: readonly SegmentElements[],
  sources: readonly Runs[],
  targets: readonly Runs[] | undefined,
): SegmentPlan {
  const byId = (all: readonly Runs[]): ReadonlyMap<string, Runs> =>
    new Map(pieces.flatMap(({ id }, at): [string, Runs][] => (all[at] ? [[id, all[at]]] : [])));
  return { kind: 'kept', sources: byId(sources), ...(targets && { targets: byId(targets) }) };
}

function alignedPlan(
  pieces: readonly SegmentElements[],
  sources: readonly ContentSegment[],
  targets: readonly ContentSegment[],
): SegmentPlan {
  const found = new Map(isolateHalves(targets, isolatePc).map(({ id = '', runs }) => [id, runs]));
  return {
    kind: 'kept',
    sources: new Map(pieces.map(({ id }, at) => [id, sources[at]?.runs ?? []])),
    targets: new Map(pieces.flatMap(({ id }): [string, Runs][] => (found.has(id) ? [[id, found.get(id) ?? []]] : []))),
  };
}

/** Puts all text into the first segment of a unit that must keep its segments; the others become empty. */
function firstTakesAll(
  pieces: readonly SegmentElements[],
  sources: readonly ContentSegment[],
  target: Runs,
): SegmentPlan {
  const at = Math.max(
    0,
    pieces.findIndex(({ ignorable }) => !ignorable),
  );
  return keptPlan(
    pieces,
    sources.map(({ runs }) => runs),
    pieces.map((_, index) => (index === at ? target : [])),
  );
}

function mayResegment({ element, pieces }: Xliff2Unit): boolean {
  const unit = attributeValue(element, 'canResegment') ?? 'yes';
  return pieces.every((piece) => piece.ignorable || (attributeValue(piece.element, 'canResegment') ?? unit) !== 'no');
}

/** Creates new segments, with the text of the target if it has the same ones; else a single one. */
function cutPieces(
  sources: readonly ContentSegment[],
  target: Runs | undefined,
  targets: readonly ContentSegment[] | undefined,
): readonly NewSegment[] {
  const aligned = targets && alignGaps(sources, targets);
  if (target !== undefined && aligned === undefined) {
    return [{ id: sources[0]?.id, ignorable: false, source: sources.flatMap(({ runs }) => runs), target }];
  }
  const whole = isolateHalves(sources, isolatePc);
  const translated = aligned && isolateHalves(aligned, isolatePc);
  return whole.map(({ id, ignorable, runs }, at) => ({
    id,
    ignorable: ignorable || (id === undefined && dataText(runs).trim() === ''),
    source: runs,
    target: translated?.[at]?.runs,
  }));
}

/**
 * Arranges the segments of a target like those of its source, if it has the same ones in the same order: what stands
 * between two of them goes into the gap there, or to the segment before.
 */
function alignGaps(
  sources: readonly ContentSegment[],
  targets: readonly ContentSegment[],
): readonly ContentSegment[] | undefined {
  const ids = (all: readonly ContentSegment[]) => all.flatMap(({ id }) => (id === undefined ? [] : [id])).join('\n');
  if (ids(sources) !== ids(targets)) return undefined;
  const left = [...targets];
  const aligned = sources.map((source): ContentSegment => {
    const isNext = left[0] !== undefined && left[0].id === source.id;
    return isNext ? { ...source, runs: left.shift()?.runs ?? [] } : skipGap(source, left);
  });
  const [last] = aligned.slice(-1);
  return last === undefined
    ? aligned
    : [...aligned.slice(0, -1), { ...last, runs: [...last.runs, ...left.flatMap(({ runs }) => runs)] }];
}

/** Takes a segment of the target with the gap before it that the source lacks; a gap that the target lacks is empty. */
function skipGap(source: ContentSegment, left: ContentSegment[]): ContentSegment {
  if (source.id === undefined) return { ...source, runs: [] };
  const gap = left.shift()?.runs ?? [];
  return { ...source, runs: [...gap, ...(left.shift()?.runs ?? [])] };
}

function planForms(unit: Xliff2Unit, source: Runs, target: Runs | undefined): readonly SegmentPlan[] {
  const switches = unit.switches ?? [];
  const sources = flattenForms(source, switches.length);
  const targets = target && flattenForms(target, switches.length);
  if (!sources || (target && !targets)) return [];
  const idsByKeys = new Map(
    unit.pieces.map((piece) => [(formKeys(piece.element, switches) ?? []).join(' '), piece.id]),
  );
  const byPiece = (forms: readonly VariantForm[]): ReadonlyMap<string, Runs> =>
    new Map(
      forms.flatMap(({ keys, runs }): [string, Runs][] => {
        const id = idsByKeys.get(keys.join(' '));
        return id === undefined ? [] : [[id, runs]];
      }),
    );
  const other = sources.find(({ keys }) => keys.every((key) => key === 'other'))?.runs ?? [];
  const newForms = (targets ?? [])
    .filter(({ keys }) => !idsByKeys.has(keys.join(' ')))
    .map((form) => ({ ...form, source: other }));
  return [{ kind: 'kept', sources: byPiece(sources), ...(targets && { targets: byPiece(targets) }), newForms }];
}
