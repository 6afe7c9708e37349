import { OverlayType, PortSource, resolveLocality, type ToolMeta } from '@helve/flow';
import { aiProperties, modelGroup, requestGroup } from '../../model/ai-properties.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { runGroups } from '../../tool-kit/group/run-groups.js';
import { joinCandidates, mergeCandidates } from './candidate-report.js';
import { termPrompt, termWork } from './term-work.js';

const meta: ToolMeta = {
  id: 'ai-terminology',
  version: '1.0.0',
  category: 'enrich',
  displayName: 'Term candidates with a model',
  description: 'Asks a language model to find words that should become terms, with definitions.',
  cardinality: 'monolingual',
  capability: 'annotate',
  requires: ['credentials'],
  sideEffects: ['api-call', 'remote-source-egress'],
  consumes: [],
  produces: [{ type: OverlayType.OverlayTermCandidate, side: PortSource }],
};

/** Marks term candidates, and reports each with its definition and frequency. */
export const aiTerminology = flowToolEntry({
  meta,
  groups: [{ id: 'terms', title: 'Terms', properties: ['domain', 'minConfidence'] }, modelGroup, requestGroup],
  properties: {
    ...aiProperties,
    domain: { type: 'string', default: '', description: 'Subject field of the texts.' },
    minConfidence: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description: 'Minimum confidence of a candidate.',
    },
  },
  resolve: resolveLocality,
  prompts: (config, { source }) => [{ name: source, text: termPrompt(config, source) }],
  create: (config) => ({
    process: (ctx, input) => runGroups(config, meta, ctx, input, termWork(config, ctx)),
    joinReports: joinCandidates,
    mergeReports: mergeCandidates,
  }),
});
