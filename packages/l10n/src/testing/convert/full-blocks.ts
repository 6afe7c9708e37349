import {
  createBlock,
  LayerPrimary,
  newPayload,
  textRun,
  type Block,
  type Overlay,
  type Run,
  type Runs,
  type TargetStatus,
} from '@helve/flow';

const variable: Run = { kind: 'ph', id: '1', type: 'code:variable', data: '%1$s', equiv: 'name' };
const number: Run = { kind: 'ph', id: '2', type: 'code:variable', data: '%2$d' };
const open: Run = { kind: 'pc-open', id: '3', type: 'fmt:bold', data: '<b>' };
const close: Run = { kind: 'pc-close', id: '3', type: 'fmt:bold', data: '</b>' };

const plural = (one: Runs, other: Runs): Run => ({ kind: 'plural', pivot: 'count', forms: { one, other } });
const select = (pivot: string, first: string, one: string, other: string): Run => ({
  kind: 'select',
  pivot,
  cases: { [first]: [textRun(one)], other: [textRun(other)] },
});

type Draft = Partial<Parameters<typeof createBlock>[0]> & {
  readonly de?: string | Runs;
  readonly status?: TargetStatus;
};

function block(name: string, source: string | Runs, { de, status = 'translated', ...more }: Draft = {}): Block {
  const runs = typeof de === 'string' ? [textRun(de)] : de;
  return createBlock({
    id: `/${name}`,
    name,
    sourceLocale: 'en',
    source,
    targets: runs === undefined ? {} : { de: { runs, status } },
    ...more,
  });
}

const note = (...texts: readonly string[]) => ({
  note: newPayload('note', { items: texts.map((text) => ({ text })) }),
});

/** Two segments of a text: each begins and ends at a character. */
function segments(variant: string | null, length: number, half: number): Overlay {
  const range = (startOffset: number, end: number) =>
    end === length
      ? { startRun: 0, startOffset, endRun: 1, endOffset: 0 }
      : { startRun: 0, startOffset, endRun: 0, endOffset: end };
  const spans = [
    { id: 's1', range: range(0, half), props: {} },
    { id: 's2', range: range(half, length), props: {} },
  ];
  return { type: 'segmentation', variant, layer: LayerPrimary, spans };
}

/** Twenty blocks that together have everything that a block may have, in English and German. */
export const fullBlocks: readonly Block[] = [
  block('plain', 'Plain text', { de: 'Einfacher Text' }),
  block('noted', 'With a note', { de: 'Mit Notiz', annotations: note('For the title') }),
  block('noted_twice', 'With notes', { de: 'Mit Notizen', annotations: note('First note', 'Second note') }),
  block('context', 'Open', { de: 'Öffnen', properties: { context: 'A menu' } }),
  block('limited', 'Short', { de: 'Kurz', displayHint: { maxLength: 12, unit: 'chars' } }),
  block('new', 'New', { de: 'Neu', status: 'new' }),
  block('draft', 'Draft', { de: 'Entwurf', status: 'draft' }),
  block('reviewed', 'Reviewed', { de: 'Geprüft', status: 'reviewed' }),
  block('signed', 'Signed', { de: 'Freigegeben', status: 'signed-off' }),
  block('variable', [textRun('Hello '), variable, textRun('!')], { de: [textRun('Hallo '), variable, textRun('!')] }),
  block('moved', [variable, textRun(' has '), number], { de: [number, textRun(' für '), variable] }),
  block('markup', [textRun('Very '), open, textRun('bold'), close], {
    de: [textRun('Sehr '), open, textRun('fett'), close],
  }),
  block('files', [plural([number, textRun(' file')], [number, textRun(' files')])], {
    de: [plural([number, textRun(' Datei')], [number, textRun(' Dateien')])],
  }),
  block('gender', [select('gender', 'female', 'her photo', 'their photo')], {
    de: [select('gender', 'female', 'ihr Foto', 'deren Foto')],
  }),
  block('device', [select('device', 'iphone', 'Tap', 'Press')], {
    de: [select('device', 'iphone', 'Tippen', 'Drücken')],
  }),
  block('segments', 'One. Two.', {
    de: 'Eins. Zwei.',
    overlays: [segments(null, 9, 5), segments('de', 11, 6)],
  }),
  block('proposed', 'Proposed', {
    de: 'Vorschlag',
    annotations: {
      'alt-translation': newPayload('alt-translations', {
        items: [{ source: [textRun('Propose')], target: [textRun('Vorschlagen')], locale: 'de', score: 0.8 }],
      }),
    },
  }),
  block('marks', `It's "quoted", 100 % & <safe> \\ back`, { de: `Es ist „zitiert“, 100 % & <sicher> \\ zurück` }),
  block('lines', 'First line\nSecond line', { de: 'Erste Zeile\nZweite Zeile' }),
  block('missing', 'Not translated yet'),
];
