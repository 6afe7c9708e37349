import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { LayerChains, type LayerChainConfig } from './layer-chains.js';
import { LayerRouter } from './layer-router.js';
import { resolveChains } from './resolve-chains.js';

/** Processes each embedded document with steps of its own. */
export const layerProcessor = flowToolEntry({
  meta: {
    id: 'layer-processor',
    version: '1.0.0',
    category: 'pipeline',
    displayName: 'Layer processor',
    description: 'Runs separate steps on embedded documents, chosen by their format.',
    cardinality: 'monolingual',
    capability: 'annotate',
    consumes: [],
    produces: [],
    writesOutput: true,
  },
  properties: {
    layers: {
      type: 'object',
      minProperties: 1,
      additionalProperties: {
        type: 'object',
        properties: {
          steps: {
            type: 'array',
            items: { type: 'object' },
            'x-steps': true,
            description: 'Steps to run, as in a flow.',
          },
        },
        required: ['steps'],
        additionalProperties: false,
      },
      description: 'Steps for each format of embedded layers; `*` stands for every other format.',
    },
  },
  required: ['layers'],
  resolve: ({ layers }, info) => resolveChains(layers as LayerChainConfig, info),
  create: ({ layers }, env) => ({
    process: (ctx, input) =>
      new LayerRouter(new LayerChains((layers ?? {}) as LayerChainConfig, env, ctx), input).run(),
  }),
});
