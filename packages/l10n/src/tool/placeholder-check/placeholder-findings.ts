import { textRun, type RunRange } from '@helve/flow';
import { topPath } from '@helve/flow/content';
import type { FindingDraft } from '../../check/finding-draft.js';
import { wholeUnit } from '../../check/unit-range.js';
import { isDeclared, type Dialect } from '../../dialect/dialect.js';
import { findFault, type Fault } from '../../dialect/find-fault.js';
import { checkMessageStructure } from './check-message-structure.js';
import type { Placeholder } from './collect-placeholders.js';
import { comparePlaceholders, type MissingPlaceholder, type RetypedPlaceholder } from './compare-placeholders.js';
import { dataRangeIn } from './data-range.js';
import { editAt } from '../../check/edit-at.js';
import { findNestingFault, pairedNames } from './find-nesting.js';
import {
  findRenamed,
  orderingFix,
  quotingFix,
  retypingFix,
  spellingFix,
  type Fix,
  type RenamedPlaceholder,
} from './placeholder-fixes.js';
import { placeholderRules, type PlaceholderRule } from './placeholder-rules.js';
import { writtenUnits, type PlaceholderSides } from './read-sides.js';

/** Finds all problems with the placeholders of a target. */
export function placeholderFindings(
  sides: PlaceholderSides,
  variant: string,
  locale: string,
  flagExtra: boolean,
): readonly FindingDraft[] {
  const draft = (rule: PlaceholderRule, fields: Fields): FindingDraft => toDraft(rule, variant, fields);
  const { source, target, broken, brokenSource } = sides;
  if (brokenSource !== undefined) return [invalidSource(brokenSource, sides)];
  const wholeTarget = () => wholeUnit({ runs: target.runs, path: topPath });
  if (broken !== undefined) return [draft('placeholder.invalid', brokenFields(broken, sides))];
  const compared = comparePlaceholders(source, target, locale);
  const { retyped, swapped } = compared;
  const renamed = findRenamed(compared);
  const findFix = (one: MissingPlaceholder) =>
    spellingFix(one, target.runs, target.dialect) ?? quotingFix(one, target.runs, target.dialect);
  // A tag that lost its partner is reported once, as that.
  const crossed = crossedTags(sides);
  const isTold = ({ placeholder }: MissingPlaceholder) => crossed.length > 0 && placeholder.raw.startsWith('<');
  const missing = renamed === undefined ? compared.missing.filter((one) => !isTold(one)) : [];
  const extra = renamed === undefined ? compared.extra.filter((one) => !isTold(one)) : [];
  const [first] = swapped;
  return [
    ...(renamed === undefined ? [] : [draft('placeholder.missing', renamedFields(renamed, target.dialect))]),
    ...missing.map((one) =>
      draft('placeholder.missing', missingFields(one, target.dialect, wholeTarget(), findFix(one))),
    ),
    ...(flagExtra ? extra.map((one) => draft('placeholder.extra', extraFields(one, target.dialect))) : []),
    ...retyped.map((one) => draft('placeholder.type', typeFields(one))),
    ...(first === undefined
      ? []
      : [draft('placeholder.order', orderFields(swapped, first, orderingFix(compared, target.dialect)))]),
    ...checkMessageStructure(sides, variant).map(({ rule, ...fields }) => draft(rule, fields)),
    ...invalidUnits(sides).map((fields) => draft('placeholder.invalid', fields)),
    ...crossed.map((fields) => draft('placeholder.nesting', fields)),
  ];
}

interface Fields {
  readonly message: string;
  readonly range: RunRange;
  /** The matching range of the source. */
  readonly source?: RunRange | undefined;
  readonly subject: string;
  readonly suggestion: string;
  readonly severity?: FindingDraft['severity'] | undefined;
  readonly fix?: Fix | undefined;
}

function toDraft(rule: PlaceholderRule, variant: string, fields: Fields): FindingDraft {
  const { source, severity = placeholderRules[rule].severity, fix, ...rest } = fields;
  return {
    rule,
    severity,
    side: variant,
    ...rest,
    ...(source === undefined ? {} : { other: { side: null, range: source } }),
    ...(fix === undefined ? {} : { fix: { variant, edits: fix } }),
  };
}

/** Builds a missing finding; if the value occurs elsewhere, only the count differs. */
function missingFields(
  { placeholder, isElsewhere }: MissingPlaceholder,
  dialect: Dialect,
  range: RunRange,
  fix: Fix | undefined,
): Fields {
  const { raw } = placeholder;
  return {
    message: isElsewhere
      ? `The placeholder "${raw}" occurs less often than in the source`
      : `The placeholder "${raw}" of the source is missing`,
    range,
    source: placeholder.range(),
    subject: raw,
    suggestion: `Add "${raw}"`,
    severity: isElsewhere ? 'minor' : isTag(placeholder) || isDoubtful(placeholder, dialect) ? 'major' : undefined,
    fix,
  };
}

/** Builds the one finding about a placeholder that is missing under its name and there under another. */
function renamedFields({ source, target, fix }: RenamedPlaceholder, dialect: Dialect): Fields {
  return {
    message: `The placeholder "${source.raw}" of the source is "${target.raw}" in the target`,
    range: target.range(),
    source: source.range(),
    subject: source.raw,
    suggestion: `Write "${source.raw}"`,
    severity: isTag(source) || isDoubtful(source, dialect) ? 'major' : undefined,
    fix,
  };
}

/** True for markup: without it the text is shown in another way, but no program fails. */
function isTag({ raw }: Placeholder): boolean {
  return raw.startsWith('<');
}

/** True for words in braces that nothing declares to be a placeholder, in a catalog that could. */
function isDoubtful({ raw }: Placeholder, dialect: Dialect): boolean {
  return dialect === 'unflagged' && /^\{[^{]/.test(raw);
}

/** Builds an extra finding; a program that fills in values by a declared notation fails, others show the placeholder. */
function extraFields({ placeholder, isElsewhere }: MissingPlaceholder, dialect: Dialect): Fields {
  const { raw } = placeholder;
  return {
    message: isElsewhere
      ? `The placeholder "${raw}" occurs more often than in the source`
      : `The placeholder "${raw}" is not in the source`,
    range: placeholder.range(),
    subject: raw,
    suggestion: `Remove "${raw}"`,
    severity: isElsewhere ? 'minor' : isDeclared(dialect) && !isTag(placeholder) ? 'critical' : undefined,
  };
}

function typeFields(retyped: RetypedPlaceholder): Fields {
  const { source, target, isHarmless } = retyped;
  return {
    message: `The placeholder "${source.raw}" of the source is "${target.raw}" in the target`,
    range: target.range(),
    source: source.range(),
    subject: `${source.raw}→${target.raw}`,
    suggestion: `Write "${source.raw}"`,
    severity: isHarmless ? 'minor' : undefined,
    fix: retypingFix(retyped),
  };
}

function orderFields(
  swapped: readonly RetypedPlaceholder[],
  { source, target }: RetypedPlaceholder,
  fix: Fix | undefined,
): Fields {
  const raws = swapped.map((one) => one.target.raw).join(' ');
  return {
    message: `The placeholders "${raws}" are in another order than in the source, and have no positions`,
    range: target.range(),
    source: source.range(),
    subject: raws,
    suggestion: fix === undefined ? 'Keep the order of the source' : 'Number them by their positions in the source',
    fix,
  };
}

function brokenFields({ problem, start, end }: Fault, { source, target }: PlaceholderSides): Fields {
  return {
    message: `The message cannot be parsed: ${problem}`,
    range: dataRangeIn({ runs: target.runs, path: topPath }, start, end),
    source: wholeUnit({ runs: source.runs, path: topPath }),
    subject: problem,
    suggestion: 'Compare its braces with those of the source',
  };
}

/** Builds the finding about a source; a translation of it is not to blame. */
function invalidSource({ problem, start, end }: Fault, { source }: PlaceholderSides): FindingDraft {
  const rule = 'placeholder.invalid-source';
  return {
    rule,
    severity: placeholderRules[rule].severity,
    message: `The message of the source cannot be parsed: ${problem}`,
    side: null,
    range: dataRangeIn({ runs: source.runs, path: topPath }, start, end),
    subject: problem,
    suggestion: 'Correct the source first',
  };
}

/** Finds invalid units; a source that is invalid in its dialect means that the dialect is wrong. */
function invalidUnits({ source, target }: PlaceholderSides): readonly Fields[] {
  const { dialect } = target;
  // A text of an app without placeholders is shown as it is; a compiler of catalogs reads flagged ones all the same.
  if (isShownAsItIs(source, dialect)) return [];
  const faults = writtenUnits(target.runs).flatMap(({ text, unit }) => {
    const fault = findFault(text, dialect);
    return fault === undefined ? [] : [{ fault, unit }];
  });
  if (faults.length === 0 || writtenUnits(source.runs).some(({ text }) => findFault(text, dialect))) return [];
  return faults.map(({ fault: { problem, start, end, instead }, unit }) => {
    const range = dataRangeIn(unit, start, end);
    return {
      message: `The target cannot be parsed as ${dialect}: ${problem}`,
      range,
      source: wholeUnit({ runs: source.runs, path: topPath }),
      subject: problem,
      suggestion: instead === undefined ? 'Write it as the source does' : `Write "${instead}"`,
      fix: instead === undefined ? undefined : [editAt(unit, range, [textRun(instead)])],
    };
  });
}

function isShownAsItIs({ runs }: PlaceholderSides['source'], dialect: Dialect): boolean {
  const isApp = dialect === 'apple' || dialect === 'android';
  return isApp && writtenUnits(runs).every(({ text }) => !text.includes('%'));
}

function crossedTags({ source, target }: PlaceholderSides): readonly Fields[] {
  const names = new Set(writtenUnits(source.runs).flatMap(({ text }) => [...pairedNames(text)]));
  const faults = writtenUnits(target.runs).flatMap(({ text, unit }) => {
    const fault = findNestingFault(text, names);
    return fault === undefined ? [] : [{ fault, unit }];
  });
  if (faults.length === 0 || writtenUnits(source.runs).some(({ text }) => findNestingFault(text, names))) return [];
  return faults.map(({ fault: { tag, start, end }, unit }) => ({
    message: `The tag "${tag}" has no partner`,
    range: dataRangeIn(unit, start, end),
    source: wholeUnit({ runs: source.runs, path: topPath }),
    subject: tag,
    suggestion: 'Close tags in reverse order of opening',
  }));
}
