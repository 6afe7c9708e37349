import type { Block, Run, Runs, Target } from '@helve/flow';
import { formOf, formsOf, hasForms, normaliseRuns, variantLocale, withForms } from '@helve/flow/content';
import type { FormatCapacity } from '../format/capacity/format-capacity.js';
import { convertPlaceholders } from './convert-placeholders.js';
import type { ConversionTarget } from './convert-blocks.js';
import { heldForms, onlyForms, withNamedOne } from './held-forms.js';
import { noteFact } from './helve-note.js';
import type { LossCounts } from './loss-counts.js';
import { flatRuns, mapSides } from './map-runs.js';
import { pluralLoss, signProperty, toFactText, withSigns } from './noted-forms.js';
import { withoutNames } from './noted-names.js';
import { isExchangeCode } from './original-codes.js';
import type { PlaceholderDialectName } from './placeholder-name.js';
import { withNumberCodes, withNumberSigns, withoutMarkup, withoutNumberSigns, withoutSpans } from './plain-codes.js';
import { relaxCodes } from './relax-codes.js';

/** Gives a block the codes and forms that a new file has for them, and notes what it has no place for. */
export function convertCodes(
  block: Block,
  target: ConversionTarget,
  placeholders: PlaceholderDialectName | undefined,
  losses: LossCounts,
): Block {
  if (block.type === 'header') return block;
  const { from, format } = target;
  const capacity = capacityFor(block, target);
  const isText = capacity.codes === 'text';
  if (isText) losses.add('code-lost', 'code', flatSides(block).filter(isExchangeCode).length);
  const isFormed = capacity.plural === 'yes';
  // Apple's word for the number of a substitution means nothing elsewhere.
  const isApple = isText && from === 'xcstrings' && format !== from;
  const spelled = isApple
    ? mapSides(block, isFormed && placeholders === undefined ? withNumberCodes : withNumberSigns)
    : block;
  const cased = foldCases(spelled, capacity, target, losses);
  const held = isFormed ? holdForms(cased, capacity, losses) : cased;
  const bare = isText && from === 'androidxml' && format !== from ? mapSides(held, withoutSpans) : held;
  const plain = isText && format !== from ? mapSides(bare, withoutMarkup) : bare;
  // The sign for a number means nothing outside of a message.
  const isSpread = isText && (isFormed || placeholders !== undefined);
  const counted = isSpread ? mapSides(plain, withoutNumberSigns) : plain;
  const { block: coded, lost, names } = convertPlaceholders(counted, placeholders);
  losses.add('code-lost', 'placeholder', lost);
  const signed = withoutNames(isText && isFormed ? withoutSign(coded) : withSigns(coded));
  const facts = { names: names.join(' '), plural: isText && isFormed ? pluralFacts(cased, target, losses) : '' };
  const noted = withFacts(signed, facts, target, losses);
  return isText ? noted : relaxCodes(noted);
}

/** Content that a new file can hold of a block: an entry for forms has one plural, and one for no number. */
function capacityFor(block: Block, { capacity, hasFormEntries = false }: ConversionTarget): FormatCapacity {
  const hasPlural = [block.source, ...Object.values(block.targets).map(({ runs }) => runs)].some((runs) =>
    runs.some(({ kind }) => kind === 'plural'),
  );
  if (!hasFormEntries || !hasPlural) return capacity;
  return { ...capacity, plural: 'yes', exactForms: 'zero', severalPlurals: false, select: 'no' };
}

function flatSides({ source, targets }: Block): readonly Run[] {
  return [source, ...Object.values(targets).map(({ runs }) => runs)].flatMap(flatRuns);
}

function foldCases(
  block: Block,
  capacity: FormatCapacity,
  { capacity: own }: ConversionTarget,
  losses: LossCounts,
): Block {
  if (capacity.select !== 'no' && capacity.select !== 'device') return block;
  // The table of formats tells the selects that a format never has.
  const isTold = own.select === capacity.select;
  const folded = mapSides(block, caseFold(capacity));
  if (!isTold && hasCases(block.source)) losses.add('form-lost', 'select');
  return folded;
}

function hasCases(runs: Runs): boolean {
  return runs.some(
    (run) => hasForms(run) && (run.kind === 'select' || formsOf(run).some(([, form]) => hasCases(form))),
  );
}

/** Facts about the plural of a message for a note; what no note tells is lost. */
function pluralFacts(block: Block, { capacity, format }: ConversionTarget, losses: LossCounts): string {
  const { facts, plurals, mixesNumbers, hasArguments, hasBraces, hasTextAround } = pluralLoss(block);
  if (facts === undefined) return '';
  if (mixesNumbers) losses.add('code-lost', 'number');
  if (hasBraces) losses.add('code-lost', 'brace');
  const hasPlace = capacity.places === 'always' || (capacity.places === 'several' && plurals > 1);
  if (hasTextAround && !hasPlace) losses.add('repaired', 'aroundForms');
  // Its entries have a name for the number of their forms.
  return format === 'stringsdict' && !hasArguments && !facts.isExactOne ? '' : toFactText(facts);
}

/** Writes facts into notes, where the new file has some. */
function withFacts(
  block: Block,
  facts: Readonly<Record<'names' | 'plural', string>>,
  { capacity, byOptions }: ConversionTarget,
  losses: LossCounts,
): Block {
  const hasNotes = capacity.note === 'yes' || byOptions?.has('note') === true;
  let noted = block;
  for (const fact of ['names', 'plural'] as const) {
    if (facts[fact] === '') continue;
    if (hasNotes) noted = noteFact(noted, fact, facts[fact]);
    else losses.add('metadata-lost', fact);
  }
  return noted;
}

function withoutSign(block: Block): Block {
  const { [signProperty]: pivot, ...properties } = block.properties;
  return pivot === undefined ? block : { ...block, properties };
}

/** The block with the plural forms that a format holds. */
function holdForms(block: Block, capacity: FormatCapacity, losses: LossCounts): Block {
  let isLost = false;
  const held = mapSides(capacity.exactForms === 'yes' ? block : namedOne(block), (side) => {
    const { runs, lost } = heldForms(side, capacity);
    isLost ||= lost;
    return runs;
  });
  if (isLost) losses.add('form-lost', 'exactForm');
  const source = onlyForms(held.source, capacity.sourceForms);
  if (source === held.source) return held;
  losses.add('form-lost', 'plural');
  return { ...held, source };
}

/** Writes forms for exactly 1 as the category that a language has for it. */
function namedOne(block: Block): Block {
  const targets = Object.entries(block.targets).map(([variant, target]): [string, Target] => [
    variant,
    { ...target, runs: withNamedOne(target.runs, variantLocale(variant)) },
  ]);
  return { ...block, source: withNamedOne(block.source, block.sourceLocale), targets: Object.fromEntries(targets) };
}

/** Folds forms by a word that a format has not to the one for all others. */
function caseFold({ select }: FormatCapacity): (runs: Runs) => Runs {
  return (runs) => {
    const fold = (content: Runs): Runs =>
      content.flatMap((run) => {
        if (run.kind === 'select' && (select === 'no' || run.pivot !== 'device'))
          return fold(formOf(run, 'other') ?? []);
        if (!hasForms(run)) return [run];
        return [
          withForms(
            run,
            formsOf(run).map(([key, form]): [string, Runs] => [key, fold(form)]),
          ),
        ];
      });
    return runs.some(hasForms) ? normaliseRuns(fold(runs)) : runs;
  };
}
