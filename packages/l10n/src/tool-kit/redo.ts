import type { PropertySchema, Target, VariantText } from '@helve/flow';
import { segmentPairs, type BlockSides, type SegmentPair } from '@helve/flow/content';

/** Kinds of existing translations that an engine may replace. */
export type Redo = 'fuzzy' | 'draft';

/** Parameter of engines that names the existing translations to replace. */
export const redoProperty = {
  type: 'array',
  items: { enum: ['fuzzy', 'draft'] },
  default: [],
  description:
    'Existing translations to replace: `fuzzy` for unfinished ones of people, such as fuzzy messages of a catalog, `draft` for unfinished ones of machines. Default: none; only missing translations are filled.',
} as const satisfies PropertySchema;

/** True when an engine may write a target: it is missing or untranslated, or a draft that may be replaced. */
export function isFree(target: Target | undefined, redo: readonly Redo[]): boolean {
  return target === undefined || target.runs.length === 0 || isUnfinished(target, redo);
}

/**
 * Lists the segments that an engine may write where the others are translated. Undefined for a target that is free as a
 * whole, or not at all.
 */
export function freeSegments(
  sides: BlockSides,
  variant: VariantText,
  redo: readonly Redo[],
): readonly SegmentPair[] | undefined {
  const target = sides.target(variant);
  if (target === undefined) return undefined;
  const pairs = segmentPairs(sides, variant).filter(({ ignorable }) => !ignorable);
  const free = pairs.filter(({ status }) => isUnfinished({ ...target, status }, redo));
  return free.length === 0 || free.length === pairs.length ? undefined : free;
}

function isUnfinished({ status, origin }: Omit<Target, 'runs'>, redo: readonly Redo[]): boolean {
  if (status === 'new') return true;
  return status === 'draft' && redo.includes(isByPerson(origin) ? 'fuzzy' : 'draft');
}

/** True for a translation of a person; files name no origin for it. */
function isByPerson(origin: Target['origin']): boolean {
  return origin === undefined || origin.kind === 'human';
}
