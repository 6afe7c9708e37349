import type { PluralRun, Runs, SelectRun } from '@helve/flow';
import { dataText, formOf, formsOf, hasForms, withForms } from '@helve/flow/content';
import type { ManifestUnit } from '../manifest.js';
import { sentHash } from '../unit-hash.js';
import { bareRuns } from './bare-runs.js';
import { homeRuns } from './home-runs.js';

/**
 * True when the source of a returned unit is the one that went out. Tools between may change white space and the order
 * of codes, and files for another language have the forms of that language.
 */
export function isSourceAsSent(returned: Runs, { sent }: ManifestUnit, now: Runs | undefined): boolean {
  const bare = bareRuns(returned);
  if (sentHash(bare) === sent) return true;
  // A block that has changed since cannot vouch for codes; it is stale anyway.
  if (now === undefined || sentHash(now) !== sent) return bare.some(({ kind }) => kind !== 'text');
  const home = homeRuns(returned, returned, now);
  const [one, other] = [withFormsOf(home, now), withFormsOf(now, home)];
  return signature(one) === signature(other) || allText(one) === allText(other);
}

/** The texts of all forms without white space, with the codes as their files spell them. */
function allText(runs: Runs): string {
  return runs.map((run) => (hasForms(run) ? formTexts(run, allText) : dataText([run]).replaceAll(space, ''))).join('');
}

function formTexts(run: PluralRun | SelectRun, textOf: (runs: Runs) => string): string {
  return formsOf(run)
    .map(([key, form]) => `\u0001${key}\u0002${textOf(form)}`)
    .join('');
}

const space = /\p{White_Space}+/gu;

/** The texts without white space, and the number of codes of each kind. */
function signature(runs: Runs): string {
  const texts = runs.map((run) => {
    if (run.kind === 'text') return run.text;
    return hasForms(run) ? formTexts(run, signature) : '';
  });
  const codes = runs.filter((run) => run.kind !== 'text' && !hasForms(run)).map(({ kind }) => kind);
  return `${texts.join('').replaceAll(space, '')}\u0003${codes.toSorted().join('\u0003')}`;
}

/** Content with those of its forms that other content has too, in the order of that. */
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
