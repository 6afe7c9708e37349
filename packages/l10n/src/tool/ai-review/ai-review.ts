import {
  AnnoAltTranslation,
  AnnoReview,
  OverlayType,
  PortSource,
  PortTarget,
  resolveLocality,
  type ToolMeta,
} from '@helve/flow';
import { aiProperties, modelGroup, requestGroup } from '../../model/ai-properties.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { runGroups } from '../../tool-kit/group/run-groups.js';
import { targetLocaleProperty } from '../../tool-kit/target-locale.js';
import { reviewPrompt, reviewWork } from './review-work.js';

const meta: ToolMeta = {
  id: 'ai-review',
  version: '1.0.0',
  category: 'validate',
  displayName: 'Review with a model',
  description: 'Asks a language model to score targets and to suggest better ones.',
  cardinality: 'bilingual',
  capability: 'annotate',
  requires: ['credentials', 'target-language'],
  sideEffects: ['api-call', 'remote-source-egress'],
  consumes: [
    { type: 'target', side: PortTarget },
    { type: OverlayType.OverlayTerm, side: PortSource, optional: true },
  ],
  produces: [
    { type: AnnoReview, side: PortTarget },
    { type: AnnoAltTranslation, side: PortTarget, optional: true },
  ],
};

/** Scores targets with a language model, and keeps its suggestions as proposals. */
export const aiReview = flowToolEntry({
  meta,
  groups: [modelGroup, { id: 'target', title: 'Target', properties: ['targetLocale'] }, requestGroup],
  properties: { targetLocale: targetLocaleProperty, ...aiProperties },
  resolve: resolveLocality,
  prompts: (config, { source, targets }) =>
    targets.map((target) => ({ name: `${source} → ${target}`, text: reviewPrompt(config, source, target) })),
  create: (config) => ({
    process: (ctx, input) => runGroups(config, meta, ctx, input, reviewWork(config, meta, ctx)),
  }),
});
