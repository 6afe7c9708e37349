import type { PropertySchema, Runs, Target, VariantText } from '@helve/flow';
import {
  isByPerson,
  isChangedTarget,
  isUntranslated,
  segmentPairs,
  type BlockSides,
  type SegmentPair,
} from '@helve/flow/content';

/** Kinds of existing translations that an engine may replace. */
export type Redo = 'changed' | 'fuzzy' | 'draft';

/** Parameter of engines that names the existing translations to replace. */
export const redoProperty = {
  type: 'array',
  items: { enum: ['changed', 'fuzzy', 'draft'] },
  default: [],
  description:
    'Existing translations to replace: `changed` for those whose source has changed since, `fuzzy` for all unfinished ones of people, such as fuzzy messages of a catalog, `draft` for unfinished ones of machines. Default: none; only missing translations are filled.',
} as const satisfies PropertySchema;

/** True when an engine may write a target: it is missing or untranslated, or a draft that may be replaced. */
export function isFree(sides: BlockSides, variant: VariantText, redo: readonly Redo[]): boolean {
  const target = sides.target(variant);
  if (target === undefined || target.runs.length === 0) return true;
  return isUnfinished(target, sides.source, kindsOf(sides, variant, redo));
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
  const kinds = kindsOf(sides, variant, redo);
  const free = pairs.filter(({ source, target: runs = [], status }) =>
    isUnfinished({ ...target, runs, status }, source, kinds),
  );
  return free.length === 0 || free.length === pairs.length ? undefined : free;
}

type Author = Exclude<Redo, 'changed'>;

/** Lists the authors whose drafts of this target may be replaced; of a changed one it does not matter who wrote it. */
function kindsOf(sides: BlockSides, variant: VariantText, redo: readonly Redo[]): readonly Author[] {
  if (redo.includes('changed') && isChangedTarget(sides, variant)) return ['fuzzy', 'draft'];
  return redo.filter((kind) => kind !== 'changed');
}

function isUnfinished(target: Target, source: Runs, kinds: readonly Author[]): boolean {
  const { status, origin } = target;
  if (isUntranslated(target, source)) return true;
  return (status === 'new' || status === 'draft') && kinds.includes(isByPerson(origin) ? 'fuzzy' : 'draft');
}
