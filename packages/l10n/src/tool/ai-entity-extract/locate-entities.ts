import { findEntityType, type EntityType } from '../../entity/entity-type.js';
import type { FoundEntity } from '../../entity/recognizer.js';

/** An entity with its range in a text, in UTF-16 indexes. */
export interface LocatedEntity {
  readonly start: number;
  readonly end: number;
  readonly type: EntityType;
  readonly confidence: number;
  readonly by: 'llm' | 'ner';
}

/** Locates each entity by its text and occurrence; one that does not occur is left out. */
export function locateEntities(
  text: string,
  found: readonly FoundEntity[],
  by: LocatedEntity['by'],
): readonly LocatedEntity[] {
  return found.flatMap(({ text: wanted, occurrence, type, confidence }) => {
    const start = findOccurrence(text, wanted, occurrence);
    const known = findEntityType(type) ?? 'other';
    return start === undefined ? [] : [{ start, end: start + wanted.length, type: known, confidence, by }];
  });
}

/** Resolves overlaps: the longer entity stays, then that of the model. */
export function withoutOverlappingEntities(found: readonly LocatedEntity[]): readonly LocatedEntity[] {
  const ranked = found.toSorted(
    (one, other) =>
      other.end - other.start - (one.end - one.start) ||
      Number(one.by === 'ner') - Number(other.by === 'ner') ||
      one.start - other.start,
  );
  const located: LocatedEntity[] = [];
  for (const entity of ranked) {
    if (located.every(({ start, end }) => entity.end <= start || entity.start >= end)) located.push(entity);
  }
  return located.sort((one, other) => one.start - other.start);
}

function findOccurrence(text: string, wanted: string, occurrence: number): number | undefined {
  if (wanted === '' || !(occurrence >= 1)) return undefined;
  let at = text.indexOf(wanted);
  for (let left = occurrence; left > 1 && at !== -1; left -= 1) at = text.indexOf(wanted, at + 1);
  return at === -1 ? undefined : at;
}
