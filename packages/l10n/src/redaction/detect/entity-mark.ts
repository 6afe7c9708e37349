import { isPayload, OverlayType, type BlockView, type Path, type ReadonlySpan } from '@helve/flow';
import { samePath } from '@helve/flow/content';
import type { Detection } from './detection.js';
import { findEntityType, type EntityType } from '../../entity/entity-type.js';
import type { Field } from '../field/field.js';
import type { FlatUnit } from '../redact/flat-unit.js';
import { createTermFinder } from './term-finder.js';

/** Order after all rules. */
const order = Number.MAX_SAFE_INTEGER;

/** Finds the marked entities of some types in one unit. */
export function entitiesIn(
  view: BlockView,
  wanted: ReadonlySet<EntityType>,
  { side }: Field,
  path: Path,
  flat: FlatUnit<unknown>,
): readonly Detection[] {
  if (side === undefined) return [];
  return view.overlays(OverlayType.OverlayEntity, side).flatMap((span) => {
    const category = readEntityType(span);
    if (category === undefined || !wanted.has(category) || span.range === undefined) return [];
    if (!samePath(span.range.path, path)) return [];
    return [{ ...flat.indexesOf(span.range), category, order }];
  });
}

/**
 * Creates a finder of the block's entities where they are not marked: in notes, properties, targets. Short texts
 * without a letter could be anything, and are skipped.
 */
export function createEntityFinder(
  entities: readonly { readonly text: string; readonly category: string }[],
): ((text: string) => readonly Detection[]) | undefined {
  const telling = entities.filter(({ text }) => /\p{L}.*\p{L}/su.test(text) || text.length >= 4);
  if (telling.length === 0) return undefined;
  return createTermFinder(
    telling.map(({ text, category }) => [order, { term: text, category, flags: ['wholeword'] }] as const),
  );
}

function readEntityType({ value }: ReadonlySpan): EntityType | undefined {
  return value !== undefined && isPayload(value, 'entity') ? findEntityType(value.entityType) : undefined;
}
