import type { JsonObject } from '@helve/core';
import { textRun, type Block, type Runs } from '@helve/flow';
import { bytesSource, dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { makeWorkbook } from '../../testing/format/make-workbook.js';
import { ZipArchive } from '../zip/zip-archive.js';
import { xlsxFormat } from './format.js';

const lists =
  '<dataValidations count="2"><dataValidation type="list" sqref="B2:B9 C1"><formula1>"Yes,No,&quot;&quot;Maybe&quot;&quot;"</formula1></dataValidation>' +
  '<dataValidation type="list" sqref="D1"><formula1>$A$1:$A$3</formula1></dataValidation></dataValidations>';
const headers =
  '<headerFooter><oddHeader>&amp;LDraft &amp;&amp; notes&amp;C&amp;"Arial,Bold"&amp;12Prices&amp;R&amp;D</oddHeader><oddFooter>Page &amp;P of &amp;N</oddFooter></headerFooter>';
const run = (text: string, format = '') => `<a:r><a:rPr lang="en-US"${format}/><a:t>${text}</a:t></a:r>`;
const drawing =
  '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">' +
  `<xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Note 1"/></xdr:nvSpPr><xdr:txBody><a:bodyPr/><a:p><a:pPr/>${run('Buy ')}${run('now', ' b="1"')}${run(' &amp; save')}</a:p>` +
  '<a:p><a:r><a:t>Tel.</a:t></a:r><a:br/><a:r><a:t>5</a:t></a:r></a:p><a:p><a:endParaRPr/></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>';
const rels = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

const workbook = (names = '') =>
  makeWorkbook({
    names,
    sheets: [
      { name: 'Prices & more', rows: '', tail: lists + headers },
      { name: 'Data', rows: '<row r="1"><c r="A1"><f>Hidden!B2*2</f><v>1</v></c></row>' },
      { name: 'Hidden', rows: '', tail: headers, state: 'hidden' },
    ],
    more: [
      { name: 'xl/worksheets/_rels/sheet1.xml.rels', data: rels('drawing', '../drawings/drawing1.xml') },
      { name: 'xl/drawings/drawing1.xml', data: drawing },
    ],
  });

const limits = { maxBytes: 2 ** 20, maxMemberBytes: 2 ** 20 };
const all = { sheetNames: true, validationLists: true, headersFooters: true, drawings: true };

async function textsOf(options: JsonObject, input = workbook()) {
  const { blocks } = await readDocument(xlsxFormat, input, { options });
  return Object.fromEntries(blocks.map(({ name, source }) => [name, source]));
}

/** Changes texts, and gives the members that were written. */
async function edited(changes: Readonly<Record<string, string | ((runs: Runs) => Runs)>>, input = workbook()) {
  const document = await readDocument(xlsxFormat, input, { options: all });
  const change = ({ name, source }: Block): Runs | undefined => {
    const to = changes[name];
    return typeof to === 'string' ? [textRun(to)] : to?.(source);
  };
  const parts = withContent(xlsxFormat, document.parts, change, 'de');
  const { bytes } = await writeDocument(xlsxFormat, { ...document, parts }, { options: all });
  const archive = await ZipArchive.open(bytesSource(bytes), 'a', limits);
  return { bytes, member: async (name: string) => (await archive.read(name)).toString('utf8') };
}

const swap = (from: string, to: string) => (runs: Runs) =>
  runs.map((one) => (one.kind === 'text' ? textRun(one.text.replace(from, to)) : one));

describe('texts of a workbook outside of its cells', () => {
  test('X85 they are read by option only, and not those of hidden sheets', async () => {
    expect(await textsOf({})).toEqual({});
    const texts = await textsOf(all);
    expect(Object.entries(texts).map(([name, runs]) => [name, dataText(runs)])).toEqual([
      ['Prices & more.name', 'Prices & more'],
      ['Data.name', 'Data'],
      ['Prices & more!B2.list', 'Yes,No,"Maybe"'],
      ['Prices & more!oddHeader.left', 'Draft & notes'],
      ['Prices & more!oddHeader.center', '&"Arial,Bold"&12Prices'],
      ['Prices & more!oddFooter.center', 'Page &P of &N'],
      [expect.stringContaining('Prices & more!Note 1.1'), expect.stringContaining('Buy ')],
      ['Prices & more!Note 1.2', 'Tel.<a:br/>5'],
    ]);
    expect(Object.keys(await textsOf({ headersFooters: true }))).toHaveLength(3);
  });

  test('X5 unchanged they are the bytes that they were', async () => {
    expect(Buffer.compare((await edited({})).bytes, workbook())).toBe(0);
  });

  test('X85 changed ones take their places, and nothing else changes', async () => {
    const { member } = await edited({
      'Prices & more.name': "Preise & 'x' y",
      'Prices & more!B2.list': swap('No', 'Nein & so'),
      'Prices & more!oddHeader.left': 'Entwurf & mehr',
      'Prices & more!oddHeader.center': swap('Prices', '5 Preise'),
      'Prices & more!oddFooter.center': swap('Page', 'Seite'),
      'Prices & more!Note 1.1': swap('Buy', 'Kauf <'),
    });
    const sheet = await member('xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<formula1>"Yes,Nein &amp; so,""Maybe"""</formula1>');
    expect(sheet).toContain(
      '<oddHeader>&amp;LEntwurf &amp;&amp; mehr&amp;C&amp;"Arial,Bold"&amp;12 5 Preise&amp;R&amp;D<',
    );
    expect(sheet).toContain('<oddFooter>Seite &amp;P of &amp;N</oddFooter>');
    expect(await member('xl/workbook.xml')).toContain('name="Preise &amp; &apos;x&apos; y"');
    const shapes = await member('xl/drawings/drawing1.xml');
    expect(shapes).toContain(`<a:pPr/>${run('Kauf &lt; ')}${run('now', ' b="1"')}${run(' &amp; save')}</a:p>`);
    expect(shapes).toContain('<a:r><a:t>Tel.</a:t></a:r><a:br/><a:r><a:t>5</a:t></a:r>');
  });

  test.each([
    ['Prices & more!B2.list', 'Ja, oder nein', 'a comma would begin another value'],
    ['Prices & more!B2.list', 'x'.repeat(256), 'at most 255 characters'],
    ['Prices & more!oddHeader.left', 'x'.repeat(250), 'at most 255 characters'],
    ['Prices & more.name', 'a/b', '1 to 31 characters'],
    ['Prices & more.name', 'DATA', 'there is another sheet'],
  ])('X85 %s cannot be "%s"', async (name, text, problem) => {
    await expect(edited({ [name]: text })).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
      message: expect.stringContaining(problem),
    });
  });

  test.each([
    '<definedNames><definedName name="x">Data!$A$1</definedName></definedNames>',
    '<definedNames><definedName name="x">\'Prices &amp; more\'!$A$1</definedName></definedNames>',
  ])('X85 the name of a sheet that %s refers to stays', async (names) => {
    const name = names.includes('Data!') ? 'Data.name' : 'Prices & more.name';
    const renaming = edited({ [name]: 'Anders' }, workbook(names));
    await expect(renaming).rejects.toMatchObject({ message: expect.stringContaining('refers to the sheet') });
  });
});
