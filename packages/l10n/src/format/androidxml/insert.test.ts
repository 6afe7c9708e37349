import { createBlock, textRun, type Block } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { insertedBytes } from '../../testing/format/insert-kit.js';
import { pluralContent } from '../plural/plan-members.js';
import { androidXmlFormat } from './format.js';

const block = (name: string, source: Block['source'] | string, note?: string): Block =>
  createBlock({
    id: name,
    name,
    sourceLocale: 'en',
    source,
    ...(note === undefined ? {} : { annotations: { note: { type: 'note', items: [{ text: note }] } } }),
  });

async function insert(input: string, added: readonly (readonly [Block, string?])[], remove: readonly string[] = []) {
  const entries = added.map(([one, after]) => ({ block: one, ...(after === undefined ? {} : { after }) }));
  const bytes = await insertedBytes(androidXmlFormat, Buffer.from(input), entries, remove, {});
  return Buffer.from(bytes).toString();
}

const file =
  '<resources>\r\n\t<string name="a">A</string>\r\n\t<string name="c">C</string> <!-- c -->\r\n</resources>\r\n';

describe('insertAndroidXml', () => {
  test('X30 a string goes behind its neighbour, with its indentation and line end', async () => {
    expect(await insert(file, [[block('b', "it's", 'Note\nof b'), 'a']])).toBe(
      file.replace('A</string>\r\n', `$&\t<!-- Note\r\n\t     of b -->\r\n\t<string name="b">it\\'s</string>\r\n`),
    );
  });

  test('X30 a string without a neighbour goes to the head', async () => {
    expect(await insert(file, [[block('0', 'x')]])).toBe(
      file.replace('\t<string name="a">', '\t<string name="0">x</string>\r\n$&'),
    );
    expect(await insert('<resources/>', [[block('a', 'x')]])).toBe(
      '<resources>\n    <string name="a">x</string>\n</resources>',
    );
    expect(await insert('<resources></resources>', [[block('a', 'x')]])).toBe(
      '<resources>\n    <string name="a">x</string>\n</resources>',
    );
  });

  test('X30 an entry is taken out with its comment and line', async () => {
    expect(await insert(file, [], ['c'])).toBe(file.replace('\t<string name="c">C</string> <!-- c -->\r\n', ''));
    expect(await insert('<resources><string name="a"/><string name="b"/></resources>', [], ['a'])).toBe(
      '<resources><string name="b"/></resources>',
    );
  });

  test('X30 a plural has the items of the language of the document', async () => {
    const plural = block(
      'n',
      pluralContent([
        ['one', [textRun('%d')]],
        ['other', [textRun('%d s')]],
      ]),
    );
    const bytes = await insertedBytes(
      androidXmlFormat,
      Buffer.from('<resources>\n</resources>\n'),
      [{ block: plural }],
      [],
      {
        sourceLocale: 'cs',
      },
    );
    expect(Buffer.from(bytes).toString()).toBe(
      '<resources>\n    <plurals name="n">\n        <item quantity="one">%d</item>\n        <item quantity="few">%d s</item>\n        <item quantity="many">%d s</item>\n        <item quantity="other">%d s</item>\n    </plurals>\n</resources>\n',
    );
  });

  test('X30 items go into the array that is there, and missing arrays are made', async () => {
    const array = '<resources>\n  <string-array name="x">\n    <item>0</item>\n  </string-array>\n</resources>\n';
    expect(
      await insert(array, [
        [block('x[1]', '1'), 'x[0]'],
        [block('x[2]', '2'), 'x[1]'],
        [block('y[0]', 'y'), 'x[2]'],
        [block('y[1]', 'z'), 'y[0]'],
      ]),
    ).toBe(
      '<resources>\n  <string-array name="x">\n    <item>0</item>\n    <item>1</item>\n    <item>2</item>\n  </string-array>\n  <string-array name="y">\n    <item>y</item>\n    <item>z</item>\n  </string-array>\n</resources>\n',
    );
    expect(await insert(array, [], ['x[0]'])).toBe('<resources>\n</resources>\n');
    const two = array.replace('<item>0</item>', '$&<item>1</item>');
    expect(await insert(two, [], ['x[1]'])).toBe(array);
  });

  test('X30 products, excluded values and the prefix of XLIFF are written', async () => {
    const code = {
      kind: 'ph',
      id: '1',
      type: 'code:variable',
      subType: 'xml:xliff:g',
      data: '<xliff:g id="n">%s</xliff:g>',
    } as const;
    const fixed = { ...block('a{tablet}', [code]), translatable: false };
    expect(await insert('<resources>\n</resources>', [[fixed]])).toBe(
      '<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n    <string name="a" product="tablet" translatable="false"><xliff:g id="n">%s</xliff:g></string>\n</resources>',
    );
  });

  test('X30 a file that is not well-formed is refused with its place', async () => {
    await expect(insert('<resources>\n<string>x</string></resources>', [])).rejects.toMatchObject({
      code: 'L10N_PARSE',
      details: { line: 2, column: 1 },
    });
  });

  test('X31 a new file has one layout', async () => {
    const blocks = [
      block('a', 'He said "no"', 'A note -- with dashes'),
      block('n', pluralContent([['other', [textRun('x')]]])),
      block('d[0]', 'Mon'),
    ];
    const layer = (await readDocument(androidXmlFormat, '<resources/>')).parts;
    const parts = [
      ...layer.slice(0, 1),
      ...blocks.map((one) => ({ kind: 'block', block: one }) as const),
      ...layer.slice(1),
    ];
    const { bytes } = await writeDocument(androidXmlFormat, { parts, skeleton: undefined }, { targetLocale: 'ja' });
    expect(Buffer.from(bytes).toString()).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <!-- A note - - with dashes -->\n    <string name="a">He said \\"no\\"</string>\n    <plurals name="n">\n        <item quantity="other">x</item>\n    </plurals>\n    <string-array name="d">\n        <item>Mon</item>\n    </string-array>\n</resources>\n',
    );
  });
});
