import { textRun, type Block } from '@helve/flow';
import { bytesSource, dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { makeDocument, wordPrefixes, type MadeDocument } from '../../testing/format/make-document.js';
import { ZipArchive } from '../zip/zip-archive.js';
import { docxFormat } from './format.js';

const paragraph = (content: string): string => `<w:p>${content}</w:p>`;
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const boxed = (...paragraphs: readonly string[]): string => {
  const content = `<w:txbxContent>${paragraphs.join('')}</w:txbxContent>`;
  return (
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${content}</wps:txbx></w:drawing></mc:Choice>` +
    `<mc:Fallback><w:pict><v:textbox>${content}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
  );
};
const picture = (attributes: string, behind = ''): string =>
  `<w:r><w:drawing xmlns:wp="wp"><wp:inline><wp:docPr id="1" name="Picture 1" ${attributes}/>${behind}</wp:inline></w:drawing></w:r>`;

async function shown(made: MadeDocument): Promise<readonly string[]> {
  return (await readDocument(docxFormat, makeDocument(made))).blocks.map(({ id, type, source }) => {
    return `${id.replace('document!', '')} ${type === 'alt' ? 'alt ' : ''}${dataText(source).replaceAll(/<.*>/gu, '…')}`;
  });
}

/** Writes a body with a mark behind each text for which `of` is true. */
async function marked(body: string, of: (block: Block) => boolean): Promise<string> {
  const document = await readDocument(docxFormat, makeDocument({ body }));
  const change = (block: Block) => (of(block) ? [...block.source, textRun('!')] : undefined);
  const { bytes } = await writeDocument(docxFormat, {
    ...document,
    parts: withContent(docxFormat, document.parts, change, 'de'),
  });
  const archive = await ZipArchive.open(bytesSource(bytes), 'a', { maxBytes: 2 ** 20, maxMemberBytes: 2 ** 20 });
  const xml = (await archive.read('word/document.xml')).toString();
  return /<w:body>([^]*)<w:sectPr\/>/u.exec(xml)?.[1] ?? '';
}

describe('texts inside of paragraphs', () => {
  test('X29 the description and the title of a picture are texts', async () => {
    const inText = paragraph(run('a') + picture('descr="A &quot;cat&quot;" title="Cat"') + run('b'));
    expect(await shown({ body: inText })).toEqual(['p1~1.1 alt A "cat"', 'p1~1.2 alt Cat', 'p1 a…b']);
    const alone = paragraph(picture('descr="A cat"'));
    expect(await shown({ body: alone })).toEqual(['p1.1 alt A cat']);
    expect(await marked(alone, () => true)).toBe(alone.replace('A cat', 'A cat!'));
    expect(await marked(inText, ({ type }) => type === 'alt')).toBe(
      inText.replace('&quot;"', '&quot;!"').replace('"Cat"', '"Cat!"'),
    );
    expect(await shown({ body: paragraph(run('a') + picture('descr=" "')) })).toEqual(['p1 a']);
  });

  test('X29 equal descriptions of one picture are one text', async () => {
    const body = paragraph(picture("descr='A'", '<pic:cNvPr xmlns:pic="pic" id="0" name="a.png" descr="A"/>'));
    expect(await shown({ body })).toEqual(['p1.1 alt A']);
    expect(await marked(body, () => true)).toBe(body.replace("'A'", "'A!'").replace('"A"', '"A!"'));
  });

  test('X81 a text box in a text box has texts of its own', async () => {
    const inner = boxed(paragraph(run('inner')));
    const body = paragraph(run('a') + boxed(paragraph(run('outer') + inner + run('more'))));
    expect(await shown({ body })).toEqual(['p1~1.1~1.1 inner', 'p1~1.1 outer…more', 'p1 a']);
    const one = await marked(body, ({ id }) => id.endsWith('~1.1~1.1'));
    expect(one).toBe(body.replaceAll('inner', 'inner!'));
    const both = await marked(body, ({ id }) => id.includes('~'));
    expect(both.split('inner!').length).toBe(5);
    expect(both.split('more!').length).toBe(3);
    const empty = paragraph(boxed(paragraph(inner)));
    expect(await shown({ body: empty })).toEqual(['p1.1 inner']);
    expect(await marked(empty, () => true)).toBe(empty.replaceAll('inner', 'inner!'));
  });

  test('X81 all paragraphs of a text box are written to both of its places', async () => {
    const body = paragraph(boxed(paragraph(run('one')), paragraph(run('two'))));
    expect(await shown({ body })).toEqual(['p1.1 one', 'p1.2 two']);
    expect(await marked(body, () => true)).toBe(body.replaceAll('one', 'one!').replaceAll('two', 'two!'));
  });

  test('X81 text that a style hides stays where it is', async () => {
    const style = (id: string, more: string): string =>
      `<w:style w:styleId="${id}"><w:name w:val="${id}"/>${more}</w:style>`;
    const styles = {
      type: 'styles',
      name: 'styles.xml',
      xml: `<w:styles ${wordPrefixes}>${style('Secret', '<w:rPr><w:vanish/></w:rPr>')}${style('Child', '<w:basedOn w:val="Secret"/>')}</w:styles>`,
    };
    const styled = (id: string, text: string, more = ''): string =>
      `<w:r><w:rPr><w:rStyle w:val="${id}"/>${more}</w:rPr><w:t>${text}</w:t></w:r>`;
    const body =
      paragraph(run('a') + styled('Child', 'x') + styled('Child', 'b', '<w:vanish w:val="0"/>')) +
      `<w:p><w:pPr><w:pStyle w:val="Secret"/></w:pPr>${run('y')}</w:p>`;
    const texts = await shown({ body, parts: [styles] });
    expect(texts.length).toBe(1);
    expect(texts[0]).not.toContain('>x<');
    const { blocks } = await readDocument(docxFormat, makeDocument({ body, parts: [styles] }), {
      options: { hidden: true },
    });
    expect(blocks.length).toBe(2);
  });

  test('X82 parts that are not known are bytes, and templates and documents with macros are read', async () => {
    const more = [{ name: 'customXml/item1.xml', data: '<not well-formed' }];
    for (const kind of [
      'document.macroEnabled.main+xml',
      'template.main+xml',
      'template.macroEnabledTemplate.main+xml',
    ]) {
      const types = (xml: string): string =>
        xml.replace('openxmlformats-officedocument.wordprocessingml.document.main+xml', `ms-word.${kind}`);
      const input = makeDocument({ body: paragraph(run('a')), more, types });
      const document = await readDocument(docxFormat, input);
      expect(document.blocks.map(({ source }) => dataText(source))).toEqual(['a']);
      const { bytes } = await writeDocument(docxFormat, document);
      expect(Buffer.from(bytes).equals(input)).toBe(true);
    }
  });
});
