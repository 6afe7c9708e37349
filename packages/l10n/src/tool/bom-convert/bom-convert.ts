import { PortSource } from '@helve/flow';
import { toEncoding } from '../../format/text/encoding.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

/** Adds a byte order mark to the written file, or removes it. */
export const bomConvert = flowToolEntry({
  meta: {
    id: 'bom-convert',
    version: '1.0.0',
    category: 'convert',
    displayName: 'Convert byte order mark',
    description: 'Adds the byte order mark to written UTF-8 files, or removes it.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [{ type: 'layer', side: PortSource }],
    writesOutput: true,
  },
  properties: {
    addBOM: { type: 'boolean', default: false, description: 'Add the mark; otherwise it is removed.' },
    alsoNonUTF8: { type: 'boolean', default: false, description: 'Include UTF-16 files.' },
  },
  create: ({ addBOM, alsoNonUTF8 }) => ({
    handleLayer(layer) {
      if (layer.parentId !== undefined) return;
      const { shape } = toEncoding(layer.encoding, layer.name);
      if (shape === 'utf-8' || (shape === 'utf-16' && alsoNonUTF8)) layer.bom = addBOM;
    },
  }),
});
