import { createBlock, textRun, type Block, type Part } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { allFormats } from '../all-formats.js';
import { jsonFormat } from '../json/format.js';
import { poFormat } from '../po/format.js';
import { propertiesFormat } from '../properties/format.js';
import { i18nextFormat } from '../i18next/format.js';
import { rootLayer } from '../root-layer.js';

const form = { encoding: 'utf-8', bom: false, lineBreak: 'lf' } as const;
const layer = rootLayer(
  { format: 'x', mimeType: 'text/plain', form },
  { document: 'x', sourceLocale: 'en', signal: new AbortController().signal, lose: () => undefined },
);

function partsOf(blocks: readonly Block[]): readonly Part[] {
  return [
    { kind: 'layer-start', layer },
    ...blocks.map((block): Part => ({ kind: 'block', block })),
    { kind: 'layer-end', id: layer.id },
  ];
}

const plural = {
  kind: 'plural',
  pivot: 'n',
  forms: { one: [textRun('one file')], other: [textRun('many files')] },
} as const;

const blocks = [
  createBlock({
    id: '1',
    name: 'home.title',
    sourceLocale: 'en',
    source: 'Hello "you"',
    annotations: { note: { type: 'note', items: [{ text: 'A greeting' }] } },
    targets: { de: { runs: [textRun('Hallo „du“')], status: 'translated' } },
  }),
  createBlock({ id: '2', name: 'home.files', sourceLocale: 'en', source: [plural] }),
  createBlock({
    id: '3',
    name: 'bye',
    sourceLocale: 'en',
    source: 'Bye',
    targets: { de: { runs: [textRun('Tschüss')], status: 'draft' } },
  }),
];

async function generate(format: (typeof allFormats)[number], targetLocale?: string): Promise<string> {
  const kit = { options: {}, ...(targetLocale === undefined ? {} : { targetLocale }) };
  const { bytes } = await writeDocument(format, { parts: partsOf(blocks), skeleton: undefined }, kit);
  return Buffer.from(bytes).toString();
}

describe('a new document', () => {
  test('X31 json nests the names of other formats at their dots', async () => {
    expect(JSON.parse(await generate(jsonFormat))).toEqual({
      home: { title: 'Hello "you"', files: '{n, plural, one {one file} other {many files}}' },
      bye: 'Bye',
    });
    expect(await generate(jsonFormat, 'de')).toBe(
      '{\n  "home": {\n    "title": "Hallo „du“",\n    "files": "{n, plural, one {one file} other {many files}}"\n  },\n  "bye": "Tschüss"\n}\n',
    );
  });

  test('X31 properties have notes as comments, and are plain ASCII', async () => {
    expect(await generate(propertiesFormat, 'de')).toBe(
      '# A greeting\nhome.title=Hallo \\u201Edu\\u201C\nhome.files={n, plural, one {one file} other {many files}}\nbye=Tsch\\u00FCss\n',
    );
  });

  test('X31 po has a header, names as contexts, and drafts as fuzzy', async () => {
    const text = await generate(poFormat, 'de');
    expect(text).toContain('"Language: de\\n"');
    expect(text).toContain('"Plural-Forms: nplurals=2; plural=(n != 1);\\n"');
    expect(text).toContain('#. A greeting\nmsgctxt "home.title"\nmsgid "Hello \\"you\\""\nmsgstr "Hallo „du“"\n');
    expect(text).toContain('msgid_plural "many files"\nmsgstr[0] ""\nmsgstr[1] ""\n');
    expect(text).toContain('#, fuzzy\nmsgctxt "bye"\nmsgid "Bye"\nmsgstr "Tschüss"\n');
    expect(await generate(poFormat)).not.toContain('Language');
  });

  test('T99 a format that is not generative refuses to', async () => {
    await expect(generate(i18nextFormat)).rejects.toMatchObject({ code: 'L10N_NO_SKELETON' });
  });

  test.each(allFormats.filter(({ caps, kind }) => caps.generative && kind === 'monolingual'))(
    'X31 $id refuses two blocks of one name',
    async (format) => {
      const [one] = blocks;
      if (one === undefined) throw new TypeError('There is no block');
      const parts = partsOf([one, { ...one, id: 'other' }]);
      const writing = writeDocument(format, { parts, skeleton: undefined });
      await expect(writing).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
    },
  );

  test.each(allFormats.filter(({ caps }) => caps.generative))(
    'X31 $id writes nothing as an empty document',
    async (format) => {
      const { bytes } = await writeDocument(format, { parts: partsOf([]), skeleton: undefined });
      const again = await readDocument(format, bytes);
      expect(again.blocks.filter(({ type }) => type !== 'header')).toEqual([]);
    },
  );
});
