import type { Json, JsonObject } from '@helve/core';
import {
  isPayload,
  newPayload,
  OverlayType,
  units,
  type BlockView,
  type Path,
  type ReadonlySpan,
  type StepContext,
} from '@helve/flow';
import { pathText, rangeFor, textMap } from '@helve/flow/content';
import { engineName } from '../../model/ask-model.js';
import type { NameFinder } from '../../entity/known-entity.js';
import type { EntityType } from '../../entity/entity-type.js';
import type { createTermFinder } from '../../redaction/detect/term-finder.js';
import type { AnsweredItem, GroupWork } from '../../tool-kit/group/group-run.js';
import { askRecognizers } from './ask-recognizers.js';
import { locateEntities, withoutOverlappingEntities, type LocatedEntity } from './locate-entities.js';
import { entityPrompt, isFoundEntity, type ModelRecognizerConfig } from './model-recognizer.js';
import type { TextRange } from '../../text/text-range.js';

const { OverlayEntity, OverlayTermCandidate } = OverlayType;

/** Settings of ai-entity-extract. */
export interface ExtractSetup extends ModelRecognizerConfig {
  readonly engine: 'llm' | 'ner' | 'hybrid';
  readonly minConfidence: number;
  readonly wanted: ReadonlySet<EntityType>;
  readonly findTerms: ReturnType<typeof createTermFinder> | undefined;
  /** Finds the names that the project knows. */
  readonly findNames: NameFinder;
}

/** The entities of one unit, each with its position. */
export interface UnitEntities {
  readonly path: Path;
  readonly text: string;
  readonly found: readonly LocatedEntity[];
}

/** Creates the work of marking entities: models and recognizers name them, and their positions are looked up. */
export function extractWork(setup: ExtractSetup, ctx: StepContext): GroupWork<UnitEntities> {
  const { source: locale } = ctx.locales;
  const types = [...setup.wanted];
  return {
    shapedBy: {
      engine: setup.engine,
      model: engineName(setup),
      prompt: entityPrompt(setup, locale),
      types,
      knownTerms: [...setup.knownTerms],
    },
    ask: (items) => askRecognizers(items, setup, types, ctx),
    itemsOf: (block) =>
      units(block.translatable ? block.source : []).map(({ path, runs }) => {
        const { text } = textMap(runs);
        const read = ({ entities, local }: JsonObject) => {
          if (!Array.isArray(entities)) return { fault: 'it has no list of entities' };
          return { value: { path, text, found: [...located(text, entities, 'llm'), ...located(text, local, 'ner')] } };
        };
        return { id: `${block.id}${pathText(path)}`, block: block.id, item: { text }, read };
      }),
    annotate: (view, answered) => writeEntities(view, answered, setup, ctx),
  };
}

function located(text: string, found: Json | undefined, by: LocatedEntity['by']): readonly LocatedEntity[] {
  return Array.isArray(found) ? locateEntities(text, found.filter(isFoundEntity), by) : [];
}

function writeEntities(
  view: BlockView,
  answered: readonly AnsweredItem<UnitEntities>[],
  setup: ExtractSetup,
  ctx: StepContext,
): void {
  const entities: ReadonlySpan[] = view.overlays(OverlayEntity, null).filter(isMarkedByOthers);
  const terms: ReadonlySpan[] = [];
  for (const { path, text, found } of answered.flatMap(({ answer: { value } }) => value ?? [])) {
    const known = setup.findTerms?.(text) ?? [];
    const toRange = rangesIn(view, path);
    const named = setup.findNames(text).map((name): LocatedEntity => ({ ...name, by: 'ner' }));
    for (const entity of chosen([...found, ...named], known, setup)) {
      entities.push(toEntitySpan(entity, `e${entities.length + 1}`, toRange));
    }
    for (const term of known) {
      const value = newPayload('term-candidate', { translatability: 'consistent', confidence: 1, status: 'known' });
      terms.push({ id: `t${terms.length + 1}`, range: toRange(term), props: {}, value });
    }
  }
  view.putSpans(OverlayEntity, null, entities);
  if (terms.length > 0) view.putSpans(OverlayTermCandidate, null, terms);
  for (const { value } of entities) {
    if (isPayload(value, 'entity')) ctx.report({ entities: { [value.entityType]: 1 } });
  }
}

/** True for spans of people and rules, which stay. */
function isMarkedByOthers({ value }: ReadonlySpan): boolean {
  return isPayload(value, 'entity') && (value.by === 'manual' || value.by === 'rule');
}

/** Selects the entities of the requested types with enough confidence, without known terms and overlaps. */
function chosen(
  found: readonly LocatedEntity[],
  known: readonly TextRange[],
  { wanted, minConfidence }: ExtractSetup,
): readonly LocatedEntity[] {
  return withoutOverlappingEntities(
    found.filter(({ type, confidence, start, end }) => {
      const isTerm = known.some((term) => term.start < end && term.end > start);
      return !isTerm && wanted.has(type) && confidence >= minConfidence;
    }),
  );
}

type Ranges = (range: TextRange) => ReturnType<typeof rangeFor>;

function rangesIn(view: BlockView, path: Path): Ranges {
  const unit = units(view.source).find((each) => pathText(each.path) === pathText(path))?.runs ?? [];
  const map = textMap(unit);
  return ({ start, end }) => {
    const span = map.spanOfIndexes(start, end);
    return rangeFor(view.source, path, span.start, span.end);
  };
}

/** Names are not translated; dates and amounts are. */
const untranslated: ReadonlySet<EntityType> = new Set(['person', 'organization', 'product']);

function toEntitySpan(entity: LocatedEntity, id: string, toRange: Ranges): ReadonlySpan {
  const { type, confidence, by } = entity;
  const value = newPayload('entity', { entityType: type, dnt: untranslated.has(type), by, confidence });
  return { id, range: toRange(entity), props: {}, value };
}
