import { newPayload, units, type LocaleId, type Path, type Runs, type OverlaySpan } from '@helve/flow';
import { rangeFor, textMap, unitAt } from '@helve/flow/content';
import type { TmEntity } from './contract.js';
import type { TextRange } from '../text/text-range.js';

/** The position of one value in one unit. */
export interface EntityPosition extends TextRange {
  readonly entity: TmEntity;
  readonly path: Path;
}

const word = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts written without spaces, in which word boundaries are not visible. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Finds a value as a whole word, outside the taken ranges. */
export function findWholeWord(text: string, value: string, occupied: readonly TextRange[] = []): TextRange | undefined {
  if (value === '') return undefined;
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + 1)) {
    const end = start + value.length;
    const isFree = occupied.every((other) => end <= other.start || start >= other.end);
    if (isFree && isEdge(text, start) && isEdge(text, end)) return { start, end };
  }
  return undefined;
}

/** True when no word continues across the index. */
function isEdge(text: string, index: number): boolean {
  const before = /.$/su.exec(text.slice(Math.max(0, index - 2), index))?.[0] ?? '';
  const after = /^./su.exec(text.slice(index, index + 2))?.[0] ?? '';
  if (unspaced.test(before) || unspaced.test(after)) return true;
  return !(word.test(before) && word.test(after));
}

/** Finds the values of entities in some content, in reading order, each once per unit. */
export function findEntityPositions(
  runs: Runs,
  entities: readonly TmEntity[],
  locale: LocaleId,
): readonly EntityPosition[] {
  return units(runs).flatMap(({ path, runs: unit }) => {
    const { text } = textMap(unit);
    const placed: EntityPosition[] = [];
    for (const entity of entities) {
      const range = findWholeWord(text, entity.values[locale] ?? '', placed);
      if (range !== undefined) placed.push({ ...range, entity, path });
    }
    return placed.toSorted((one, other) => one.start - other.start);
  });
}

/** Returns the positions of entities as spans over the content. */
export function entitySpans(
  runs: Runs,
  entities: readonly TmEntity[],
  locale: LocaleId,
): readonly Pick<OverlaySpan, 'id' | 'range' | 'value'>[] {
  return findEntityPositions(runs, entities, locale).map(({ entity, path, start, end }, index) => {
    const span = textMap(unitAt(runs, path) ?? runs).spanOfIndexes(start, end);
    return {
      id: `e${index + 1}`,
      range: rangeFor(runs, path, span.start, span.end),
      value: newPayload('entity', { entityType: entity.type, dnt: false, by: 'rule' }),
    };
  });
}
