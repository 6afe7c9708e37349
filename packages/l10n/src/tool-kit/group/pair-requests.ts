import { pathText, unitText, type Block, type LocaleId } from '@helve/flow';
import type { JsonObject } from '@helve/core';
import { pairUnits, type UnitPair } from '../../check/unit-pair.js';
import { targetTerms } from '../translate/target-terms.js';

/** A unit of a target with its source, as somebody is asked about it. */
export interface PairRequest {
  readonly id: string;
  readonly pair: UnitPair;
  /** The terms that should have been used, where some were found. */
  readonly context: JsonObject;
}

/** Every unit of a target that has text, with its source; none where there is nothing to look at. */
export function pairRequests(block: Block, locale: LocaleId): readonly PairRequest[] {
  const target = Object.hasOwn(block.targets, locale) ? block.targets[locale] : undefined;
  if (target === undefined || !block.translatable) return [];
  const terms = targetTerms(block, locale);
  const context = terms.length === 0 ? {} : { terms };
  return pairUnits(block.source, target.runs, locale)
    .filter((pair) => unitText(pair.source).trim() !== '' && unitText(pair.target).trim() !== '')
    .map((pair) => ({ id: `${block.id}${pathText(pair.path)}`, pair, context }));
}
