import type { Runs } from '@helve/flow';
import { formOf, formsOf, hasForms, withForms } from '@helve/flow/content';
import { alignCodes } from './po/align-codes.js';

/**
 * Gives the codes of a translation that was read on its own the ids of the same codes in its source: readers number the
 * codes of each file by themselves. A code that the source lacks gets an id that the source does not have.
 */
export function alignTarget(target: Runs, source: Runs): Runs {
  const [only] = target;
  if (only === undefined || target.length > 1 || !hasForms(only))
    return alignCodes(target, formContent(source, 'other'));
  const forms = formsOf(only).map(([key, runs]) => [key, alignTarget(runs, formContent(source, key))] as const);
  return [withForms(only, forms)];
}

function formContent(source: Runs, key: string): Runs {
  const [only] = source;
  if (only === undefined || source.length > 1 || !hasForms(only)) return source;
  return formOf(only, key) ?? formOf(only, 'other') ?? [];
}
