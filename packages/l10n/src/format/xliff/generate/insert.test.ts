import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../testing/document-kit.js';
import { insertInto } from '../../../testing/format/insert-kit.js';
import { xliff2Format } from '../../xliff2/format.js';
import { xliffFormat } from '../format.js';

const one = `<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
\t<file original="a" source-language="en" target-language="de" datatype="plaintext">
\t\t<body>
\t\t\t<trans-unit id="a"><source>A</source><target>Ah</target></trans-unit>
\t\t\t<trans-unit id="c"><source>C</source></trans-unit>
\t\t</body>
\t</file>
</xliff>
`;
const two = `<xlf:xliff version="2.0" srcLang="en" xmlns:xlf="urn:oasis:names:tc:xliff:document:2.0">
  <xlf:file id="f">
    <xlf:unit id="a"><xlf:segment><xlf:source>A</xlf:source></xlf:segment></xlf:unit>
  </xlf:file>
</xlf:xliff>
`;

describe('insertUnits', () => {
  test('X30 a unit goes behind its neighbour with its indentation', async () => {
    expect(await insertInto(xliffFormat, one, [{ name: 'b', text: 'B & b', after: 'a', note: 'n' }])).toBe(
      one.replace(
        '\n\t\t\t<trans-unit id="c">',
        '\n\t\t\t<trans-unit id="b">\n\t\t\t  <source>B &amp; b</source>\n\t\t\t  <note>n</note>\n\t\t\t</trans-unit>\n\t\t\t<trans-unit id="c">',
      ),
    );
  });

  test('X30 a unit without a neighbour goes to the head of the file', async () => {
    const made = await insertInto(xliffFormat, one, [{ name: 'b', text: 'B' }]);
    const { blocks } = await readDocument(xliffFormat, made);
    expect(blocks.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  test('X30 a unit is taken out with its line', async () => {
    expect(await insertInto(xliffFormat, one, [], ['c'])).toBe(
      one.replace('\n\t\t\t<trans-unit id="c"><source>C</source></trans-unit>', ''),
    );
  });

  test('X30 a file whose elements have a prefix gets units of the same namespace', async () => {
    const made = await insertInto(xliff2Format, two, [{ name: 'b', text: 'B', after: 'a' }]);
    const { blocks } = await readDocument(xliff2Format, made);
    expect(blocks.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(made).toContain('<unit xmlns="urn:oasis:names:tc:xliff:document:2.0" id="b">');
  });

  test('X30 a file without units gets the first', async () => {
    const empty = one.replace(/\n\t\t\t<trans-unit.*/gu, '');
    const made = await insertInto(xliffFormat, empty, [
      { name: 'b', text: 'B' },
      { name: 'd', text: 'D', after: 'b' },
    ]);
    const { blocks } = await readDocument(xliffFormat, made);
    expect(blocks.map(({ id }) => id)).toEqual(['b', 'd']);
  });
});
