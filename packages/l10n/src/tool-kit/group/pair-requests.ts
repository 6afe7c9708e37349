import { unitText, type Block, type LocaleId } from '@helve/flow';
import { blockSides, isPartialTarget, pathText } from '@helve/flow/content';
import type { JsonObject } from '@helve/core';
import { pairUnits, type UnitPair } from '../../check/unit-pair.js';
import { targetTerms } from '../translate/target-terms.js';

/** A unit of a target with its source, as the item of a request. */
export interface PairRequest {
  readonly id: string;
  readonly pair: UnitPair;
  /** The terms that should have been used, if some were found. */
  readonly context: JsonObject;
}

/** Lists every non-empty unit of a target with its source. */
export function pairRequests(block: Block, locale: LocaleId): readonly PairRequest[] {
  const target = Object.hasOwn(block.targets, locale) ? block.targets[locale] : undefined;
  if (target === undefined || !block.translatable || isPartialTarget(blockSides(block), locale)) return [];
  const terms = targetTerms(block, locale);
  const context = terms.length === 0 ? {} : { terms };
  return pairUnits(block.source, target.runs, locale)
    .filter((pair) => unitText(pair.source).trim() !== '' && unitText(pair.target).trim() !== '')
    .map((pair) => ({ id: `${block.id}${pathText(pair.path)}`, pair, context }));
}
