import { PortSource } from '@helve/flow';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

/** Sets or removes properties of blocks. */
export const propertiesSet = flowToolEntry({
  meta: {
    id: 'properties-set',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Set properties',
    description: 'Sets properties of blocks to fixed values, or deletes them.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
  },
  properties: {
    properties: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: ['string', 'null'] },
      description: 'Value of each property; null deletes it.',
    },
    overwrite: { type: 'boolean', default: true, description: 'Replace a value that exists.' },
    onlyTranslatable: { type: 'boolean', default: true, description: 'Skip blocks that are not translatable.' },
  },
  required: ['properties'],
  resolve: ({ properties }) => ({
    produces: Object.keys(properties).map((key) => ({ type: `property:${key}`, side: PortSource })),
  }),
  create: ({ properties, overwrite, onlyTranslatable }) => {
    // Without a config there are no properties.
    const wanted = Object.entries(Object(properties) as typeof properties);
    return {
      annotate(view) {
        if (onlyTranslatable && !view.translatable) return;
        for (const [key, value] of wanted) {
          if (overwrite || view.property(key) === undefined) view.setProperty(key, value);
        }
      },
    };
  },
});
