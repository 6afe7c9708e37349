import { countingCategories } from '../../check/plural-number.js';
import type { Placeholder } from './collect-placeholders.js';

/** How the placeholders of two sides differ. */
export interface ComparedPlaceholders {
  readonly missing: readonly Placeholder[];
  readonly extra: readonly Placeholder[];
}

/**
 * Compares by count outside of forms and by presence inside. A placeholder may go from outside into the forms and back.
 * Codes that may be left out and repeated, such as bold, are no placeholders: nothing is filled in there.
 */
export function comparePlaceholders(
  source: readonly Placeholder[],
  target: readonly Placeholder[],
  locale: string,
): ComparedPlaceholders {
  const inTarget = new Set(target.map(({ key }) => key));
  const mayBeFlat = countingCategories(locale, false)?.size === 1;
  return {
    missing: lackingIn(target, source).filter(({ isFree, key }) => {
      return !isFree && !(mayBeFlat && inTarget.has(key.replace(', plural}', '}')));
    }),
    extra: lackingIn(source, target).filter(({ isFree }) => !isFree),
  };
}

/** Those of a list that the others lack; of several in forms, the first. */
function lackingIn(others: readonly Placeholder[], list: readonly Placeholder[]): readonly Placeholder[] {
  const inForms = new Set<string>();
  const outside = new Map<string, number>();
  for (const { key, inForm } of others) {
    if (inForm) inForms.add(key);
    else outside.set(key, (outside.get(key) ?? 0) + 1);
  }
  const told = new Set<string>();
  return list.filter(({ key, inForm }) => {
    if (inForms.has(key)) return false;
    const left = outside.get(key) ?? 0;
    if (!inForm) {
      outside.set(key, left - 1);
      return left <= 0;
    }
    const isFirst = !told.has(key);
    told.add(key);
    return isFirst && !outside.has(key);
  });
}
