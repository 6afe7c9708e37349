import { dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../testing/document-kit.js';
import { insertedBytes, insertInto } from '../../testing/format/insert-kit.js';
import { createBlock } from '@helve/flow';
import { appleStringsFormat } from './format.js';

const insert = insertInto.bind(undefined, appleStringsFormat);

const file = '/* of a */\n"a" = "A";\n\n/* of c */\n"c" = "C";\n';

describe('insertAppleStrings', () => {
  test('X30 an entry goes behind its neighbour, with its comment, its separator and its blank line', async () => {
    expect(await insert(file, [{ name: 'b', text: 'x "y"', note: 'of b', after: 'a' }])).toBe(
      '/* of a */\n"a" = "A";\n\n/* of b */\n"b" = "x \\"y\\"";\n\n/* of c */\n"c" = "C";\n',
    );
    expect(await insert("'a'='A';\n'c'='C';", [{ name: 'b', text: "it's", after: 'c' }])).toBe(
      "'a'='A';\n'c'='C';\n'b'='it\\'s';",
    );
  });

  test('X30 an entry without an earlier one goes to the head', async () => {
    expect(await insert('\t"c" = "C";\n', [{ name: 'b', text: 'x' }])).toBe('\t"b" = "x";\n\t"c" = "C";\n');
  });

  test('X30 an entry is taken out with its comment and line', async () => {
    expect(await insert('/* of a */\n"a" = "A"; \n// of b\n"b" = "B";\n', [], ['a'])).toBe('// of b\n"b" = "B";\n');
    expect(await insert('"a"="A";"b"="B";"c"="C";', [], ['b'])).toBe('"a"="A";"c"="C";');
  });

  test('X30 a comment at the end does not become the note of a first entry', async () => {
    expect(await insert('// licence\n', [{ name: 'a', text: 'x' }])).toBe('// licence\n\n"a" = "x";\n');
  });

  test('X30 UTF-16 and its line ends stay', async () => {
    const input = Buffer.from('\uFEFF"a" = "A";\r\n"c" = "C";\r\n', 'utf16le');
    const block = createBlock({ id: 'b', name: 'b', sourceLocale: 'en', source: 'é' });
    const made = await insertedBytes(appleStringsFormat, input, [{ block, after: 'a' }], [], {});
    expect(Buffer.from(made).toString('utf16le')).toBe('\uFEFF"a" = "A";\r\n"b" = "é";\r\n"c" = "C";\r\n');
  });

  test('X30 any entry is read back behind its neighbour', async () => {
    const text = fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll(/\r\n?/gu, '\n'));
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.constantFrom(file, '"a"="1";"c"="2";', 'a = 1;\nc = 2;'),
        async (name, value, input) => {
          fc.pre(!['a', 'c', ''].includes(name));
          const made = await insert(input, [{ name, text: value, after: 'a' }]);
          const { blocks } = await readDocument(appleStringsFormat, made);
          expect(blocks.map((block) => block.name)).toEqual(['a', name, 'c']);
          expect(dataText(blocks[1]?.source ?? [])).toBe(value);
        },
      ),
    );
  });
});
