import { createBlock, textRun } from '@helve/flow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { insertInto } from '../../testing/format/insert-kit.js';
import { partsOf } from '../../testing/format/rich-blocks.js';
import { arbFormat } from './format.js';

const insert = insertInto.bind(undefined, arbFormat);

const file = `{
  "@@locale": "en",
  "@@author": "x",
  "a": "A",
  "@a": {
    "description": "of a"
  },
  "c": "C"
}
`;

describe('insertArb', () => {
  test('X30 a message goes behind its neighbour and the facts about that, with a description of its own', async () => {
    expect(await insert(file, [{ name: 'b', text: "it's", note: 'of b', after: 'a' }])).toBe(
      file.replace('  "c"', '  "b": "it\'s",\n  "@b": {\n    "description": "of b"\n  },\n  "c"'),
    );
  });

  test('X30 a first message goes behind the facts about the file', async () => {
    expect(await insert(file, [{ name: 'new', text: 'x' }])).toBe(file.replace('  "a":', '  "new": "x",\n  "a":'));
  });

  test('X30 a message is taken out with the facts about it', async () => {
    expect(await insert(file, [], ['a'])).toBe(
      file.replace('  "a": "A",\n  "@a": {\n    "description": "of a"\n  },\n', ''),
    );
  });

  test('X30 a brace is refused without escaping, and quoted with it', async () => {
    await expect(insert(file, [{ name: 'b', text: '{' }])).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
    const escaping = { options: { useEscaping: true } };
    expect(await insert('{"a":"A"}', [{ name: 'b', text: "{it's", after: 'a' }], [], escaping)).toBe(
      '{"a":"A","b":"\'{\'it\'\'s"}',
    );
  });

  test('a new file goes without a message that has a brace in its text, and names it', async () => {
    const blocks = ['a', 'b', 'c'].map((name) =>
      createBlock({ id: name, name, sourceLocale: 'en', source: [textRun(name === 'b' ? '{' : name)] }),
    );
    const { bytes, losses } = await writeDocument(arbFormat, { parts: partsOf(blocks), skeleton: undefined });
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({ '@@locale': 'en', a: 'a', c: 'c' });
    const problem = 'a brace in text needs the option useEscaping';
    expect(losses).toEqual([{ kind: 'block-skipped', block: 'b', detail: { reason: 'brace', key: 'b', problem } }]);
  });

  test('X30 any message is read back behind its neighbour', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((one) => !/[{}]/u.test(one));
    await fc.assert(
      fc.asyncProperty(text, text, async (name, value) => {
        fc.pre(!name.startsWith('@') && !['a', 'c', ''].includes(name));
        const made = await insert(file, [{ name, text: value, after: 'a' }]);
        const { blocks } = await readDocument(arbFormat, made);
        expect(blocks.map((block) => block.name)).toEqual(['a', name, 'c']);
        expect((JSON.parse(made) as Record<string, unknown>)[name]).toBe(value);
      }),
    );
  });
});
