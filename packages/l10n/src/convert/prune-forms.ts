import type { Block, LocaleId, Runs, Target } from '@helve/flow';
import { formOf, formsOf, hasForms, pluralSamples, variantLocale, withForms } from '@helve/flow/content';
import { contentText } from '../format/code/content-text.js';

/**
 * Takes out plural forms that a language has only because exchange files have a segment for each form of either side:
 * those that are no categories of it, and say what the form for all other numbers says.
 */
export function pruneForms(block: Block): Block {
  if (!block.source.some(hasForms) || Object.keys(block.targets).length === 0) return block;
  const targets = Object.entries(block.targets).map(([variant, target]): [string, Target] => [
    variant,
    { ...target, runs: pruned(target.runs, variantLocale(variant)) },
  ]);
  return { ...block, source: pruned(block.source, block.sourceLocale), targets: Object.fromEntries(targets) };
}

function pruned(runs: Runs, locale: LocaleId): Runs {
  return runs.map((run) => {
    if (run.kind !== 'plural') return run;
    const categories = pluralSamples(locale, run.ordinal === true)?.map(({ category }): string => category);
    const other = contentText(formOf(run, 'other') ?? [], false);
    if (categories === undefined) return run;
    return withForms(
      run,
      formsOf(run).filter(
        ([key, form]) => key === 'other' || categories.includes(key) || contentText(form, false) !== other,
      ),
    );
  });
}
