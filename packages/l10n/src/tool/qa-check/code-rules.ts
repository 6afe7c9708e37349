import type { Runs } from '@helve/flow';
import { constraintsAt, containsForms, dataText } from '@helve/flow/content';
import { codeName, codesBeyond, codesIn, hasSameCodes, type UnitCode } from '../../check/unit-code.js';
import type { TargetForm } from '../../check/unit-pair.js';
import { hasMessageForms } from '../../dialect/has-message-forms.js';
import { readArgument } from '../../dialect/message-argument.js';
import { placeholderTokens } from '../../dialect/placeholder-token.js';
import { valueNames } from '../../dialect/value-names.js';
import { checkCodeIds, type CodeLists } from './code-id-rules.js';
import { allOfTarget, hasPipes, sourceRun, targetRun, toDraft, type PairRule, type QaPair } from './qa-pair.js';

/** Switches of the rules about codes. */
export interface CodeOptions {
  readonly checkCodeDifference: boolean;
  readonly strictCodeOrder: boolean;
  readonly checkSpanConstraints: boolean;
}

/** Creates the rule that every inline code of the source occurs in the target, as often, and in an allowed position. */
export function codeRule(options: CodeOptions): PairRule {
  return (pair, found) => {
    // The texts of a message in a text are no codes; placeholder-check compares its arguments.
    if (hasSameCodes(pair.source, pair.target) || isMessageText(pair.source)) return;
    const compared = compareCodes(pair);
    const { source, target } = compared;
    const { missing, extra } = options.checkCodeDifference
      ? checkCodeIds(pair, firstOfPairs(compared), found)
      : firstOfPairs(compared);
    const respelled = respelledCodes(missing, extra);
    const renamed = renamedCode(missing, extra);
    for (const code of missing) {
      if (options.checkCodeDifference) found.push(missingCode(pair, code, renamed));
      if (options.checkSpanConstraints && !constraintsAt(pair.source, code.index).deletable)
        found.push(lostCode(pair, code, renamed));
    }
    const isTold = (code: UnitCode) =>
      code === renamed || isRaised(code) || isMark(code) || respelled.has(spelling(code));
    for (const code of extra.filter((each) => !isTold(each))) {
      if (options.checkCodeDifference) found.push(extraCode(pair, code));
      if (options.checkSpanConstraints && isForbiddenClone(pair, code, source)) found.push(clonedCode(pair, code));
    }
    if (compared.missing.length + compared.extra.length === 0 && source.length === target.length) {
      const moved = movedCode(pair, source, target, options.strictCodeOrder);
      if (moved !== undefined) found.push(moved);
    }
  };
}

/** The code in the place of the only missing one, if it is of its kind: the two are one fault. */
function renamedCode(missing: readonly UnitCode[], extra: readonly UnitCode[]): UnitCode | undefined {
  const [lost, ...moreLost] = missing;
  const [made, ...moreMade] = extra;
  if (lost === undefined || made === undefined || moreLost.length + moreMade.length > 0) return undefined;
  const isAlike = lost.run.kind === 'ph' && made.run.kind === 'ph' && lost.run.type === made.run.type;
  return isAlike ? made : undefined;
}

function isMessageText(source: Runs): boolean {
  return !containsForms(source) && hasMessageForms(dataText(source));
}

/** Lists the codes of both sides that differ in spaces alone, which are told as missing. */
function respelledCodes(missing: readonly UnitCode[], extra: readonly UnitCode[]): ReadonlySet<string> {
  const wanted = new Set(missing.map(spelling));
  return new Set(extra.map(spelling).filter((each) => each !== '' && wanted.has(each)));
}

function spelling({ data }: UnitCode): string {
  return data.replaceAll(/\s/gu, '');
}

/** True for a mark of XLIFF around text, such as a comment of a reviewer; what it marks stays as it is. */
function isMark({ data }: UnitCode): boolean {
  return /^<(?:\w+:)?mrk\s/.test(data) && !/\smtype=["']protected["']/.test(data);
}

/** True for a raised or lowered letter, which some languages need for ordinals and abbreviations. */
function isRaised({ run }: UnitCode): boolean {
  return run.kind === 'pc-open' && /^fmt:(?:super|sub)script$/.test(run.type);
}

/** Leaves out the ends of pairs whose starts are reported, and arguments with the name of another: they have a rule. */
function firstOfPairs({ source, missing, extra }: ComparedCodes): CodeLists {
  const retyped = sharedArguments(missing, extra);
  const choose = (codes: readonly UnitCode[]) =>
    codes.filter(isFirstOfPair(codes)).filter((code) => !retyped.has(readArgument(code.data)?.name));
  return { source, missing: choose(missing), extra: choose(extra) };
}

/** Lists the names of arguments that only differ in their type or format. */
function sharedArguments(missing: readonly UnitCode[], extra: readonly UnitCode[]): ReadonlySet<string | undefined> {
  const names = (codes: readonly UnitCode[]) => codes.flatMap((code) => readArgument(code.data)?.name ?? []);
  const added = new Set(names(extra));
  return new Set(names(missing).filter((name) => added.has(name)));
}

/** Leaves out the end of a pair whose start is reported. */
function isFirstOfPair(codes: readonly UnitCode[]): (code: UnitCode) => boolean {
  const opened = new Set(codes.flatMap(({ run }) => (run.kind === 'pc-open' ? [run.id] : [])));
  return ({ run }) => run.kind !== 'pc-close' || !opened.has(run.id);
}

interface ComparedCodes {
  readonly source: readonly UnitCode[];
  readonly target: readonly UnitCode[];
  readonly missing: readonly UnitCode[];
  readonly extra: readonly UnitCode[];
}

/**
 * Compares codes; a form for one number may omit the number, and every form may have the codes of the form for most
 * numbers.
 */
function compareCodes(pair: QaPair): ComparedCodes {
  const { source: sourceUnit, target: targetUnit, form } = pair;
  const { source, target } = namedAlike(listCodes(pair, sourceUnit), listCodes(pair, targetUnit));
  // A code on one side may be text on the other: "%ds", "%d 秒".
  const isSame = hasSameDirectives(sourceUnit, targetUnit);
  const isReal = (code: UnitCode) => !isSame || !isDirective(code);
  const missing = codesBeyond(source, target).filter((code) => isReal(code) && !isInText(code, targetUnit));
  const extra = codesBeyond(target, source).filter((code) => isReal(code) && !isInText(code, sourceUnit));
  if (form === undefined && hasPipes(pair)) {
    const isIn = (codes: readonly UnitCode[]) => new Set(codes.map(({ key }) => key));
    const [inSource, inTarget] = [isIn(source), isIn(target)];
    return {
      source,
      target,
      missing: missing.filter(({ key }) => !inTarget.has(key)),
      extra: extra.filter(({ key }) => !inSource.has(key)),
    };
  }
  if (form === undefined) return { source, target, missing, extra };
  const other = namedAlike(listCodes(pair, form.sourceOther), listCodes(pair, targetUnit)).source;
  return {
    source,
    target,
    missing: mayLackNumber(form)
      ? missing.filter((code) => form.onlyNumber !== 0 && !isNumber(code, form, missing.length))
      : missing,
    extra:
      extra.length === 0
        ? extra
        : codesBeyond(target, other).filter((code) => extra.some(({ key }) => key === code.key)),
  };
}

/** Lists codes; spaces within double braces mean nothing, except for programs with XLIFF that look for the very text. */
function listCodes({ file }: QaPair, unit: Runs): readonly UnitCode[] {
  const codes = codesIn(unit);
  if (file.isXliff) return codes;
  return codes.map((code) => (code.data.startsWith('{{') ? { ...code, key: code.key.replaceAll(' ', '') } : code));
}

/** Gives codes that take the same value the same key, with or without a position. */
function namedAlike(
  source: readonly UnitCode[],
  target: readonly UnitCode[],
): Pick<ComparedCodes, 'source' | 'target'> {
  const data = (codes: readonly UnitCode[]) => codes.map((code) => code.data);
  const names = valueNames(data(source), data(target));
  const named = (codes: readonly UnitCode[], own: readonly string[]) =>
    codes.map((code, index) => (code.data.startsWith('%') ? { ...code, key: own[index] ?? '' } : code));
  return { source: named(source, names.source), target: named(target, names.target) };
}

/** True when the texts have the same directives of printf, of which a letter behind one may hide some. */
function hasSameDirectives(source: Runs, target: Runs): boolean {
  const directives = (runs: Runs) => placeholderTokens(dataText(runs), 'c').map(({ raw }) => raw);
  const names = valueNames(directives(source), directives(target));
  return names.source.toSorted().join(' ') === names.target.toSorted().join(' ');
}

function isDirective({ data }: UnitCode): boolean {
  return data.startsWith('%') && placeholderTokens(data, 'c')[0]?.raw === data;
}

/** True for a directive, or the content of a span of Android, that is text on the other side. */
function isInText(code: UnitCode, unit: Runs): boolean {
  const { data } = code;
  const mayBeText = (data.length > 1 && data.startsWith('%')) || isSpan(code);
  return mayBeText && unit.some((run) => run.kind === 'text' && run.text.includes(data));
}

function isSpan({ run, data }: UnitCode): boolean {
  return 'data' in run && run.data !== data;
}

function mayLackNumber({ key, onlyNumber, isSpare }: TargetForm): boolean {
  return key === 'one' || onlyNumber !== undefined || isSpare;
}

/** True when the code is the number of a form, in formats without names for pivots: the one code that is left out. */
function isNumber(code: UnitCode, { pivot }: TargetForm, missing: number): boolean {
  const { run } = code;
  if (run.kind !== 'ph') return false;
  return run.equiv === undefined || isSpan(code) ? missing === 1 || run.data === '#' : run.equiv === pivot;
}

/** Names a code for people; a span of Android by what it holds. */
function nameOf(code: UnitCode): string {
  return isSpan(code) ? code.data : codeName(code.run);
}

function missingCode(pair: QaPair, code: UnitCode, renamed: UnitCode | undefined) {
  const message = `The code ${quote(nameOf(code))} of the source is missing`;
  return toDraft(pair, 'qa.missing-code', renamedMessage(code, renamed) ?? message, lostFields(pair, code, renamed));
}

function lostCode(pair: QaPair, code: UnitCode, renamed: UnitCode | undefined) {
  const rule = 'qa.non-deletable-missing';
  const message = `The code ${quote(nameOf(code))} must not be deleted`;
  return toDraft(pair, rule, renamedMessage(code, renamed) ?? message, lostFields(pair, code, renamed));
}

function renamedMessage(code: UnitCode, renamed: UnitCode | undefined): string | undefined {
  return renamed && `The code ${quote(nameOf(code))} of the source is ${quote(nameOf(renamed))} in the target`;
}

function lostFields(pair: QaPair, code: UnitCode, renamed: UnitCode | undefined) {
  const name = nameOf(code);
  return {
    range: renamed === undefined ? allOfTarget(pair) : targetRun(pair, renamed.index),
    source: sourceRun(pair, code.index),
    subject: name,
    suggestion: renamed === undefined ? `Add ${quote(name)}` : `Write ${quote(name)}`,
  };
}

function extraCode(pair: QaPair, code: UnitCode) {
  const { run, index } = code;
  const name = nameOf(code);
  return toDraft(pair, 'qa.extra-code', `The code ${quote(name)} is not in the source`, {
    range: targetRun(pair, index),
    subject: name,
    suggestion: `Remove ${quote(name)}`,
    // A language may need a superscript or an emphasis of its own.
    ...(run.kind === 'pc-open' && run.type.startsWith('fmt:') ? { severity: 'minor' } : {}),
  });
}

function isForbiddenClone({ source }: QaPair, { key }: UnitCode, codes: readonly UnitCode[]): boolean {
  const original = codes.find((code) => code.key === key);
  return original !== undefined && !constraintsAt(source, original.index).cloneable;
}

function clonedCode(pair: QaPair, code: UnitCode) {
  const { index, key } = code;
  const name = nameOf(code);
  const original = codesIn(pair.source).find((one) => one.key === key);
  return toDraft(pair, 'qa.non-cloneable-duplicated', `The code ${quote(name)} must not be repeated`, {
    range: targetRun(pair, index),
    source: original && sourceRun(pair, original.index),
    subject: name,
    suggestion: `Remove one ${quote(name)}`,
  });
}

/** Finds the first moved code: any in strict order, else one that must not be moved. */
function movedCode(pair: QaPair, source: readonly UnitCode[], target: readonly UnitCode[], strict: boolean) {
  const moved = source.filter(({ key }, index) => target[index]?.key !== key);
  const fixed = moved.find(({ index }) => !constraintsAt(pair.source, index).reorderable);
  const code = fixed ?? (strict ? moved[0] : undefined);
  const counterpart = target.find(({ key }) => key === code?.key);
  if (code === undefined || counterpart === undefined) return undefined;
  const name = nameOf(code);
  return toDraft(pair, 'qa.code-order', `The code ${quote(name)} is in another position among the codes`, {
    range: targetRun(pair, counterpart.index),
    source: sourceRun(pair, code.index),
    subject: name,
    suggestion: `Keep the order ${source.map(nameOf).join(' ')}`,
    ...(fixed === undefined ? {} : { severity: 'major' }),
  });
}

function quote(text: string): string {
  return `"${text}"`;
}
