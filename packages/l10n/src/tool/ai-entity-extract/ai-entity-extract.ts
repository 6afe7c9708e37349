import {
  isPayload,
  newPayload,
  OverlayType,
  PortSource,
  rangeFor,
  resolveLocality,
  textMap,
  units,
  type BlockView,
  type Path,
  type ReadonlySpan,
  type Runs,
  type StepContext,
} from '@helve/flow';
import { l10nErrors } from '../../l10n-errors.js';
import { aiProperties } from '../../model/ai-properties.js';
import { DEMO_PROVIDER } from '../../model/demo-model.js';
import { checkEntityTypes, entityTypes, readEntityTypes, type EntityType } from '../../redaction/entity-type.js';
import { createTermFinder } from '../../redaction/term-finder.js';
import { addCounts, mergeCounts } from '../count/count-report.js';
import { flowToolEntry } from '../flow-tool-entry.js';
import { demoRecognizer } from './demo-recognizer.js';
import { locateEntities, withoutOverlaps, type LocatedEntity } from './locate-entities.js';
import { createModelRecognizer, type ModelRecognizerConfig } from './model-recognizer.js';
import { localRecognizer, type Recognizer } from './recognizer.js';

const { OverlayEntity, OverlayTermCandidate } = OverlayType;

/** Marks names, dates and amounts in the source. */
export const aiEntityExtract = flowToolEntry({
  meta: {
    id: 'ai-entity-extract',
    version: '1.0.0',
    category: 'enrich',
    displayName: 'Entity extraction',
    description: 'Marks the names, dates, amounts and other entities of a text.',
    cardinality: 'monolingual',
    requires: ['credentials'],
    consumes: [],
    produces: [
      { type: OverlayEntity, side: PortSource },
      { type: OverlayTermCandidate, side: PortSource },
    ],
    sideEffects: ['api-call', 'remote-source-egress'],
  },
  properties: {
    ...aiProperties,
    engine: {
      enum: ['llm', 'ner', 'hybrid'],
      default: 'llm',
      description: 'Asks a model, a recogniser on this machine, or both.',
    },
    types: {
      type: 'array',
      items: { type: 'string' },
      default: [...entityTypes],
      description: 'Names the kinds of entities to mark.',
    },
    knownTerms: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description: 'Lists terms that are marked as such and are no entities.',
    },
    minConfidence: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description: 'Leaves out what is less sure than this.',
    },
  },
  resolve: (config, info) => ({
    ...(config.engine === 'ner' ? withoutModel : resolveLocality(config, info)),
    diagnostics: checkEntityTypes(config.types, 'types'),
  }),
  create: (config) => {
    const wanted = new Set(readEntityTypes(config.types));
    const findTerms =
      config.knownTerms.length === 0
        ? undefined
        : createTermFinder(
            config.knownTerms.map((term, order) => [order, { term, category: '', flags: ['wholeword'] }]),
          );
    return {
      annotate: (view, ctx) =>
        view.translatable ? markEntities(view, ctx, { ...config, wanted, findTerms }) : undefined,
      joinReports: addCounts,
      mergeReports: mergeCounts,
    };
  },
});

const withoutModel = Object.freeze({ sideEffects: [], requires: [] });

interface ExtractSetup extends ModelRecognizerConfig {
  readonly engine: 'llm' | 'ner' | 'hybrid';
  readonly minConfidence: number;
  readonly wanted: ReadonlySet<EntityType>;
  readonly findTerms: ReturnType<typeof createTermFinder> | undefined;
}

async function markEntities(view: BlockView, ctx: StepContext, setup: ExtractSetup): Promise<void> {
  const all = units(view.source).map(({ path, runs }) => ({ path, runs, map: textMap(runs) }));
  const found = await recognizeAll(
    all.map(({ map }) => map.text),
    view,
    ctx,
    setup,
  );
  const entities: ReadonlySpan[] = view.overlays(OverlayEntity, null).filter(isMarkedByOthers);
  const terms: ReadonlySpan[] = [];
  for (const [index, { path, runs, map }] of all.entries()) {
    const known = setup.findTerms?.(map.text) ?? [];
    const located = withoutOverlaps(
      (found[index] ?? []).filter(({ type, confidence, start, end }) => {
        const isTerm = known.some((term) => term.start < end && term.end > start);
        return !isTerm && setup.wanted.has(type) && confidence >= setup.minConfidence;
      }),
    );
    const rangeOf = createRanges(view.source, path, runs);
    for (const entity of located) entities.push(toEntitySpan(entity, `e${entities.length + 1}`, rangeOf));
    for (const term of known) {
      const value = newPayload('term-candidate', { translatability: 'consistent', confidence: 1, status: 'known' });
      terms.push({ id: `t${terms.length + 1}`, range: rangeOf(term), props: {}, value });
    }
  }
  view.putSpans(OverlayEntity, null, entities);
  if (terms.length > 0) view.putSpans(OverlayTermCandidate, null, terms);
  for (const { value } of entities) {
    if (isPayload(value, 'entity')) ctx.report({ entities: { [value.entityType]: 1 } });
  }
}

/** What people and rules marked stays. */
function isMarkedByOthers({ value }: ReadonlySpan): boolean {
  return isPayload(value, 'entity') && (value.by === 'manual' || value.by === 'rule');
}

type Ranges = (place: { readonly start: number; readonly end: number }) => ReturnType<typeof rangeFor>;

function createRanges(source: Runs, path: Path, unit: Runs): Ranges {
  const map = textMap(unit);
  return ({ start, end }) => {
    const span = map.spanOfIndexes(start, end);
    return rangeFor(source, path, span.start, span.end);
  };
}

/** Names are not translated; dates and amounts are. */
const untranslated: ReadonlySet<EntityType> = new Set(['person', 'organization', 'product']);

function toEntitySpan(entity: LocatedEntity, id: string, rangeOf: Ranges): ReadonlySpan {
  const { type, confidence, by } = entity;
  const value = newPayload('entity', { entityType: type, dnt: untranslated.has(type), by, confidence });
  return { id, range: rangeOf(entity), props: {}, value };
}

async function recognizeAll(
  texts: readonly string[],
  view: BlockView,
  ctx: StepContext,
  setup: ExtractSetup,
): Promise<readonly (readonly LocatedEntity[])[]> {
  const { engine, provider, wanted } = setup;
  const options = { locale: view.sourceLocale, types: [...wanted], signal: ctx.signal };
  const ask = async (recognizer: Recognizer, by: LocatedEntity['by']) => {
    const found = await recognizer.recognize(texts, options);
    return texts.map((text, index) => locateEntities(text, found[index] ?? [], by));
  };
  const local = engine === 'llm' ? undefined : (localRecognizer(ctx) ?? noRecognizer(engine));
  const model = provider === DEMO_PROVIDER ? demoRecognizer : createModelRecognizer(ctx, setup);
  const fromModel = engine === 'ner' ? [] : await ask(model, 'llm');
  if (local === undefined) return fromModel;
  if (engine === 'ner') return ask(local, 'ner');
  const fromLocal = await ask(local, 'ner').catch((): readonly (readonly LocatedEntity[])[] => {
    ctx.lose({ kind: 'block-skipped', detail: { recognizer: 'failed' } });
    return [];
  });
  return texts.map((_, index) => [...(fromModel[index] ?? []), ...(fromLocal[index] ?? [])]);
}

function noRecognizer(engine: string): never {
  const problem = `the engine "${engine}" needs one on this machine, and none is registered`;
  throw l10nErrors.create('L10N_PROVIDER', { provider: 'recognizer', problem });
}
