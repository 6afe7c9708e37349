import type { LocaleId, Runs } from '@helve/flow';
import { codesOf } from '@helve/flow/content';
import type { TmxAttributes, TmxRemark, TmxUnit, TmxVariant } from '../format/tmx/tmx-unit.js';
import type { TmDraft, TmOrigin } from '../memory/contract.js';
import { fromTmxDate } from './tmx-date.js';
import { chooseLanguages, type ChosenLanguage, type LanguageChoice } from './language-choice.js';

/** Property that holds facts of TMX units for which a memory has no field. */
export const TMX_PROPERTY = 'tmx';

/** Preserved facts of one element. */
export interface TmxFacts {
  readonly attributes?: TmxAttributes;
  readonly remarks?: readonly TmxRemark[];
}

/** Preserved facts of a unit and of each of its languages. */
export interface TmxUnitFacts extends TmxFacts {
  readonly variants?: { readonly [locale: LocaleId]: TmxFacts };
}

/** Drafts of a unit. */
export interface UnitDrafts {
  readonly drafts: readonly TmDraft[];
  /** Languages that were not requested. */
  readonly leftOut: readonly LocaleId[];
  /** Number of languages without text. */
  readonly empty: number;
  /** True when its languages have different codes. */
  readonly differs: boolean;
}

/** Creates the entries of a unit: one, or one for each combination when a unit has a language twice. */
export function toDrafts(unit: TmxUnit, choice: LanguageChoice, origins: readonly TmOrigin[]): UnitDrafts {
  const full = unit.variants.filter(({ runs }) => !isEmpty(runs));
  const chosen = chooseLanguages(full, choice);
  const drafts = chosen.length < 2 ? [] : combine(chosen).map((each) => toDraft(unit, each, origins));
  return {
    drafts,
    leftOut: chosen.length === full.length ? [] : findLeftOut(full, chosen),
    empty: unit.variants.length - full.length,
    differs: drafts.length > 0 && differInCodes(chosen.map(({ variant }) => variant.runs)),
  };
}

type Chosen = readonly ChosenLanguage<TmxVariant>[];

function findLeftOut(full: readonly TmxVariant[], chosen: Chosen): readonly LocaleId[] {
  const used = new Set(chosen.map(({ variant }) => variant));
  return full.filter((variant) => !used.has(variant)).map(({ locale }) => locale);
}

/**
 * Combines languages so that each occurs once: the second text of a language goes with the first texts of the others.
 */
function combine(chosen: Chosen): readonly Chosen[] {
  const firsts = new Map<LocaleId, ChosenLanguage<TmxVariant>>();
  const more: ChosenLanguage<TmxVariant>[] = [];
  for (const one of chosen) {
    if (firsts.has(one.locale)) more.push(one);
    else firsts.set(one.locale, one);
  }
  const all = [...firsts.values()];
  if (more.length === 0) return [all];
  const alternatives = more.map((one) => all.map((first) => (first.locale === one.locale ? one : first)));
  return [all, ...alternatives].filter((each) => each.length > 1);
}

function toDraft(unit: TmxUnit, chosen: Chosen, origins: readonly TmOrigin[]): TmDraft {
  const variants: Record<LocaleId, Runs> = {};
  for (const { locale, variant } of chosen) variants[locale] = variant.runs;
  const { own, note, rest } = splitRemarks(unit.remarks);
  const facts = toUnitFacts(unit, rest, chosen);
  const [createdAt, changedAt] = [
    fromTmxDate(unit.attributes['creationdate']),
    fromTmxDate(unit.attributes['changedate']),
  ];
  const updatedAt = changedAt ?? createdAt;
  own[TMX_PROPERTY] = JSON.stringify(facts);
  const draft: Mutable<TmDraft> = { variants, properties: own, origins };
  if (note !== undefined) draft.note = note;
  if (createdAt !== undefined) draft.createdAt = createdAt;
  if (updatedAt !== undefined) draft.updatedAt = updatedAt;
  return draft;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Splits remarks: properties that only have a type become properties, and the first plain note becomes the note. */
function splitRemarks(remarks: readonly TmxRemark[]) {
  const own: Record<string, string> = {};
  const rest: TmxRemark[] = [];
  let note: string | undefined;
  for (const remark of remarks) {
    const { kind, attributes, text } = remark;
    const names = Object.keys(attributes);
    const type = attributes['type'];
    if (kind === 'note' && names.length === 0 && note === undefined) note = text;
    else if (kind === 'prop' && names.length === 1 && type !== undefined && isFree(own, type)) own[type] = text;
    else rest.push(remark);
  }
  return { own, note, rest };
}

function isFree(own: Readonly<Record<string, string>>, type: string): boolean {
  return type !== TMX_PROPERTY && type !== '__proto__' && !Object.hasOwn(own, type);
}

function toUnitFacts(unit: TmxUnit, remarks: readonly TmxRemark[], chosen: Chosen): TmxUnitFacts {
  const variants: Record<LocaleId, TmxFacts> = {};
  for (const { locale, variant } of chosen) {
    if (isPlain(variant, locale)) continue;
    const { 'xml:lang': tag, lang, ...others } = variant.attributes;
    const attributes = (tag ?? lang) === locale ? others : { ...others, 'xml:lang': tag ?? lang ?? locale };
    const facts = toFacts(attributes, variant.remarks);
    if (Object.keys(facts).length > 0) variants[locale] = facts;
  }
  return { ...toFacts(unit.attributes, remarks), ...(Object.keys(variants).length > 0 && { variants }) };
}

/** True when a variant has no facts but its language, which is the common case. */
function isPlain({ attributes, remarks }: TmxVariant, locale: LocaleId): boolean {
  return remarks.length === 0 && attributes['xml:lang'] === locale && Object.keys(attributes).length === 1;
}

function toFacts(attributes: TmxAttributes, remarks: readonly TmxRemark[]): TmxFacts {
  return {
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(remarks.length > 0 && { remarks }),
  };
}

/** True when some contents have other inline codes than the first. */
export function differInCodes(contents: readonly Runs[]): boolean {
  if (contents.every((runs) => runs.length === 1 && runs[0]?.kind === 'text')) return false;
  const [first, ...others] = contents.map((runs) => codeNames(runs).join('\n'));
  return others.some((names) => names !== first);
}

function codeNames(runs: Runs): readonly string[] {
  return codesOf(runs)
    .map(({ ref }) => `${ref.kind} ${ref.id}`)
    .toSorted();
}

function isEmpty(runs: Runs): boolean {
  const [only, more] = runs;
  return only === undefined || (only.kind === 'text' && !more && only.text.trim() === '');
}
