import { type Block, type Run, type Runs } from '@helve/flow';
import { formOf, formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import { codeFinder } from '../format/code/code-finder.js';
import { numberCodes } from '../format/code/number-codes.js';
import { meansOne } from './held-forms.js';
import { flatRuns, mapRuns, mapSides } from './map-runs.js';

/**
 * Facts about the plural of an ICU message that entries without a name for its number do not have, as a note has them:
 *
 *     {count, plural, =1 {# file} other {# files}}   ─▶   count # =1
 */
export interface PluralFacts {
  /** Name of the number. */
  readonly pivot: string;
  /** The number in its forms is the sign `#`. */
  readonly hasSign: boolean;
  /** The form that is called `one` is for exactly 1. */
  readonly isExactOne: boolean;
}

/** Property of a block with the name of the number that `#` stands for in its message. */
export const signProperty = '@number-sign';

/** Parts of a message that a new entry lacks, and whether some of them cannot be told in a note either. */
export interface PluralLoss {
  readonly facts?: PluralFacts;
  /** Its values are arguments of a message, in braces. */
  readonly hasArguments: boolean;
  /** The number is written in two ways, of which one is left. */
  readonly mixesNumbers: boolean;
  /** Braces in the text that look like an argument from now on. */
  readonly hasBraces: boolean;
  /** Number of the plurals that are not in others. */
  readonly plurals: number;
  /** There is text around the forms. */
  readonly hasTextAround: boolean;
}

/** Finds what the forms of a message have beyond those of an entry with one form for each category. */
export function pluralLoss(block: Block): PluralLoss {
  const sides = [block.source, ...Object.values(block.targets).map(({ runs }) => runs)];
  const pivot = sides.flatMap((runs) => runs.flatMap((run) => (run.kind === 'plural' ? [run.pivot] : [])))[0];
  if (pivot === undefined)
    return { hasArguments: false, mixesNumbers: false, hasBraces: false, plurals: 0, hasTextAround: false };
  const codes = sides.flatMap(flatRuns);
  const hasSign = codes.some((run) => run.kind === 'ph' && run.data === '#' && run.equiv === pivot);
  const isNamed = codes.some((run) => run.kind === 'ph' && run.data === `{${pivot}}`);
  const hasArguments = hasSign || codes.some((run) => run.kind === 'ph' && run.data.startsWith('{'));
  const isExactOne = sides.some((runs) => runs.some((run) => hasExactOne(run)));
  const isKnown = pivot === 'n' && !hasArguments && !isExactOne;
  return {
    ...(!isKnown && { facts: { pivot, hasSign, isExactOne } }),
    hasArguments,
    mixesNumbers: hasSign && isNamed,
    hasBraces: codes.some((run) => run.kind === 'text' && /\{[^{}]*\}/u.test(run.text)),
    plurals: Math.max(...sides.map((runs) => runs.filter(({ kind }) => kind === 'plural').length)),
    hasTextAround: sides.some((runs) => runs.length > 1 && runs.some(hasForms)),
  };
}

function hasExactOne(run: Run): boolean {
  return run.kind === 'plural' && formOf(run, '=1') !== undefined && formOf(run, 'one') === undefined;
}

export function toFactText({ pivot, hasSign, isExactOne }: PluralFacts): string {
  return [pivot, ...(hasSign ? ['#'] : []), ...(isExactOne ? ['=1'] : [])].join(' ');
}

/** Gives the plurals of a block the name and the forms that a note has for them; braces in their texts are arguments. */
export function withPluralFacts(block: Block, text: string): Block {
  const [pivot = '', ...flags] = text.split(' ');
  if (pivot === '' || !flatSides(block).some(({ kind }) => kind === 'plural')) return block;
  const named = withLocales(block, (runs, locale) => {
    const isExactOne = flags.includes('=1') && meansOne(locale);
    return runs.map((run) => (run.kind === 'plural' ? withName(run, pivot, isExactOne) : run));
  });
  const read = mapSides(named, withArguments);
  return flags.includes('#') ? { ...read, properties: { ...read.properties, [signProperty]: pivot } } : read;
}

function flatSides(block: Block): readonly Run[] {
  return [block.source, ...Object.values(block.targets).map(({ runs }) => runs)].flat();
}

function withLocales(block: Block, change: (runs: Runs, locale: string) => Runs): Block {
  const targets = Object.entries(block.targets).map(([variant, target]) => [
    variant,
    { ...target, runs: change(target.runs, variant) },
  ]);
  return { ...block, source: change(block.source, block.sourceLocale), targets: Object.fromEntries(targets) };
}

function withName(run: Run & { readonly kind: 'plural' }, pivot: string, isExactOne: boolean): Run {
  const forms = formsOf(run);
  const hasExact = forms.some(([key]) => key === '=1');
  const named = forms.map(([key, form]): [string, Runs] => [
    isExactOne && !hasExact && key === 'one' ? '=1' : key,
    form,
  ]);
  return { ...withForms(run, named), pivot };
}

const findArguments = codeFinder({ enabled: true, presets: ['icu', 'brace'], rules: [] });

/** Content with arguments in braces as codes, which a format for other codes has read as text. */
function withArguments(runs: Runs): Runs {
  const hasBrace = (run: Run) => run.kind === 'text' && run.text.includes('{');
  if (!flatRuns(runs).some(hasBrace)) return runs;
  const inner = runs.map((run) =>
    hasForms(run)
      ? withForms(
          run,
          formsOf(run).map(([key, form]): [string, Runs] => [key, withArguments(form)]),
        )
      : run,
  );
  return inner.some(hasForms) ? normaliseRuns(inner) : numberCodes(inner, findArguments);
}

/** Content in which the number of a message is the sign for it again. */
export function withSigns(block: Block): Block {
  const { [signProperty]: pivot, ...properties } = block.properties;
  if (pivot === undefined) return block;
  const sign = (runs: Runs): Runs =>
    mapRuns(runs, (run): readonly Run[] =>
      run.kind === 'ph' && run.data === `{${pivot}}` ? [{ ...run, data: '#', equiv: pivot }] : [run],
    );
  const signed = mapSides(block, (runs) => runs.map((run) => (run.kind === 'plural' ? onlyForm(run, sign) : run)));
  return { ...signed, properties };
}

function onlyForm(run: Run & { readonly kind: 'plural' }, change: (runs: Runs) => Runs): Run {
  return withForms(
    run,
    formsOf(run).map(([key, form]): [string, Runs] => [key, change(form)]),
  );
}
