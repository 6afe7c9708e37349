import { resolveSides } from '@helve/flow';
import { codePointLength, type TextEdit } from '@helve/flow/content';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { planTextEdits, sidesProperties } from '../../tool-kit/side-edits.js';

const lineEnds = { lf: '\n', crlf: '\r\n', cr: '\r' } as const;

/** Converts line ends to one kind, in the content and in the file around it. */
export const linebreakConvert = flowToolEntry({
  meta: {
    id: 'linebreak-convert',
    version: '1.0.0',
    category: 'convert',
    displayName: 'Convert line breaks',
    description: 'Converts the line breaks of text, and those of the written file, to one kind.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [{ type: 'layer', side: 'source' }],
    writesOutput: true,
  },
  properties: {
    mode: { enum: ['lf', 'crlf', 'cr'], default: 'lf', description: 'Kind of line break.' },
    convertFile: {
      type: 'boolean',
      default: true,
      description: 'Convert the line breaks of the written file as well.',
    },
    ...sidesProperties(true, true),
  },
  resolve: resolveSides,
  create: ({ mode, convertFile, ...sides }) => ({
    transform: (view) =>
      planTextEdits(view, sides, (text) => lineEndEdits(text, lineEnds[mode]), { keepsMeaning: true }),
    handleLayer(layer) {
      if (convertFile && layer.parentId === undefined) layer.lineBreak = mode;
    },
  }),
});

function lineEndEdits(text: string, wanted: string): readonly TextEdit[] {
  return [...text.matchAll(/\r\n|\r|\n/g)].flatMap(({ index, 0: found }) => {
    if (found === wanted) return [];
    const start = codePointLength(text.slice(0, index));
    return [{ start, end: start + found.length, text: wanted }];
  });
}
