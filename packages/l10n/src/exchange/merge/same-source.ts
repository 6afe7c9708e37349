import type { Runs } from '@helve/flow';
import { dataText, formOf, formsOf, hasForms, withForms } from '@helve/flow/content';
import type { ManifestUnit } from '../manifest.js';
import { sentHash } from '../unit-hash.js';

/**
 * True when the source of a returned unit is the one that went out. Tools between may change white space and the order
 * of codes, and files for another language have the forms of that language.
 */
export function isSourceAsSent(returned: Runs, { sent }: ManifestUnit, now: Runs | undefined): boolean {
  if (sentHash(returned) === sent) return true;
  if (now === undefined || sentHash(now) !== sent) return false;
  return signature(withFormsOf(returned, now)) === signature(now);
}

/** The texts without white space, and the codes in any order. */
function signature(runs: Runs): string {
  const texts = runs.map((run) => {
    if (run.kind === 'text') return run.text;
    return hasForms(run) ? formsOf(run).map(([key, form]) => `\u0001${key}\u0002${signature(form)}`).join('') : '';
  });
  const codes = runs.filter((run) => run.kind !== 'text' && !hasForms(run)).map((run) => dataText([run]));
  return `${texts.join('').replaceAll(/\p{White_Space}+/gu, '')}\u0003${codes.toSorted().join('\u0003')}`;
}

/** Content with the forms that other content has, in its order. */
function withFormsOf(runs: Runs, model: Runs): Runs {
  const models = model.filter(hasForms);
  let at = 0;
  return runs.map((run) => {
    if (!hasForms(run)) return run;
    const own = models[at++];
    if (own === undefined) return run;
    const forms = formsOf(own).flatMap(([key, form]): readonly (readonly [string, Runs])[] => {
      const found = formOf(run, key);
      return found === undefined ? [] : [[key, withFormsOf(found, form)]];
    });
    return withForms(run, forms);
  });
}
