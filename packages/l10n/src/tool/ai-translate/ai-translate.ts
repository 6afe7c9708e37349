import {
  AnnoAltTranslation,
  OverlayType,
  PortSource,
  resolveLocality,
  targetPort,
  type IOPort,
  type ToolMeta,
} from '@helve/flow';
import { aiProperties } from '../../model/ai-properties.js';
import { flowToolEntry } from '../flow-tool-entry.js';
import { runGroups } from '../group/run-groups.js';
import { targetLocaleProperty } from '../target-locale.js';
import { translateWork } from '../translate/translate-work.js';
import { promptFor } from './prompt.js';
import { modelTranslator } from './model-translator.js';

const meta: ToolMeta = {
  id: 'ai-translate',
  version: '1.0.0',
  category: 'translate',
  displayName: 'Translate with a model',
  description: 'Fills targets with the translations of a language model and checks that every code came through.',
  cardinality: 'bilingual',
  capability: 'translate',
  requires: ['credentials', 'target-language'],
  sideEffects: ['api-call', 'remote-source-egress'],
  consumes: [
    maybe(OverlayType.OverlayTerm),
    maybe(OverlayType.OverlayEntity),
    maybe(AnnoAltTranslation),
    maybe(OverlayType.OverlayProtected),
    maybe(OverlayType.OverlaySegmentation),
  ],
  produces: [targetPort, { type: AnnoAltTranslation, side: PortSource }],
  writesOutput: true,
};

/** Translates with a language model. */
export const aiTranslate = flowToolEntry({
  meta,
  properties: {
    targetLocale: targetLocaleProperty,
    ...aiProperties,
    skipMatched: {
      type: 'boolean',
      default: true,
      description: 'Leaves targets alone that a memory filled, or that are translated already.',
    },
    context: {
      enum: ['none', 'key', 'neighbours'],
      default: 'key',
      description: 'Tells the model nothing else, the key and notes of a text, or also the texts around it.',
    },
    neighbours: {
      type: 'integer',
      minimum: 0,
      maximum: 10,
      default: 2,
      description: 'Is how many texts before and after are told.',
    },
    useTerms: { type: 'boolean', default: true, description: 'Tells the model the terms that were found.' },
    useEntities: { type: 'boolean', default: true, description: 'Tells the model which names to leave as they are.' },
    useTm: { type: 'boolean', default: true, description: 'Tells the model what a memory proposes.' },
  },
  resolve: resolveLocality,
  prompts: (config, { source, targets }) =>
    targets.map((target) => ({ name: `${source} → ${target}`, text: promptFor(config, source, target) })),
  create: (config) => ({
    process: (ctx, input) => {
      const { skipMatched } = config;
      const work = translateWork(modelTranslator(config, ctx), { skipMatched, meta, ctx });
      return runGroups(config, meta, ctx, input, work);
    },
  }),
});

function maybe(type: string): IOPort {
  return { type, side: PortSource, optional: true };
}
