import { textRun, type Part } from '@helve/flow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { allFormats } from '../all-formats.js';
import { createFormats } from '../create-formats.js';
import { appleStringsFormat } from './format.js';
import { decodeString, encodeString } from './string-syntax.js';

const everything = `/* Title of the page */
"home.title" = "Hello %@";

/* lost by the blank line */

NSAppName = Notes; // the name
'single' = 'it\\'s "x"';
"key is value";
"two
lines" = "one
two";
"a"="1";"b"="2";
/* No comment provided by engineer. */
"escapes" = "tab\\t quote\\" \\U00e9 \\101 \\q";
"last" /* inside */ = /* too */ "x" ;`;

describeFormat(appleStringsFormat, {
  testedApart: ['subfilters'],
  cases: [
    {
      name: 'everything a file may hold',
      input: everything,
      blocks: [
        { id: 'home.title', name: 'home.title', text: 'Hello %@', note: 'Title of the page' },
        { name: 'NSAppName', text: 'Notes', note: 'the name' },
        { name: 'single', text: 'it\'s "x"', note: undefined },
        { name: 'key is value', text: 'key is value' },
        { name: 'two\nlines', text: 'one\ntwo' },
        { name: 'a', text: '1' },
        { name: 'b', text: '2' },
        { name: 'escapes', text: 'tab\t quote" é A q', note: undefined },
        { name: 'last', text: 'x', note: undefined },
      ],
    },
    {
      name: 'UTF-16 with its mark and CRLF',
      input: Buffer.from('\uFEFF/* n */\r\n"a" = "é";\r\n"b" = "l1\r\nl2";\r\n', 'utf16le'),
      blocks: [
        { name: 'a', text: 'é', note: 'n' },
        { name: 'b', text: 'l1\nl2' },
      ],
    },
    { name: 'UTF-8', input: '"é" = "café 😀";\n', blocks: [{ name: 'é', text: 'café 😀' }] },
    { name: 'a byte order mark', input: '\uFEFF"a" = "x";', blocks: [{ name: 'a', text: 'x' }] },
    {
      name: 'an encoding that is told',
      input: Buffer.from('"a" = "\u00e9";', 'latin1'),
      options: { encoding: 'latin1' },
      blocks: [{ text: 'é' }],
    },
    {
      name: 'codes that are not looked for',
      input: '"a" = "%@";',
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: [textRun('%@')] }],
    },
    { name: 'nothing', input: '', blocks: [] },
    { name: 'only comments', input: '/* a */\n\n// b', blocks: [] },
  ],
  badValues: [
    { name: 'a wrong escape', input: '"é" = "1";\n"b" = "x\\U12";\n"c" = "y";\n', block: 'b', line: 2, column: 9 },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => `"a" = "${raw}";\n`,
      raw: 'caf\\U00e9 é',
      text: 'café é',
    },
  ],
  exceptions: [{ check: 'X15', reason: 'a table of texts' }],
  malformed: [
    { name: 'a missing semicolon', input: '"a" = "b"\n"c" = "d";', line: 2, column: 1 },
    { name: 'a missing value', input: '"a" = ;', line: 1, column: 7 },
    { name: 'something else behind a key', input: '"a" : "b";', line: 1, column: 5 },
    { name: 'an open comment', input: '"a" = "b";\n/* c', line: 2, column: 1 },
    { name: 'an open quotation mark', input: '"a" = "b;\n', line: 1, column: 7 },
    { name: 'an end inside an entry', input: '"a" = "b"', line: 1, column: 10 },
    { name: 'more bytes than allowed', input: '"a"="bcd";', options: { maxBytes: 3 }, code: 'L10N_LIMIT' },
  ],
});

describe('applestrings', () => {
  const written = async (input: string | Uint8Array, text: string): Promise<Buffer> => {
    const document = await readDocument(appleStringsFormat, input);
    const parts = withContent(appleStringsFormat, document.parts, () => [textRun(text)], 'de');
    return Buffer.from((await writeDocument(appleStringsFormat, { ...document, parts })).bytes);
  };
  const shown = async (input: string | Uint8Array) => {
    const { blocks } = await readDocument(appleStringsFormat, input);
    return blocks.map(({ id, source, annotations }) => [id, source, annotations['note']?.['items']]);
  };

  test('XV4a a comment above is the note, and directives are codes', async () => {
    expect(await shown('/* T */\n"k" = "It\'s %@";')).toEqual([
      ['k', [textRun("It's "), { kind: 'ph', id: '1', type: 'code:variable', data: '%@' }], [{ text: 'T' }]],
    ]);
  });

  test('XV4b escapes are read, and the usual ones are written', async () => {
    const input = '"a" = "x \\"q\\" \\U00e9";';
    expect(await shown(input)).toEqual([['a', [textRun('x "q" é')], undefined]]);
    expect((await written(input, '"y"\n')).toString()).toBe('"a" = "\\"y\\"\\n";');
  });

  test('X13 a character that was escaped stays escaped', async () => {
    expect((await written('"a" = "x \\U00e9";', 'é ü')).toString()).toBe('"a" = "\\U00e9 ü";');
  });

  test('XV4c a bare word gets quotes when it needs them', async () => {
    const input = 'NSX = v; // t';
    expect(await shown(input)).toEqual([['NSX', [textRun('v')], [{ text: 't' }]]]);
    expect((await written(input, 'a b')).toString()).toBe('NSX = "a b"; // t');
    expect((await written(input, 'w')).toString()).toBe('NSX = w; // t');
  });

  test('XV4d a key that is its own value gets one', async () => {
    expect(await shown('"Hi";')).toEqual([['Hi', [textRun('Hi')], undefined]]);
    expect((await written('"Hi";', 'Salut')).toString()).toBe('"Hi" = "Salut";');
  });

  test('XV4e UTF-16 with its mark and CRLF stays so', async () => {
    const input = Buffer.from('\uFEFF"a" = "x";\r\n', 'utf16le');
    expect(await written(input, 'é')).toEqual(Buffer.from('\uFEFF"a" = "é";\r\n', 'utf16le'));
  });

  test('X43 UTF-16 without a mark is found by its zero bytes', async () => {
    const input = Buffer.from('"a" = "x";\r\n"b" = "y";\r\n', 'utf16le');
    expect(await shown(input)).toEqual([
      ['a', [textRun('x')], undefined],
      ['b', [textRun('y')], undefined],
    ]);
    expect(await written(input, 'é')).toEqual(Buffer.from('"a" = "é";\r\n"b" = "é";\r\n', 'utf16le'));
  });

  test('XV4f a repeated key gives two blocks', async () => {
    expect(await shown('"d"="1";"d"="2";')).toEqual([
      ['d', [textRun('1')], undefined],
      ['d#2', [textRun('2')], undefined],
    ]);
  });

  test('XV4g a missing semicolon is refused where it is expected', async () => {
    await expect(readDocument(appleStringsFormat, '"a" = "b"\n"c" = "d";')).rejects.toMatchObject({
      code: 'L10N_PARSE',
      details: { line: 2, column: 1, problem: '";" is expected' },
    });
  });

  test('XV4h a compiled file is refused as such', () => {
    const found = createFormats(allFormats).detect({ path: 'a.strings', head: Buffer.from('bplist00\u00d1') });
    expect(found).toMatchObject({ known: { id: 'applestrings-compiled' } });
  });

  test('XV4i a comment that says nothing is no note, and stays', async () => {
    const input = '/* No comment provided by engineer. */\n"a" = "x";\n';
    expect(await shown(input)).toEqual([['a', [textRun('x')], undefined]]);
    expect((await written(input, 'y')).toString()).toBe(input.replace('x', 'y'));
  });

  test('X42 line breaks inside quotes stay raw where the value had one', async () => {
    expect((await written('"a" = "1\r\n2";\r\n', 'x\ny')).toString()).toBe('"a" = "x\r\ny";\r\n');
    expect((await written('"a" = "1\\n2";\r\n', 'x\ny')).toString()).toBe('"a" = "x\\ny";\r\n');
  });

  test('X14 a comment that says something else is rewritten where it stands', async () => {
    const input = '/*  One  */\n"a" = "b"; // two\nc = d; // three\n';
    const document = await readDocument(appleStringsFormat, input);
    const parts = document.parts.map((part): Part => {
      if (part.kind !== 'block') return part;
      return {
        ...part,
        block: { ...part.block, annotations: { note: { type: 'note', items: [{ text: 'n */\nm' }] } } },
      };
    });
    const { bytes } = await writeDocument(appleStringsFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe('/*  n * /\nm  */\n"a" = "b"; // two\nc = d; // n */ m\n');
  });

  test('X42 what is written in any style reads back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('"' as const, "'" as const, ''),
        fc.constantFrom('', '\n', '\r\n'),
        (text, quote, lineEnd) => {
          const raw = encodeString(text.replaceAll('\r', ''), { quote, lineEnd, spelled: '\\U00e9' });
          const isQuoted = raw.startsWith('"') || raw.startsWith("'");
          expect(decodeString(isQuoted ? raw.slice(1, -1) : raw, 0)).toBe(text.replaceAll('\r', ''));
        },
      ),
    );
  });
});
