import type { LocaleId, Note, PluralKey, Runs } from '@helve/flow';
import { normaliseRuns, pluralSamples } from '@helve/flow/content';
import { isPluralCategory } from '../../json/plural-table.js';
import { pluralContent, zeroKey } from '../../plural/plan-members.js';
import { devicePivot } from '../../xcstrings/localization.js';
import type { UnitFacts } from '../block-fields.js';
import type { XliffTarget, XliffUnit } from '../read-unit.js';
import { lowestStatus } from '../segment/segment-status.js';
import type { VariationKind } from './variation-group.js';

/** A form of a text, as its unit says. */
export interface VariationUnit {
  readonly name: string;
  readonly unit: XliffUnit;
}

/** Joins the facts of units that are forms of one text. */
export function variationFacts(
  kind: VariationKind,
  units: readonly VariationUnit[],
  locales: { readonly sourceLocale: LocaleId; readonly variant: LocaleId },
): UnitFacts {
  const sources = units.map(({ name, unit }) => [name, unit.source] as const);
  return {
    source: joined(kind, sources, locales.sourceLocale),
    target: joinedTarget(kind, units, locales.variant),
    segments: [],
    notes: distinctNotes(units.map(({ unit }) => unit.notes)),
    alternatives: [],
    locked: units.some(({ unit }) => unit.locked),
  };
}

function joined(kind: VariationKind, forms: readonly (readonly [string, Runs])[], locale: LocaleId): Runs {
  if (kind === 'plural') {
    const zero = zeroKey(locale);
    const keyed = forms.flatMap(([name, runs]): readonly (readonly [PluralKey, Runs])[] =>
      isPluralCategory(name) ? [[name === 'zero' ? zero : name, runs]] : [],
    );
    return pluralContent(keyed);
  }
  const cases = Object.fromEntries(forms);
  return normaliseRuns([
    { kind: 'select', pivot: devicePivot, cases: { ...cases, other: cases['other'] ?? forms.at(-1)?.[1] ?? [] } },
  ]);
}

/** The forms that are translated; the whole is as far as the one that has come least far, of those that its language has. */
function joinedTarget(
  kind: VariationKind,
  units: readonly VariationUnit[],
  variant: LocaleId,
): XliffTarget | undefined {
  const forms = units.flatMap(({ name, unit }) => (unit.target ? [[name, unit.target.runs] as const] : []));
  if (forms.length === 0) return undefined;
  const wanted = kind === 'plural' ? categoriesOf(variant) : undefined;
  const needed = units.filter(({ name, unit }) => unit.target !== undefined || wanted?.has(name) !== false);
  const status = lowestStatus(needed.map(({ unit }) => unit.target?.status ?? 'new')) ?? 'new';
  return { runs: joined(kind, forms, variant), status, segments: [] };
}

function categoriesOf(locale: LocaleId): ReadonlySet<string> | undefined {
  const samples = pluralSamples(locale, false);
  return samples && new Set(samples.map(({ category }) => category));
}

/** Notes of several units, each once. */
export function distinctNotes(lists: readonly (readonly Note[])[]): readonly Note[] {
  const known = new Map(lists.flat().map((note) => [JSON.stringify(note), note]));
  return [...known.values()];
}
