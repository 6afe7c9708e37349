import { textRun, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { describeFormat } from '../../testing/describe-format.js';
import { choppedSource, readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { jsonFormat } from './format.js';

const nested = `{
  // how one is greeted
  "home": { "title": "Hello {name}", "count": 1.50e3, "on": true, "off": null },
  "list": ["one", "two", { "deep": "three" }],
  "": "no key",
  "a.b": "a dot in the key",
  "a": { "b": "the same path" } /* the end */,
}
`;

describeFormat(jsonFormat, {
  testedApart: ['htmlValues', 'subfilters', 'entries', 'otherValues', 'languageKey'],
  cases: [
    {
      name: 'nested values with comments and a trailing comma',
      input: nested,
      blocks: [
        { id: '/home/title', name: 'home.title', text: 'Hello {name}', type: 'string', translatable: true },
        { id: '/list/0', name: 'list.0', text: 'one' },
        { id: '/list/1', name: 'list.1', text: 'two' },
        { id: '/list/2/deep', name: 'list.2.deep', text: 'three' },
        { id: '/', name: '', text: 'no key' },
        { id: '/a.b', name: 'a.b', text: 'a dot in the key' },
        { id: '/a/b', name: 'a.b', text: 'the same path' },
      ],
    },
    {
      name: 'repeated keys',
      input: '{"a":"1","a":"2","a":{"x":"3"},"a#2":"4"}',
      blocks: [
        { id: '/a', properties: { key: 'a' }, text: '1' },
        { id: '/a#2', properties: { key: 'a', '@document-id': '/a' }, text: '2' },
        { id: '/a#3/x', properties: { key: 'a.x', '@document-id': '/a/x' }, text: '3' },
        { id: '/a#2#2', properties: { key: 'a#2', '@document-id': '/a#2' }, text: '4' },
      ],
    },
    {
      name: 'keys of the prototype',
      input: '{"__proto__":"a","constructor":{"prototype":"b"},"toString":"c","hasOwnProperty":["d"]}',
      blocks: [
        { name: '__proto__', text: 'a' },
        { name: 'constructor.prototype', text: 'b' },
        { name: 'toString', text: 'c' },
        { name: 'hasOwnProperty.0', text: 'd' },
      ],
    },
    {
      name: 'escapes',
      input: String.raw`{"a":"\u00e9\n\t\"\\\/\u0000","b":"é\u00e8","c":"http:\/\/x","d":"😀\ud83d\ude00"}`,
      blocks: [{ text: 'é\n\t"\\/\0' }, { text: 'éè' }, { text: 'http://x' }, { text: '😀😀' }],
    },
    { name: 'a single string', input: ' "only" ', blocks: [{ id: '/', name: '', text: 'only' }] },
    { name: 'no string at all', input: '\n{"a": [1, -2.5E+3, {}], "b": []}\n\n', blocks: [] },
    { name: 'empty strings', input: '{"a":"","b":" "}', blocks: [{ text: '' }, { text: ' ' }] },
    {
      name: 'a byte order mark and mixed line ends',
      input: '\uFEFF{\r\n"a": "x",\r"b":\n"y"}\r\n',
      blocks: [{ text: 'x' }, { text: 'y' }],
    },
    {
      name: 'UTF-16 with its mark',
      input: Buffer.from('\uFEFF{"ключ": "значение 😀"}\n', 'utf16le'),
      blocks: [{ name: 'ключ', text: 'значение 😀' }],
    },
    {
      name: 'UTF-16 of the other order',
      input: Buffer.from('\uFEFF{"ключ": "значение"}', 'utf16le').swap16(),
      blocks: [{ text: 'значение' }],
    },
    {
      name: 'a named encoding',
      input: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe0, 0x22, 0x7d]),
      options: { encoding: 'windows-1251' },
      blocks: [{ text: 'а' }],
    },
    {
      name: 'an encoding with characters of several bytes',
      input: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0x93, 0xfa, 0x96, 0x7b, 0x22, 0x7d]),
      options: { encoding: 'shift_jis' },
      blocks: [{ text: '日本' }],
    },
    {
      name: 'only what is included and not excluded',
      input: '{"ui":{"a":"x","b":"y"},"meta":{"v":"z"}}',
      options: { include: ['ui.**'], exclude: ['**.b'] },
      blocks: [
        { name: 'ui.a', translatable: true },
        { name: 'ui.b', translatable: false, properties: { key: 'ui.b', role: 'excluded' } },
        { name: 'meta.v', translatable: false },
      ],
    },
    {
      name: 'excluded values out of sight',
      input: '{"a":"x","b":"y"}',
      options: { exclude: ['b'], extractNonTranslatable: false },
      blocks: [{ name: 'a' }],
    },
    {
      name: 'siblings that name, explain and limit',
      input: '[{"text":"Save","note":"A button","key":"save","max":8},{"text":"Quit","key":"save"}]',
      options: {
        idRules: { '**.text': 'key' },
        noteRules: { '**.text': 'note' },
        maxLengthRules: { '**.text': 'max' },
        extractNonTranslatable: false,
      },
      blocks: [
        { id: 'save', name: '0.text', note: 'A button', displayHint: { maxLength: 8 } },
        { id: 'save#2', name: '1.text', properties: { key: '1.text', '@document-id': 'save' } },
      ],
    },
    {
      name: 'codes that are not looked for',
      input: '{"a":"{x} %s"}',
      options: { codeFinder: { presets: ['printf'] } },
      blocks: [{ source: [textRun('{x} '), { kind: 'ph', id: '1', type: 'code:variable', data: '%s' }] }],
    },
    {
      name: 'messages with forms',
      input: `{"n": "{n, plural, one {# file} other {# files}}"}`,
      blocks: [
        {
          source: [
            {
              kind: 'plural',
              pivot: 'n',
              forms: {
                one: [{ kind: 'ph', id: '1', type: 'code:variable', data: '#', equiv: 'n' }, textRun(' file')],
                other: [{ kind: 'ph', id: '1', type: 'code:variable', data: '#', equiv: 'n' }, textRun(' files')],
              },
            },
          ],
        },
      ],
    },
  ],
  exceptions: [
    { check: 'X15', reason: 'without a preset there are no tables of forms' },
    {
      check: 'X30',
      of: 'nested values with comments and a trailing comma',
      blocks: ['list.0', 'list.1'],
      reason: 'an element of an array goes only when all behind it have gone',
    },
    { check: 'X30', of: 'repeated keys', blocks: ['a.x'], reason: 'another value stands first under its key' },
    { check: 'X30', of: 'a single string', reason: 'there is no object to put it into' },
  ],
  badValues: [{ name: 'a wrong escape', input: '{"é": "",\n "a": "x\\q", "b": "y"}', block: 'a', line: 2, column: 9 }],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => `{"a":"${raw}"}`,
      raw: 'caf\\u00e9 é \\/ /',
      text: 'café é / /',
    },
  ],
  malformed: [
    { name: 'an empty file', input: '', line: 1, column: 1 },
    { name: 'a missing comma', input: '{"a": "x"\n "b": "y"}', line: 2, column: 2 },
    { name: 'a missing colon', input: '{"a" "x"}', line: 1, column: 6 },
    { name: 'an object that does not end', input: '{"a": "x"', line: 1, column: 10 },
    { name: 'a string that does not end', input: '{\n"a": "x', line: 2, column: 8 },
    { name: 'a wrong bracket', input: '{"a": ["x"}', line: 1, column: 11 },
    { name: 'a wrong escape', input: String.raw`{"a": "x\q"}`, line: 1, column: 9 },
    { name: 'a cut escape', input: String.raw`{"a": "\u12"}`, line: 1, column: 8 },
    { name: 'a line end in a string', input: '{"a": "x\ny"}', line: 1, column: 9 },
    { name: 'a NUL byte', input: '{"a": \0"x"}', line: 1, column: 7 },
    { name: 'a wrong number', input: '{"a": 01}', line: 1, column: 7 },
    { name: 'a single quote', input: "{'a': 1}", line: 1, column: 2 },
    { name: 'something behind the end', input: '{}\r\n\r\n"x"', line: 3, column: 1 },
    { name: 'a comment that does not end', input: '{} /* x', line: 1, column: 8 },
    { name: 'a comma in front', input: '[,1]', line: 1, column: 2 },
    { name: 'bytes that are not UTF-8', input: Buffer.from([0x22, 0xff, 0x22]), code: 'L10N_ENCODING' },
    { name: 'a character that is cut off', input: Buffer.from([0x22, 0xc3]), code: 'L10N_ENCODING' },
    { name: 'half a character of UTF-16', input: Buffer.from([0xff, 0xfe, 0x22, 0x00, 0x22]), code: 'L10N_ENCODING' },
    { name: 'an encoding that nobody knows', input: '""', options: { encoding: 'klingon' }, code: 'L10N_ENCODING' },
    {
      name: 'half a character when told so',
      input: String.raw`"\ud800"`,
      options: { loneSurrogates: 'refuse' },
      line: 1,
    },
    { name: 'more bytes than allowed', input: '{"a":"x"}', options: { maxBytes: 8 }, code: 'L10N_LIMIT' },
    { name: 'more depth than allowed', input: '[[["x"]]]', options: { maxDepth: 2 }, code: 'L10N_LIMIT' },
  ],
});

describe('readJson', () => {
  test('TV43 refuses 10,000 levels within a second', async () => {
    const start = cpuNow();
    const reading = readDocument(jsonFormat, '['.repeat(10_000));
    await expect(reading).rejects.toMatchObject({ code: 'L10N_LIMIT' });
    expect(cpuNow() - start).toBeLessThan(1000);
  });

  test('T105 counts the bytes of a source that does not know its size', async () => {
    const { size: _, ...source } = choppedSource(Buffer.from('{"a":"xxxxxxxx"}'), 4);
    await expect(readDocument(jsonFormat, source, { options: { maxBytes: 8 } })).rejects.toMatchObject({
      code: 'L10N_LIMIT',
    });
  });

  test('T107 takes half a character for U+FFFD, says so, and gives the escape back', async () => {
    const input = String.raw`{"a":"x\ud800"}`;
    const document = await readDocument(jsonFormat, input);
    expect(document.blocks[0]?.source).toEqual([textRun('x\uFFFD')]);
    expect(document.losses).toEqual([{ kind: 'char-replaced', block: '/a', detail: { reason: 'lone-surrogate' } }]);
    expect(Buffer.from((await writeDocument(jsonFormat, document)).bytes).toString()).toBe(input);
  });

  test('T107 agrees with JSON.parse about every value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), fc.integer({ min: 1, max: 9 }), async (json, length) => {
        const { blocks } = await readDocument(jsonFormat, choppedSource(Buffer.from(json), length), {
          options: { codeFinder: { enabled: false } },
        });
        expect(blocks.map(({ source }) => dataText(source))).toEqual(
          strings(JSON.parse(json)).map((text) => text.toWellFormed()),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('T107 tells the keys of a large object apart', async () => {
    const members = Array.from({ length: 65_540 }, (_, at) => `"k${at}":${at > 65_530 ? '"x"' : '0'}`);
    const { blocks } = await readDocument(jsonFormat, `{${members.join(',')},"k65539":"y"}`);
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
    expect(blocks.at(-2)).toMatchObject({ id: '/k65539', name: 'k65539' });
    expect(blocks.at(-1)).toMatchObject({ id: '/k65539#2', name: 'k65539' });
  });
});

describe('writeJson', () => {
  const written = async (input: string | Uint8Array, text: string, options = {}): Promise<string> => {
    const document = await readDocument(jsonFormat, input, { options });
    const runs: Runs = [textRun(text)];
    const parts = withContent(jsonFormat, document.parts, () => runs, 'de');
    return Buffer.from((await writeDocument(jsonFormat, { ...document, parts }, { options })).bytes).toString();
  };

  test('T107 escapes a changed value as its author did', async () => {
    expect(await written(String.raw`{"a":"\u00e9"}`, 'ü😀')).toBe(String.raw`{"a":"\u00fc\ud83d\ude00"}`);
    expect(await written('{"a":"é"}', 'ü')).toBe('{"a":"ü"}');
    expect(await written(String.raw`{"a":"<\/b>"}`, 'a/b')).toBe(String.raw`{"a":"a\/b"}`);
  });

  test('T101 escapes a character that the encoding of the file lacks', async () => {
    const input = Buffer.from([0x22, 0xe0, 0x22]);
    expect(await written(input, 'ы — 😀', { encoding: 'windows-1251' })).toBe(
      Buffer.concat([Buffer.from([0x22, 0xfb, 0x20, 0x97, 0x20]), Buffer.from(String.raw`\ud83d\ude00"`)]).toString(),
    );
  });

  test('T99 writes the target where there is one and the source where there is none', async () => {
    const document = await readDocument(jsonFormat, '{"a":"x","b":"y"}', { targetLocale: 'de' });
    const parts = document.parts.map((part) =>
      part.kind === 'block' && part.block.id === '/a'
        ? { ...part, block: { ...part.block, targets: { de: { runs: [textRun('ix')], status: 'draft' as const } } } }
        : part,
    );
    const { bytes, report } = await writeDocument(jsonFormat, { ...document, parts }, { targetLocale: 'de' });
    expect(Buffer.from(bytes).toString()).toBe('{"a":"ix","b":"y"}');
    expect(report).toEqual({ bytes: 18, blocks: 2, changed: 1 });
  });

  test('T99 replays a value whose content is equal again', async () => {
    const input = String.raw`{"a":"\u0041"}`;
    expect(await written(input, 'A')).toBe(input);
  });

  test('T99 leaves the values of dropped blocks as they were', async () => {
    const document = await readDocument(jsonFormat, '{"a":"1","b":"2","c":"3"}');
    const parts = document.parts.filter((part) => part.kind !== 'block' || part.block.id !== '/b');
    expect(Buffer.from((await writeDocument(jsonFormat, { ...document, parts })).bytes).toString()).toBe(
      '{"a":"1","b":"2","c":"3"}',
    );
  });
});

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}
