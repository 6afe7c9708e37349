import { PortSource } from '@helve/flow';
import { toEncoding } from '../../format/text/encoding.js';
import { l10nErrors } from '../../l10n-errors.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

/** Formats whose programs take the mark for a part of the text, or refuse it. */
const markless: readonly string[] = ['po', 'json', 'i18next', 'arb', 'xcstrings', 'properties'];

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
    handleLayer(layer, { document }) {
      if (layer.parentId !== undefined) return;
      const { shape } = toEncoding(layer.encoding, layer.name);
      const isMeant = shape === 'utf-8' || (shape === 'utf-16' && alsoNonUTF8);
      if (!isMeant || layer.bom === addBOM) return;
      const { id: file, format = '' } = document;
      if (addBOM && shape === 'utf-8' && markless.includes(format))
        throw l10nErrors.create('L10N_BYTE_ORDER_MARK', { file, format });
      layer.bom = addBOM;
    },
  }),
});
