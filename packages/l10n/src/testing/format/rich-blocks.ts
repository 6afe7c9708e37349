import { createBlock, newPayload, textRun, type Block, type Part, type Runs } from '@helve/flow';
import { rootLayer } from '../../format/root-layer.js';

const variable = { kind: 'ph', id: '1', type: 'code:variable', data: '{name}', equiv: 'name', disp: 'Ann' } as const;
const open = { kind: 'pc-open', id: '2', type: 'fmt:bold', data: '<b>' } as const;
const close = { kind: 'pc-close', id: '2', type: 'fmt:bold', data: '</b>' } as const;
const odd = { kind: 'ph', id: 'x y', type: 'code:function', data: '$t(<&>)' } as const;

function translation(runs: Runs, status: 'draft' | 'translated' | 'reviewed' | 'signed-off' | 'new') {
  return { de: { runs, status } };
}

/** Blocks of another format with everything that a block may have, for tests of new files. */
export const richBlocks: readonly Block[] = [
  createBlock({
    id: '/home/title',
    name: 'home.title',
    sourceLocale: 'en',
    source: [textRun('Hello '), variable, textRun(', '), open, textRun('bold & <brave>'), close, odd],
    targets: translation([open, textRun('Hallo'), close, textRun(' '), variable, odd], 'reviewed'),
    annotations: {
      note: { type: 'note', items: [{ text: 'A greeting' }, { text: 'Second\nnote', priority: 2 }] },
      'alt-translation': newPayload('alt-translations', {
        items: [
          {
            source: [textRun('Hi '), variable],
            target: [textRun('Na '), variable],
            locale: 'de',
            score: 0.75,
            engine: 'tm',
          },
        ],
      }),
    },
    displayHint: { maxLength: 40, unit: 'chars' },
    properties: { key: 'home.title', context: 'Title of the page' },
  }),
  createBlock({
    id: '/files',
    name: 'files',
    sourceLocale: 'en',
    source: [{ kind: 'plural', pivot: 'n', forms: { one: [textRun('one file')], other: [textRun('many files')] } }],
    targets: translation(
      [
        {
          kind: 'plural',
          pivot: 'n',
          forms: { one: [textRun('eine')], few: [textRun('wenige')], other: [textRun('viele')] },
        },
      ],
      'draft',
    ),
  }),
  createBlock({
    id: '/crossing',
    name: 'crossing',
    sourceLocale: 'en',
    source: [open, textRun('a'), { ...open, id: '3', type: 'fmt:italic' }, textRun('b'), close, { ...close, id: '3' }],
  }),
  createBlock({ id: '/space', name: 'space', sourceLocale: 'en', source: ' two  spaces\n<and a line>\u0001 ' }),
  createBlock({ id: '/locked', name: 'locked', sourceLocale: 'en', source: 'Acme', translatable: false }),
  createBlock({
    id: '/new',
    name: 'new',
    sourceLocale: 'en',
    source: 'New',
    targets: translation([textRun('Neu')], 'new'),
  }),
  createBlock({
    id: '/done',
    name: 'done',
    sourceLocale: 'en',
    source: 'Done',
    targets: translation([textRun('Fertig')], 'signed-off'),
  }),
];

const form = { encoding: 'utf-8', bom: false, lineBreak: 'lf' } as const;
const { signal } = new AbortController();

/** The parts of a document with these blocks. */
export function partsOf(blocks: readonly Block[]): readonly Part[] {
  const ctx = { document: 'app.json', sourceLocale: 'en', signal, lose: () => undefined };
  const layer = rootLayer({ format: 'json', mimeType: 'application/json', form }, ctx);
  return [
    { kind: 'layer-start', layer },
    ...blocks.map((block): Part => ({ kind: 'block', block })),
    { kind: 'layer-end', id: layer.id },
  ];
}
