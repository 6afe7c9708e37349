import { textRun, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { readMessage, writeMessage } from './arb-message.js';
import { arbFormat } from './format.js';

const everything = `{
  "@@locale": "en",
  "@@x-generator": "hand",
  "hi": "Hi {name}",
  "@hi": { "description": "Greeting", "context": "home", "placeholders": { "name": { "type": "String", "example": "Ann" } } },
  "@early": { "description": "Before its message" },
  "early": "It's early",
  "files": "{count, plural, =0{no files} one{1 file} other{{count} files}}",
  "@lonely": { "description": "No message" },
  "number": 3,
  "escaped": "caf\\u00e9",
  "empty": "",
  "last": "x"
}
`;

describeFormat(arbFormat, {
  probed: ['everything a file may hold'],
  testedApart: ['useEscaping', 'encoding'],
  refuses: [{ matches: /[{}]/u, reason: 'a brace has no spelling without escaping' }],
  cases: [
    {
      name: 'everything a file may hold',
      input: everything,
      blocks: [
        { id: 'hi', name: 'hi', text: 'Hi {name}', note: 'Greeting\nhome' },
        { name: 'early', text: "It's early", note: 'Before its message' },
        {
          name: 'files',
          source: [
            {
              kind: 'plural',
              pivot: 'count',
              forms: {
                '=0': [textRun('no files')],
                one: [textRun('1 file')],
                other: [
                  { kind: 'ph', id: '1', type: 'code:variable', data: '{count}', equiv: 'count' },
                  textRun(' files'),
                ],
              },
            },
          ],
        },
        { name: 'escaped', text: 'café' },
        { name: 'empty', text: '' },
        { name: 'last', text: 'x' },
      ],
    },
    {
      name: 'repeated keys',
      input: '{"a":"1","a":"2"}',
      blocks: [
        { id: 'a', text: '1' },
        { id: 'a#2', text: '2' },
      ],
    },
    { name: 'nothing', input: '{}', blocks: [] },
  ],
  badValues: [
    {
      name: 'a broken message',
      input: '{\n "é": "1",\n "b": "x {c, plural, one{x}",\n "c": "y"\n}',
      block: 'b',
      line: 3,
      column: 28,
    },
    { name: 'a wrong escape', input: '{\n "b": "x\\q",\n "c": "y"\n}', block: 'b', line: 2, column: 9 },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => `{"a":"${raw}"}`,
      raw: 'caf\\u00e9 é \\/ /',
      text: 'café é / /',
    },
  ],
  exceptions: [{ check: 'X15', reason: 'an entry has its forms in one value' }],
  malformed: [
    { name: 'a list', input: '["a"]', line: 1, column: 1 },
    { name: 'an end too early', input: '{"a": "b"', line: 1, column: 10 },
    { name: 'a locale that is none', input: '{"@@locale": "not a locale"}', line: 1, column: 14 },
    { name: 'too deep nesting', input: '{"@a": {"b": {"c": "d"}}}', options: { maxDepth: 2 }, code: 'L10N_LIMIT' },
    { name: 'more bytes than allowed', input: '{"a":"b"}', options: { maxBytes: 3 }, code: 'L10N_LIMIT' },
  ],
});

describe('arb', () => {
  const written = async (input: string, runs: Runs, kit: KitOptions = {}): Promise<string> => {
    const document = await readDocument(arbFormat, input, kit);
    const parts = withContent(arbFormat, document.parts, () => runs, 'de');
    return Buffer.from((await writeDocument(arbFormat, { ...document, parts }, kit)).bytes).toString();
  };
  const blocks = async (input: string, kit: KitOptions = {}) => (await readDocument(arbFormat, input, kit)).blocks;

  test('XV8a a translation names its own locale, and examples are shown with their codes', async () => {
    const input =
      '{"@@locale":"en","hi":"Hi {name}","@hi":{"description":"d","placeholders":{"name":{"example":"Ann"}}}}';
    const [block] = await blocks(input);
    expect(block).toMatchObject({
      id: 'hi',
      source: [{ text: 'Hi ' }, { data: '{name}', equiv: 'name', disp: 'Ann' }],
      annotations: { note: { items: [{ text: 'd' }] } },
    });
    const kit = { targetLocale: 'de' };
    expect(await written(input, block?.source ?? [], kit)).toBe(input.replace('"en"', '"de"'));
  });

  test('X51 the locale of a translation is spelled as Flutter does, as in the name of its file', async () => {
    const input = '{"@@locale":"en","a":"x"}';
    expect(await written(input, [textRun('y')], { targetLocale: 'pt-BR' })).toBe('{"@@locale":"pt_BR","a":"y"}');
  });

  test('XV8b an apostrophe is a plain character, and doubled only with escaping', async () => {
    const code = { kind: 'ph', id: '1', type: 'code:variable', data: '{n}', equiv: 'n' } as const;
    const runs = [textRun("that's "), code];
    expect(await written('{"a":"it\'s {n}"}', runs)).toBe('{"a":"that\'s {n}"}');
    const escaping = { options: { useEscaping: true } };
    expect(dataText((await blocks('{"a":"it\'\'s"}', escaping))[0]?.source ?? [])).toBe("it's");
    expect(await written('{"a":"it\'\'s"}', [textRun("that's")], escaping)).toBe('{"a":"that\'\'s"}');
  });

  test('XV8c forms of a plural are written in the order of CLDR', async () => {
    const number = { kind: 'ph', id: '1', type: 'code:variable', data: '{c}', equiv: 'c' } as const;
    const forms = {
      other: [number],
      many: [textRun('m')],
      few: [textRun('f')],
      one: [textRun('1')],
      '=0': [textRun('no')],
    };
    const runs: Runs = [{ kind: 'plural', pivot: 'c', forms }];
    expect(await written('{"a":"{c, plural, =0{no} one{1} other{{c}}}"}', runs)).toBe(
      '{"a":"{c, plural, =0 {no} one {1} few {f} many {m} other {{c}}}"}',
    );
  });

  test('XV8d a value that was written in ASCII stays so', async () => {
    expect(await written('{"a":"\\u00e9"}', [textRun('é!')])).toBe('{"a":"\\u00e9!"}');
  });

  test('XV8e facts without a message are bytes', async () => {
    const input = '{"@x":{"description":"d"},"a":"b"}';
    expect((await blocks(input)).map(({ id }) => id)).toEqual(['a']);
    expect(await written(input, [textRun('c')])).toBe(input.replace('"b"', '"c"'));
  });

  test('XV8f a broken message is skipped with its place, or refuses the file', async () => {
    const input = '{\n"a":"{c, plural, one{x}",\n"b":"y"}';
    await expect(blocks(input)).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line: 2 } });
    const { blocks: read, losses } = await readDocument(arbFormat, input, { options: { onBadValue: 'skip' } });
    expect(read).toMatchObject([
      { id: 'a', translatable: false },
      { id: 'b', translatable: true },
    ]);
    expect(losses).toMatchObject([{ kind: 'block-skipped', detail: { line: 2 } }]);
  });

  test('XV8g a brace in text is unwritable without escaping, and quoted with it', async () => {
    await expect(written('{"a":"b"}', [textRun('{')])).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
    expect(await written('{"a":"b"}', [textRun('{')], { options: { useEscaping: true } })).toBe(`{"a":"'{'"}`);
  });

  test('X50 what is written reads back, with and without escaping', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z'"#|<> {}é\\]*$/u), fc.boolean(), (text, useEscaping) => {
        const message = writeMessage([textRun(text)], useEscaping);
        if (message === undefined) return;
        const read = readMessage(message, useEscaping);
        expect(read.ok ? dataText(read.runs) : read).toBe(text);
      }),
    );
  });
});
