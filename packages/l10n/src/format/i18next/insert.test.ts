import { describe, expect, test } from 'vitest';
import { readDocument } from '../../testing/document-kit.js';
import { insertInto } from '../../testing/format/insert-kit.js';
import { i18nextFormat } from './format.js';

const insert = insertInto.bind(undefined, i18nextFormat);

async function blockOf(text: string, sourceLocale = 'en') {
  const [block] = (await readDocument(i18nextFormat, text, { sourceLocale })).blocks;
  if (block === undefined) throw new TypeError('There is no block');
  return block;
}

describe('insertI18next', () => {
  test('X30 an entry with forms has the keys of the language of the file, behind all keys of its neighbour', async () => {
    const block = await blockOf('{"n_one":"{{count}} file","n_other":"{{count}} files"}');
    const text = '{\n  "a_one": "x",\n  "a_other": "y",\n  "z": "z"\n}\n';
    expect(await insert(text, [{ block, after: 'a' }])).toBe(
      '{\n  "a_one": "x",\n  "a_other": "y",\n  "n_one": "{{count}} file",\n  "n_other": "{{count}} files",\n  "z": "z"\n}\n',
    );
    expect(await insert('{}', [{ block }], [], { sourceLocale: 'ja' })).toBe('{\n  "n_other": "{{count}} files"\n}');
  });

  test('X30 ordinals and contexts keep their suffixes, in the object that holds them', async () => {
    const block = await blockOf('{"o":{"p_ordinal_one":"{{count}}st","p_ordinal_other":"{{count}}th"}}');
    expect(await insert('{"o":{"q":"x"}}', [{ block }])).toBe(
      '{"o":{"p_ordinal_one":"{{count}}st","p_ordinal_other":"{{count}}th","q":"x"}}',
    );
    const friend = await blockOf('{"f":"a friend","f_male":"a boyfriend","f_female":"a girlfriend"}');
    expect(await insert('{}', [{ block: friend }])).toBe(
      '{\n  "f": "a friend",\n  "f_male": "a boyfriend",\n  "f_female": "a girlfriend"\n}',
    );
  });

  test('X30 all keys of an entry are taken out', async () => {
    expect(await insert('{"a_one":"x","b":"y","a_other":"z"}', [], ['a'])).toBe('{"b":"y"}');
  });
});
