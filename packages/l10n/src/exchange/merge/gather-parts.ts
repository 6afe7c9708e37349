import { readPartId } from '../unit-ref.js';
import { rankOf } from './merge-rules.js';
import type { ReturnedPart, ReturnedUnit } from './returned-unit.js';

/** Gathers the texts of one unit that came back on their own, `u3.1` and `u3.2`, in the place of the first. */
export function gatherParts(units: readonly ReturnedUnit[]): readonly ReturnedUnit[] {
  const groups = new Map<string, Map<number, ReturnedUnit>[]>();
  for (const unit of units) {
    if (unit.part === undefined) continue;
    const key = keyOf(unit);
    const known = groups.get(key) ?? [];
    // A text that comes a second time is of a second return of the unit.
    const open = known.find((one) => !one.has(unit.part ?? 0));
    if (open === undefined) known.push(new Map([[unit.part, unit]]));
    else open.set(unit.part, unit);
    groups.set(key, known);
  }
  if (groups.size === 0) return units;
  return units.flatMap((unit) => {
    if (unit.part === undefined) return [unit];
    const own = groups.get(keyOf(unit)) ?? [];
    groups.delete(keyOf(unit));
    return own.flatMap((texts) => gathered(unit, texts));
  });
}

function keyOf({ batch, id, ref, locale }: ReturnedUnit): string {
  return `${batch ?? ''} ${unitOf({ id, ref })} ${locale ?? ''}`;
}

function unitOf({ id, ref }: Pick<ReturnedUnit, 'id' | 'ref'>): string {
  return ref?.unit ?? readPartId(id)?.unit ?? id;
}

/** A unit is as far as the first of its texts, and has no translation where one of them has none. */
function gathered(first: ReturnedUnit, texts: ReadonlyMap<number, ReturnedUnit>): readonly ReturnedUnit[] {
  const parts = [...texts].map(([number, { source, target }]): ReturnedPart => ({ number, source, target }));
  const { part: _, target: __, ...rest } = first;
  const targets = parts.flatMap(({ target }) => target ?? []);
  const [lowest] = targets.toSorted((one, other) => rankOf(one.status) - rankOf(other.status));
  const isWhole = targets.length === parts.length && lowest !== undefined;
  return [{ ...rest, id: unitOf(first), parts, ...(isWhole ? { target: lowest } : {}) }];
}
