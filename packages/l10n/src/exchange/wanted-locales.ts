import type { Block, LocaleId } from '@helve/flow';
import { containsForms, isChangedTarget } from '@helve/flow/content';
import { hasContent } from '../check/has-content.js';
import type { ReadUnit } from './exchange-unit.js';
import { unitParts } from './unit-part.js';

/** Kinds of units that can be asked for. */
export const unitKinds = Object.freeze(['new', 'draft', 'changed'] as const);
export type UnitKind = (typeof unitKinds)[number];

/** Choice of the units that go out. */
export interface UnitChoice {
  readonly targetLocales: readonly LocaleId[];
  /** Kinds of units; absent means all. */
  readonly only?: readonly UnitKind[] | undefined;
  /** Content hashes of an earlier batch: other content is changed. */
  readonly known?: ReadonlySet<string> | undefined;
  /** Locked units go out too, marked as such. */
  readonly showLocked?: boolean | undefined;
  /** Units with the same source go out once. */
  readonly dedupe?: boolean | undefined;
}

/** Lists the languages for which a block goes out. */
export function wantedLocales(unit: ReadUnit, choice: UnitChoice): readonly LocaleId[] {
  const { block } = unit;
  if (block.type === 'header' || !hasContent(block.source)) return [];
  if (!block.translatable && choice.showLocked !== true) return [];
  // Forms that are nothing but their number have nothing to translate.
  if (containsForms(block.source) && unitParts(block.source, block.sourceLocale).length === 0) return [];
  return choice.targetLocales.filter((locale) => isWanted(unit, locale, choice));
}

function isWanted(unit: ReadUnit, locale: LocaleId, { only, known }: UnitChoice): boolean {
  if (only === undefined) return true;
  const kind = kindOf(unit.block, locale);
  const isNew = known === undefined ? kind === 'changed' : !known.has(unit.original.content);
  return (kind !== undefined && kind !== 'changed' && only.includes(kind)) || (isNew && only.includes('changed'));
}

/** Tells the kind of a unit in one language; undefined for one that is done. */
function kindOf(block: Block, locale: LocaleId): UnitKind | undefined {
  const target = block.targets[locale];
  if (target === undefined || !hasContent(target.runs)) return 'new';
  if (isChangedTarget({ property: (name) => block.properties[name] }, locale)) return 'changed';
  return target.status === 'new' || target.status === 'draft' ? 'draft' : undefined;
}
