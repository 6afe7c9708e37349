import type { CodeRun, Run, Runs } from '@helve/flow';
import { formOf, formsOf, hasForms, withForms } from '@helve/flow/content';
import { codeKinds } from '../format/docx/paragraph-content.js';
import { withoutLanguage } from '../format/docx/text-language.js';
import { alignCodes } from '../format/po/align-codes.js';

/** Gives the codes of a translation the ids of those in its source, in each plural form and case as well. */
export function alignRuns(target: Runs, source: Runs): Runs {
  if (!target.some(hasForms)) {
    const model = source.some(hasForms) ? modelOf(source) : source;
    return alignCodes(withFormats(target, model), model);
  }
  const formed = source.filter(hasForms);
  let at = 0;
  return Object.freeze(
    target.map((run): Run => {
      if (!hasForms(run)) return run;
      const model = formed[at++];
      const forms = formsOf(run).map(([key, runs]): [string, Runs] => {
        const other = model?.kind === run.kind ? (formOf(model, key) ?? formOf(model, 'other')) : undefined;
        return [key, alignRuns(runs, other ?? modelOf(source))];
      });
      return Object.freeze(withForms(run, forms));
    }),
  );
}

/** Gives formats of a Word document those of the source that differ in nothing but their language. */
function withFormats(target: Runs, source: Runs): Runs {
  if (!target.some(isFormat)) return target;
  const formats = new Map(source.filter(isFormat).map(({ data }) => [withoutLanguage(data), data]));
  return target.map((run): Run =>
    isFormat(run) ? { ...run, data: formats.get(withoutLanguage(run.data)) ?? run.data } : run,
  );
}

function isFormat(run: Run): run is CodeRun & { readonly kind: 'pc-open' } {
  return run.kind === 'pc-open' && run.subType === codeKinds.format;
}

/** Content of the source to number the codes by, where the translation has no such form. */
function modelOf(source: Runs): Runs {
  const formed = source.find(hasForms);
  if (formed === undefined) return source;
  const model = formOf(formed, 'other') ?? formsOf(formed)[0]?.[1] ?? [];
  return modelOf(model);
}
