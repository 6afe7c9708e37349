import { sourcePort, targetPort } from '@helve/flow';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { planSides } from '../../tool-kit/side-edits.js';
import { classifyRuns } from './classify-runs.js';

const bothSides = { applySource: true, applyTarget: true } as const;

/** Classifies inline markup, so that other tools can treat it correctly. */
export const spanClassify = flowToolEntry({
  meta: {
    id: 'span-classify',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Classify inline codes',
    description: 'Assigns a type such as bold or link to inline markup of unknown type, based on its name or tag.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [sourcePort, { ...targetPort, optional: true }],
    writesOutput: true,
  },
  properties: {},
  create: () => ({
    transform(view) {
      if (!view.translatable) return null;
      return planSides(view, bothSides, (runs) => {
        const newRuns = classifyRuns(runs);
        return newRuns === runs ? undefined : { newRuns };
      });
    },
  }),
});
