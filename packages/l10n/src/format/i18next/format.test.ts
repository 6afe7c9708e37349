import { textRun, type Runs } from '@helve/flow';
import { assembleTarget } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { i18nextFormat } from './format.js';

const plurals = `{
  "title": "Hello {{name}}, $t(greet)",
  "item_one": "{{count}} item",
  "item_other": "{{count}} items",
  "place_ordinal_one": "{{count}}st",
  "place_ordinal_other": "{{count}}th",
  "deep": { "none_zero": "nothing", "none_one": "a thing", "none_other": "things" }
}
`;

const text = (content: string): Runs => [textRun(content)];

describeFormat(i18nextFormat, {
  cases: [
    {
      name: 'plural forms of version 4',
      input: plurals,
      blocks: [
        {
          id: '/title',
          source: [
            textRun('Hello '),
            { kind: 'ph', id: '1', type: 'code:variable', data: '{{name}}' },
            textRun(', '),
            { kind: 'ph', id: '2', type: 'code:function', data: '$t(greet)' },
          ],
        },
        {
          id: '/item~forms',
          name: 'item',
          source: [
            {
              kind: 'plural',
              pivot: 'count',
              forms: {
                one: [{ kind: 'ph', id: '1', type: 'code:variable', data: '{{count}}' }, textRun(' item')],
                other: [{ kind: 'ph', id: '1', type: 'code:variable', data: '{{count}}' }, textRun(' items')],
              },
            },
          ],
        },
        { id: '/place~ordinal', name: 'place' },
        {
          id: '/deep/none~forms',
          name: 'deep.none',
          source: [
            {
              kind: 'plural',
              pivot: 'count',
              forms: { '=0': text('nothing'), one: text('a thing'), other: text('things') },
            },
          ],
        },
      ],
    },
    {
      name: 'contexts, with and without numbers',
      input:
        '{"friend":"A friend","friend_male":"A boyfriend","friend_female":"A girlfriend","save":"S","save_all":"A"}',
      blocks: [
        {
          id: '/friend~forms',
          source: [
            {
              kind: 'select',
              pivot: 'context',
              cases: { other: text('A friend'), male: text('A boyfriend'), female: text('A girlfriend') },
            },
          ],
        },
        { id: '/save', text: 'S' },
        { id: '/save_all', text: 'A' },
      ],
    },
    {
      name: 'plural forms of version 3',
      input: '{"key":"one","key_plural":"many","alone":"x","lost_plural":"y"}',
      options: { version: 3 },
      blocks: [
        {
          id: '/key~forms',
          source: [{ kind: 'plural', pivot: 'count', forms: { one: text('one'), other: text('many') } }],
        },
        { id: '/alone' },
        { id: '/lost~forms', source: [{ kind: 'plural', pivot: 'count', forms: { other: text('y') } }] },
      ],
    },
    {
      name: 'numbered forms of version 3',
      input: '{"key_0":"раз","key_1":"раза","key_2":"разов"}',
      options: { version: 3 },
      sourceLocale: 'ru',
      blocks: [
        {
          source: [
            { kind: 'plural', pivot: 'count', forms: { one: text('раз'), few: text('раза'), other: text('разов') } },
          ],
        },
      ],
    },
    {
      name: 'forms that stand apart, are repeated or lack the rest',
      input: '{"a_one":"1","x":"x","a_other":"2","b_one":"3","c_other":"4","c_other":"5"}',
      blocks: [{ id: '/a~forms' }, { id: '/x' }, { id: '/b_one' }, { id: '/c~forms' }, { id: '/c_other#2' }],
    },
    {
      name: 'own separators',
      input: '{"a|one":"1","a|other":"2","b":"3","b-formal":"4"}',
      options: { pluralSeparator: '|', contextSeparator: '-', contexts: ['formal'] },
      blocks: [{ id: '/a~forms' }, { id: '/b~forms' }],
    },
    {
      name: 'codes that are not looked for',
      input: '{"a":"{{x}}"}',
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: [textRun('{{x}}')] }],
    },
    {
      name: 'only what is included and not excluded',
      input: '{"a":"1","b":"2","c":"3"}',
      options: { include: ['a', 'b'], exclude: ['b'], extractNonTranslatable: false },
      blocks: [{ id: '/a' }],
    },
  ],
  exceptions: [
    {
      check: 'X30',
      of: 'forms that stand apart, are repeated or lack the rest',
      reason: 'a repeated key becomes a form when the first one is taken out',
    },
  ],
  badValues: [
    { name: 'a wrong escape', input: '{"b_one": "y",\n "b_other": "x\\q"}', block: 'b_other', line: 2, column: 15 },
  ],
  testedApart: ['htmlValues'],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => `{"a":"${raw}"}`,
      raw: 'caf\\u00e9 é \\/ /',
      text: 'café é / /',
    },
  ],
  plurals: [
    {
      name: 'keys with suffixes',
      input: '{"a_one":"x","a_other":"y","b":"z"}',
    },
  ],
  malformed: [
    { name: 'a missing comma', input: '{"a":"x"\n"b":"y"}', line: 2, column: 1 },
    { name: 'more depth than allowed', input: '[[["x"]]]', options: { maxDepth: 2 }, code: 'L10N_LIMIT' },
    { name: 'more bytes than allowed', input: '{"a":"x"}', options: { maxBytes: 8 }, code: 'L10N_LIMIT' },
    {
      name: 'bytes that are not of the encoding',
      input: Buffer.from([0x22, 0xff, 0x22]),
      options: { encoding: 'euc-jp' },
      code: 'L10N_ENCODING',
    },
  ],
});

describe('writeI18next', () => {
  /** Translates every text to its category, to show what went where. */
  const translated = async (
    input: string,
    targetLocale: string,
    options: KitOptions['options'] = {},
  ): Promise<string> => {
    const document = await readDocument(i18nextFormat, input, { options });
    const parts = document.parts.map((part) => {
      if (part.kind !== 'block') return part;
      const shape = assembleTarget(part.block, targetLocale, new Map());
      const target = {
        runs: shape.map((run) => (run.kind === 'plural' ? { ...run, forms: named(run.forms) } : run)),
        status: 'draft' as const,
      };
      return { ...part, block: { ...part.block, targets: { [targetLocale]: target } } };
    });
    const { bytes } = await writeDocument(i18nextFormat, { ...document, parts }, { options, targetLocale });
    return Buffer.from(bytes).toString();
  };
  const named = (forms: object) => Object.fromEntries(Object.keys(forms).map((key) => [key, [textRun(key)]]));

  test('T108 adds the forms of the target language beside the original ones', async () => {
    expect(await translated('{\n  "a_one": "x",\n  "a_other": "y",\n  "z": "z"\n}\n', 'pl')).toBe(
      '{\n  "a_one": "one",\n  "a_few": "few",\n  "a_many": "many",\n  "a_other": "other",\n  "z": "z"\n}\n',
    );
  });

  test('T108 takes away the forms that the target language lacks', async () => {
    expect(await translated('{"a_one":"x","a_other":"y","z":"z"}', 'ja')).toBe('{"a_other":"other","z":"z"}');
    expect(await translated('{"a_zero":"0","a_one":"x","a_other":"y"}', 'ja')).toBe(
      '{"a_zero":"=0","a_other":"other"}',
    );
  });

  test('T108 adds to forms that stand apart, behind the last of them', async () => {
    expect(await translated('{ "a_one": "x", "b": "b", "a_other": "y" }', 'ru')).toBe(
      '{ "a_one": "one", "b": "b", "a_few": "few", "a_many": "many", "a_other": "other" }',
    );
  });

  test('T108 numbers the forms of version 3 as the target language does', async () => {
    expect(await translated('{"a":"x","a_plural":"y"}', 'ru', { version: 3 })).toBe(
      '{"a_0":"one","a_1":"few","a_2":"many"}',
    );
    expect(await translated('{"a":"x","a_plural":"y"}', 'ja', { version: 3 })).toBe('{"a_0":"other"}');
    expect(await translated('{"a":"x","a_plural":"y"}', 'de', { version: 3 })).toBe('{"a":"one","a_plural":"other"}');
  });

  test('X15 keys that stand apart stay where the target language has no use for them', async () => {
    expect(await translated('{"a_one":"x","b":"b","a_other":"y"}', 'ja')).toBe(
      '{"a_one":"other","b":"b","a_other":"other"}',
    );
  });

  test('X16 zero and the number 0 share a key, and zero wins', async () => {
    const document = await readDocument(i18nextFormat, '{"a_zero":"0","a_other":"y"}');
    const forms = { '=0': text('exactly 0'), zero: text('zero'), one: text('one'), other: text('other') };
    const parts = document.parts.map((part) =>
      part.kind === 'block'
        ? { ...part, block: { ...part.block, source: [{ kind: 'plural', pivot: 'count', forms } as const] } }
        : part,
    );
    const { bytes, losses } = await writeDocument(i18nextFormat, { ...document, parts }, { targetLocale: 'lv' });
    expect(Buffer.from(bytes).toString()).toBe('{"a_zero":"zero","a_one":"one","a_other":"other"}');
    expect(losses).toEqual([
      { kind: 'form-lost', block: '/a~forms', detail: { reason: 'not-in-format', forms: ['=0'] } },
    ]);
  });

  test('T108 writes a plain text into every form that is there', async () => {
    const document = await readDocument(i18nextFormat, '{"a_one":"x","a_other":"y"}');
    const parts = document.parts.map((part) =>
      part.kind === 'block' ? { ...part, block: { ...part.block, source: text('same') } } : part,
    );
    const { bytes } = await writeDocument(i18nextFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe('{"a_one":"same","a_other":"same"}');
  });
});
