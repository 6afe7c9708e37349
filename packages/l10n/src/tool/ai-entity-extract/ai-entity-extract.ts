import { OverlayType, PortSource, resolveLocality, type FileAccess, type ToolMeta } from '@helve/flow';
import { createNameFinder, type KnownEntity, type NameFinder } from '../../entity/known-entity.js';
import { loadEntities } from '../../entity/load-entities.js';
import { aiProperties, modelGroup, requestGroup } from '../../model/ai-properties.js';
import { checkEntityTypes, entityTypes, readEntityTypes } from '../../entity/entity-type.js';
import { createTermFinder } from '../../redaction/detect/term-finder.js';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { runGroups } from '../../tool-kit/group/run-groups.js';
import { extractWork } from './extract-work.js';
import { entityPrompt } from './model-recognizer.js';

const { OverlayEntity, OverlayTermCandidate } = OverlayType;

const meta: ToolMeta = {
  id: 'ai-entity-extract',
  version: '1.0.0',
  category: 'enrich',
  displayName: 'Entity extraction',
  description: 'Marks the names, dates, amounts and other entities of a text.',
  cardinality: 'monolingual',
  capability: 'annotate',
  requires: ['credentials'],
  consumes: [],
  produces: [
    { type: OverlayEntity, side: PortSource },
    { type: OverlayTermCandidate, side: PortSource },
  ],
  sideEffects: ['api-call', 'remote-source-egress'],
};

/** Marks names, dates and amounts in the source. */
export const aiEntityExtract = flowToolEntry({
  meta,
  groups: [
    { id: 'entities', title: 'Entities', properties: ['types', 'engine', 'minConfidence', 'knownTerms', 'entities'] },
    modelGroup,
    requestGroup,
  ],
  properties: {
    ...aiProperties,
    engine: {
      enum: ['llm', 'ner', 'hybrid'],
      default: 'llm',
      description: 'Recognizer to use: a model, one on this machine, or both.',
    },
    types: {
      type: 'array',
      items: { type: 'string' },
      default: [...entityTypes],
      description: 'Entity types to mark.',
    },
    knownTerms: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description: 'Terms that are marked as such and are not entities.',
    },
    entities: {
      anyOf: [
        { type: 'string', minLength: 1 },
        {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              text: { type: 'string', minLength: 1, description: 'Name as it is written.' },
              type: { type: 'string', description: 'Entity type of the name.' },
            },
            required: ['text', 'type'],
          },
        },
      ],
      'x-path': 'in',
      description:
        'Names that are always marked, as a list or as a CSV or JSON file; of persons also the family name alone.',
    },
    minConfidence: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description: 'Minimum confidence of an entity.',
    },
  },
  resolve: (config, info) => ({
    ...(config.engine === 'ner' ? withoutModel : resolveLocality(config, info)),
    diagnostics: [
      ...checkEntityTypes(config.types, 'types'),
      ...checkEntityTypes(
        listed(config.entities).map(({ type }) => type),
        'entities',
      ),
    ],
  }),
  prompts: (config, { source }) =>
    config.engine === 'ner' ? [] : [{ name: source, text: entityPrompt(config, source) }],
  create: (config, { files }) => {
    const wanted = new Set(readEntityTypes(config.types));
    const findTerms =
      config.knownTerms.length === 0
        ? undefined
        : createTermFinder(
            config.knownTerms.map((term, order) => [order, { term, category: '', flags: ['wholeword'] }]),
          );
    let findNames: Promise<NameFinder> | undefined;
    return {
      async *process(ctx, input) {
        findNames ??= openNames(config.entities, files);
        const setup = { ...config, wanted, findTerms, findNames: await findNames };
        // Rules that work by themselves are no demonstration of a provider.
        const choice = config.engine === 'ner' ? { ...config, provider: 'ner' } : config;
        yield* runGroups(choice, meta, ctx, input, extractWork(setup, ctx));
      },
      joinReports: addCounts,
      mergeReports: mergeCounts,
    };
  },
});

type Entities = string | readonly KnownEntity[] | undefined;

function listed(entities: Entities): readonly KnownEntity[] {
  return typeof entities === 'string' ? [] : (entities ?? []);
}

async function openNames(entities: Entities, files: FileAccess | undefined): Promise<NameFinder> {
  return createNameFinder(typeof entities === 'string' ? await loadEntities(entities, files) : listed(entities));
}

const withoutModel = Object.freeze({ sideEffects: [], requires: [] });
