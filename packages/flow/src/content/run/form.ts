import type { PluralKey, PluralRun, Runs, SelectRun } from '../../contract/run.js';
import { compareCodePoints } from '../text/code-point.js';

/** The CLDR categories, in the order in which forms are shown. */
export const pluralCategories = Object.freeze(['zero', 'one', 'two', 'few', 'many', 'other'] as const);

const exactNumber = /^=(\d+(?:\.\d+)?)$/;

/** The number of a key such as `=0`. */
export function exactNumberOf(key: string): number | undefined {
  const match = exactNumber.exec(key);
  return match === null ? undefined : Number(match[1]);
}

/** True for a CLDR category and for `=N`. */
export function isPluralKey(key: string): key is PluralKey {
  return (pluralCategories as readonly string[]).includes(key) || exactNumber.test(key);
}

/** Orders keys of forms: exact numbers ascending, categories, other words by code point, `other` last. */
export function compareFormKeys(a: string, b: string): number {
  const [first, second] = [rank(a), rank(b)];
  return first - second || (exactNumberOf(a) ?? 0) - (exactNumberOf(b) ?? 0) || compareCodePoints(a, b);
}

function rank(key: string): number {
  if (key === 'other') return 9;
  const category = (pluralCategories as readonly string[]).indexOf(key);
  if (category >= 0) return category + 1;
  return exactNumber.test(key) ? 0 : 8;
}

/** The forms of a plural or the cases of a select, in reading order. */
export function formsOf(run: PluralRun | SelectRun): readonly (readonly [key: string, runs: Runs])[] {
  const forms: { readonly [key: string]: Runs | undefined } = run.kind === 'plural' ? run.forms : run.cases;
  return orderedKeys(run.kind, Object.keys(forms)).map((key) => [key, forms[key] ?? []]);
}

function orderedKeys(kind: 'plural' | 'select', keys: string[]): readonly string[] {
  if (keys.length === 1) return keys;
  if (kind === 'select') return keys.sort(compareCases);
  return isInOrder(keys) ? keys : keys.sort(compareFormKeys);
}

/** Nearly every plural has categories only, and has them in order. */
function isInOrder(keys: readonly string[]): boolean {
  let last = -1;
  for (let at = 0; at < keys.length; at += 1) {
    const order = (pluralCategories as readonly string[]).indexOf(keys[at] ?? '');
    if (order <= last) return false;
    last = order;
  }
  return true;
}

function compareCases(a: string, b: string): number {
  if (a === 'other' || b === 'other') return Number(a === 'other') - Number(b === 'other');
  return compareCodePoints(a, b);
}

/** One form of a plural or select, if it has it. */
export function formOf(run: PluralRun | SelectRun, key: string): Runs | undefined {
  const forms: { readonly [key: string]: Runs | undefined } = run.kind === 'plural' ? run.forms : run.cases;
  return Object.hasOwn(forms, key) ? forms[key] : undefined;
}

/** Copies a plural or select with other content in its forms. */
export function withForms<R extends PluralRun | SelectRun>(run: R, forms: Iterable<readonly [string, Runs]>): R {
  const record = Object.fromEntries(forms);
  return run.kind === 'plural' ? { ...run, forms: record } : { ...run, cases: record };
}
