import { OverlayType, PortSource, PortTarget, resolveLocality, type ToolMeta } from '@helve/flow';
import { checkPorts } from '../../check/check-port.js';
import { aiProperties, modelGroup, requestGroup } from '../../model/ai-properties.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { runGroups } from '../../tool-kit/group/run-groups.js';
import { targetLocaleProperty } from '../../tool-kit/target-locale.js';
import { qaPrompt, qaWork } from './qa-work.js';

const meta: ToolMeta = {
  id: 'ai-qa',
  version: '1.0.0',
  category: 'validate',
  displayName: 'Quality check with a model',
  description: 'Asks a language model to find mistakes in targets and marks where they are.',
  cardinality: 'bilingual',
  capability: 'annotate',
  requires: ['credentials', 'target-language'],
  sideEffects: ['api-call', 'remote-source-egress'],
  consumes: [
    { type: 'target', side: PortTarget },
    { type: OverlayType.OverlayTerm, side: PortSource, optional: true },
  ],
  produces: checkPorts,
};

/** Finds mistakes of meaning and language with a language model. */
export const aiQa = flowToolEntry({
  meta,
  groups: [{ id: 'checks', title: 'Checks', properties: ['checks', 'targetLocale'] }, modelGroup, requestGroup],
  properties: {
    targetLocale: targetLocaleProperty,
    ...aiProperties,
    checks: {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
      minItems: 1,
      default: ['accuracy', 'fluency', 'terminology'],
      description: 'Kinds of mistakes to look for.',
    },
  },
  resolve: resolveLocality,
  prompts: (config, { source, targets }) =>
    targets.map((target) => ({ name: `${source} → ${target}`, text: qaPrompt(config, source, target) })),
  create: (config) => ({
    process: (ctx, input) => runGroups(config, meta, ctx, input, qaWork(config, ctx)),
  }),
});
