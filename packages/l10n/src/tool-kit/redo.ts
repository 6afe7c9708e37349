import type { PropertySchema, Target } from '@helve/flow';

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
  if (target === undefined || target.runs.length === 0 || target.status === 'new') return true;
  return target.status === 'draft' && redo.includes(isByPerson(target) ? 'fuzzy' : 'draft');
}

/** True for a translation of a person; files name no origin for it. */
function isByPerson({ origin }: Target): boolean {
  return origin === undefined || origin.kind === 'human';
}
