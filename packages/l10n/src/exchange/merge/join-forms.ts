import type { PluralRun, Runs, Target } from '@helve/flow';
import { isPluralKey } from '@helve/flow/content';
import type { ReturnedUnit } from './returned-unit.js';

/** Joins the forms of one unit that a format has as units of their own, `u3.one` and `u3.other`, in the place of the first. */
export function joinForms(units: readonly ReturnedUnit[]): readonly ReturnedUnit[] {
  const groups = new Map<string, { readonly form: string; readonly unit: ReturnedUnit }[]>();
  for (const unit of units) {
    const form = formOfUnit(unit);
    if (form === undefined) continue;
    const key = keyOf(unit);
    groups.set(key, [...(groups.get(key) ?? []), { form, unit }]);
  }
  if (groups.size === 0) return units;
  return units.flatMap((unit) => {
    if (formOfUnit(unit) === undefined) return [unit];
    const key = keyOf(unit);
    const group = groups.get(key);
    if (group === undefined) return [];
    groups.delete(key);
    return [joined(unit, group)];
  });
}

/** The plural form that a unit is, by the id of its reference. */
function formOfUnit({ id, ref }: ReturnedUnit): string | undefined {
  if (ref === undefined || !id.startsWith(`${ref.unit}.`)) return undefined;
  const form = id.slice(ref.unit.length + 1);
  return isPluralKey(form) ? form : undefined;
}

function keyOf({ ref, locale }: ReturnedUnit): string {
  return `${ref?.batch ?? ''} ${ref?.unit ?? ''} ${locale ?? ''}`;
}

function joined(
  first: ReturnedUnit,
  group: readonly { readonly form: string; readonly unit: ReturnedUnit }[],
): ReturnedUnit {
  const sources = group.map(({ form, unit }) => [form, unit.source] as const);
  const targets = group.flatMap(({ form, unit }) =>
    unit.target === undefined ? [] : [[form, unit.target.runs] as const],
  );
  const { id: _, name, target, ...rest } = first;
  const whole = { ...rest, id: first.ref?.unit ?? '', name: name.replace(/\[[^\]]*\]$/, ''), source: plural(sources) };
  return target === undefined ? whole : { ...whole, target: { ...lowest(group, target), runs: plural(targets) } };
}

function plural(forms: readonly (readonly [string, Runs])[]): Runs {
  return [{ kind: 'plural', pivot: 'n', forms: Object.fromEntries(forms) } satisfies PluralRun];
}

/** A unit is as far as the first of its forms. */
function lowest(group: readonly { readonly unit: ReturnedUnit }[], target: Target): Target {
  const isDraft = group.find(({ unit }) => unit.target === undefined || unit.target.status === 'draft');
  return isDraft === undefined ? target : { ...target, status: 'draft' };
}
