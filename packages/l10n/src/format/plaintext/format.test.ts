import { textRun } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { plaintextFormat } from './format.js';

const text = 'A title\r\n\r\nFirst line,\r\nsecond line.\r\n  \r\n\r\n  Indented {x}\r\n\r\n';

describeFormat(plaintextFormat, {
  testedApart: ['unit'],
  probed: ['paragraphs', 'old line ends in UTF-16'],
  cases: [
    {
      name: 'paragraphs',
      input: text,
      blocks: [
        { id: '1', name: 'paragraph.1', text: 'A title' },
        { id: '2', name: 'paragraph.2', text: 'First line,\nsecond line.' },
        { id: '3', name: 'paragraph.3', text: '  Indented {x}' },
      ],
    },
    {
      name: 'old line ends in UTF-16',
      input: Buffer.from('\uFEFFeins\rzwei\r\rdrei', 'utf16le'),
      blocks: [{ text: 'eins\nzwei' }, { text: 'drei' }],
    },
    { name: 'nothing', input: '', blocks: [] },
    {
      name: 'a named encoding',
      input: Buffer.from([0xe0, 0x0a]),
      options: { encoding: 'windows-1251', codeFinder: { enabled: false } },
      blocks: [{ text: 'а' }],
    },
    { name: 'only blank lines', input: '\n \n\t\n', blocks: [] },
  ],
  exceptions: [
    { check: 'X9', reason: 'every text is legal' },
    { check: 'X13', reason: 'a text has no references' },
    { check: 'X15', reason: 'a text has no entries' },
  ],
  malformed: [
    { name: 'bytes that are not UTF-8', input: Buffer.from([0x61, 0xc0, 0x80]), code: 'L10N_ENCODING' },
    { name: 'more bytes than allowed', input: 'abc', options: { maxBytes: 2 }, code: 'L10N_LIMIT' },
  ],
  readBack: (written) => written.replaceAll('\r\n', '\n'),
});

describe('plaintextFormat', () => {
  test('T122 takes lines, or everything, for a block when asked', async () => {
    const lines = await readDocument(plaintextFormat, text, { options: { unit: 'line' } });
    expect(lines.blocks.map(({ source }) => source)).toMatchObject([
      [{ text: 'A title' }],
      [{ text: 'First line,' }],
      [{ text: 'second line.' }],
      [{ text: '  Indented ' }, { data: '{x}' }],
    ]);
    const whole = await readDocument(plaintextFormat, text, {
      options: { unit: 'whole', codeFinder: { enabled: false } },
    });
    expect(whole.blocks.map(({ source }) => source)).toEqual([
      [textRun('A title\n\nFirst line,\nsecond line.\n  \n\n  Indented {x}')],
    ]);
  });

  test('T122 writes new lines with the line ends of their paragraph', async () => {
    const document = await readDocument(plaintextFormat, 'a\r\nb\n\nc\nd\n');
    const parts = withContent(plaintextFormat, document.parts, () => [textRun('x\ny\nz')], 'de');
    const { bytes } = await writeDocument(plaintextFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe('x\r\ny\r\nz\n\nx\ny\nz\n');
  });

  test.each([
    ['line', 'a\nb'],
    ['paragraph', 'a\n\nb'],
    ['paragraph', 'a\n'],
    ['whole', 'a\rb'],
  ])('T100 a %s refuses %j, which it would read back as something else', async (unit, content) => {
    const document = await readDocument(plaintextFormat, 'x\n', { options: { unit } });
    const parts = withContent(plaintextFormat, document.parts, () => [textRun(content)], 'de');
    await expect(writeDocument(plaintextFormat, { ...document, parts }, { options: { unit } })).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
      details: { block: '1' },
    });
  });
});
