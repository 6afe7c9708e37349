import {
  AnnoAltTranslation,
  OverlayType,
  PortSource,
  resolveLocality,
  targetPort,
  type IOPort,
  type ToolMeta,
} from '@helve/flow';
import { aiProperties, modelGroup, requestGroup } from '../../model/ai-properties.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { redoProperty } from '../../tool-kit/redo.js';
import { runGroups } from '../../tool-kit/group/run-groups.js';
import { targetLocaleProperty } from '../../tool-kit/target-locale.js';
import { translateWork } from '../../tool-kit/translate/translate-work.js';
import { promptFor } from './prompt.js';
import { modelTranslator } from './model-translator.js';

const meta: ToolMeta = {
  id: 'ai-translate',
  version: '1.0.0',
  category: 'translate',
  displayName: 'Translate with a model',
  description: 'Fills targets with translations by a language model and verifies that every inline code is preserved.',
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
  groups: [
    modelGroup,
    { id: 'translation', title: 'Translation', properties: ['targetLocale', 'skipMatched', 'redo'] },
    { id: 'context', title: 'Context', properties: ['context', 'neighbours', 'useTerms', 'useTm', 'useEntities'] },
    requestGroup,
  ],
  properties: {
    targetLocale: targetLocaleProperty,
    ...aiProperties,
    skipMatched: {
      type: 'boolean',
      default: true,
      description: 'Skip targets that have a translation, except for those that `redo` names.',
    },
    redo: redoProperty,
    context: {
      enum: ['none', 'key', 'neighbours'],
      default: 'key',
      description: 'Context to send: none, the key and notes of a text, or also the neighbouring texts.',
    },
    neighbours: {
      type: 'integer',
      minimum: 0,
      maximum: 10,
      default: 2,
      description: 'Number of neighbouring texts to send, before and after.',
    },
    useTerms: { type: 'boolean', default: true, description: 'Send the terms that were found.' },
    useEntities: { type: 'boolean', default: true, description: 'Send the names that stay untranslated.' },
    useTm: { type: 'boolean', default: true, description: 'Send the proposals of the translation memory.' },
  },
  resolve: resolveLocality,
  prompts: (config, { source, targets }) =>
    targets.map((target) => ({ name: `${source} → ${target}`, text: promptFor(config, source, target) })),
  create: (config) => ({
    process: (ctx, input) => {
      const { skipMatched, redo } = config;
      const work = translateWork(modelTranslator(config, ctx), { skipMatched, redo, meta, ctx });
      return runGroups(config, meta, ctx, input, work);
    },
  }),
});

function maybe(type: string): IOPort {
  return { type, side: PortSource, optional: true };
}
