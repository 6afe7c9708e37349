import { editText, runsText, units, type LocaleId, type RunEdit, type Runs, type OverlaySpan } from '@helve/flow';
import { compareSpans, extractRuns, textMap } from '@helve/flow/content';
import { rewriteRuns } from '../redaction/field/rewrite-runs.js';
import { adaptValue } from './adapt-value.js';
import type { TmEntity, TmEntry } from './contract.js';
import { findWholeWord, findEntityPositions } from './entity-position.js';
import type { TextRange } from '../text/text-range.js';

/** An entity of a query: its type and value. */
export interface QueryEntity {
  readonly type: string;
  readonly value: string;
}

/** Lists the marked entities in reading order, each once, even if several forms have it. */
export function queryEntities(
  runs: Runs,
  spans: readonly Pick<OverlaySpan, 'id' | 'range' | 'value'>[],
): readonly QueryEntity[] {
  const found = spans.toSorted(compareSpans).flatMap(({ range, value }) => {
    const type = value?.['entityType'];
    if (range === undefined || typeof type !== 'string') return [];
    const form = range.path?.length ? range.path.map(({ form: key }) => key).join('/') : '';
    return [{ form, type, value: runsText(extractRuns(runs, range)) }];
  });
  const [first] = found;
  return found.filter(({ form }) => form === '' || form === first?.form);
}

/**
 * Replaces the entities of a stored target with those of the query, type by type in order. Returns undefined when their
 * numbers differ, or one cannot be found in the target or written in its language.
 */
export function adaptTarget(
  { variants, entities }: TmEntry,
  queried: readonly QueryEntity[],
  from: LocaleId,
  to: LocaleId,
): Runs | undefined {
  const target = variants[to];
  if (target === undefined) return undefined;
  const stored = new Set(findEntityPositions(variants[from] ?? [], entities, from).map(({ entity }) => entity));
  if (stored.size === 0 && queried.length === 0) return target;
  const values = newValues([...stored], queried, from, to);
  return values === undefined ? undefined : replaceValues(target, values, to);
}

/** Maps each stored entity to its new value. */
function newValues(
  stored: readonly TmEntity[],
  queried: readonly QueryEntity[],
  from: LocaleId,
  to: LocaleId,
): ReadonlyMap<TmEntity, string> | undefined {
  if (stored.length !== queried.length) return undefined;
  const left = [...queried];
  const values = new Map<TmEntity, string>();
  for (const entity of stored) {
    const at = left.findIndex(({ type }) => type.toLowerCase() === entity.type.toLowerCase());
    const [own] = at < 0 ? [] : left.splice(at, 1);
    const [old, oldTarget] = [entity.values[from], entity.values[to]];
    if (own === undefined || old === undefined || oldTarget === undefined) return undefined;
    const swap = { type: entity.type, stored: old, storedTarget: oldTarget, value: own.value, from, to };
    const value = adaptValue(swap);
    if (value === undefined) return undefined;
    values.set(entity, value);
  }
  return values;
}

function replaceValues(target: Runs, values: ReadonlyMap<TmEntity, string>, to: LocaleId): Runs | undefined {
  const found = new Set<TmEntity>();
  const edits: RunEdit[] = [];
  for (const { path, runs } of units(target)) {
    const map = textMap(runs);
    const positions = placesIn(map.text, [...values.keys()], to);
    for (const { entity } of positions) found.add(entity);
    const changes = positions.map(({ entity, start, end }) => ({
      start: map.fromIndex(start),
      end: map.fromIndex(end),
      text: values.get(entity) ?? '',
    }));
    edits.push(...(editText(target, path, changes).edits ?? []));
  }
  return found.size === values.size ? rewriteRuns(target, edits) : undefined;
}

/** Finds the values in one text: each once, then further occurrences. */
function placesIn(
  text: string,
  entities: readonly TmEntity[],
  to: LocaleId,
): readonly (TextRange & { readonly entity: TmEntity })[] {
  const placed: (TextRange & { readonly entity: TmEntity })[] = [];
  const insert = (entity: TmEntity): boolean => {
    const found = findWholeWord(text, entity.values[to] ?? '', placed);
    if (found !== undefined) placed.push({ ...found, entity });
    return found !== undefined;
  };
  for (const entity of entities) insert(entity);
  for (const entity of entities) while (insert(entity));
  return placed.toSorted((one, other) => one.start - other.start);
}
