import { textRun, type Block, type Runs } from '@helve/flow';
import { bytesSource } from '@helve/flow/content';
import { expect, test } from 'vitest';
import { docxFormat } from '../format/docx/format.js';
import { ZipArchive } from '../format/zip/zip-archive.js';
import { readDocument, writeDocument } from '../testing/document-kit.js';
import { makeDocument } from '../testing/format/make-document.js';
import { pairFormat } from './pair-format.js';

const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t${/^ | $/u.test(text) ? ' xml:space="preserve"' : ''}>${text}</w:t></w:r>`;
const paragraph = (...runs: readonly string[]): string => `<w:p>${runs.join('')}</w:p>`;
const lang = '<w:lang w:val="de"/>';
const english =
  paragraph(run('Press '), run('Save', '<w:b/>'), run(' to keep your work.')) +
  paragraph(run('Then '), run('go on', '<w:b/>'), run(' with it.'));
const german = paragraph(run('Mit ', lang), run('Sichern', `<w:b/>${lang}`), run(' bleibt alles da.', lang));
const next = paragraph(run('Dann ', lang), run('geht', `<w:b/>${lang}`), run(' es damit weiter.', lang));

/** Writes a translation into its existing file, after `edit` has changed the blocks of its source. */
async function writeInto(existing: string, edit: (block: Block) => void = () => undefined) {
  const source = bytesSource(makeDocument({ body: existing }));
  const paired = pairFormat(docxFormat, [{ id: 'target', path: 'target', locale: 'de', source }]);
  const read = await readDocument(paired, makeDocument({ body: english }));
  for (const block of read.blocks) edit(block);
  const { bytes } = await writeDocument(paired, read, { targetLocale: 'de' });
  const limits = { maxBytes: 2 ** 30, maxMemberBytes: 2 ** 30 };
  const xml = (
    await (await ZipArchive.open(bytesSource(bytes), 'a.docx', limits)).read('word/document.xml')
  ).toString();
  return { xml, blocks: read.blocks };
}

const codes = (runs: Runs = []) => runs.filter(({ kind }) => kind !== 'text');

test('formats of a translated document are those of its source in another language', async () => {
  const { xml, blocks } = await writeInto(german + next);
  for (const { source, targets } of blocks) expect(codes(targets['de']?.runs)).toEqual(codes(source));
  expect(xml).toContain(german + next);
});

test('a new text takes the formats of the translated document, and the others stay', async () => {
  const { xml } = await writeInto(german + next, (block) => {
    if (block.id !== 'document!p2') return;
    const runs = block.source.map((each) => (each.kind === 'text' ? textRun(each.text.toUpperCase()) : each));
    block.targets['de'] = { runs, status: 'draft' };
  });
  expect(xml).toContain(german + paragraph(run('THEN ', lang), run('GO ON', `<w:b/>${lang}`), run(' WITH IT.', lang)));
});

test('a translation with formats of its own stays as it is', async () => {
  const own = paragraph(run('Mit ', lang), run('Sichern', `<w:i/>${lang}`), run(' bleibt alles da.', lang));
  expect((await writeInto(own + next)).xml).toContain(own + next);
});
