import type { Json, JsonObject } from '@helve/core';
import type { NewEntry } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../testing/document-kit.js';
import { insertInto } from '../../testing/format/insert-kit.js';
import { jsonFormat } from './format.js';

const insert = insertInto.bind(undefined, jsonFormat);

describe('insertJson', () => {
  test('X30 a value goes behind its neighbour, on a line of its own with its indentation and colon', async () => {
    expect(await insert('{\n\t"a" : "1", // of a\n\t"c" : "3"\n}\n', [{ name: 'b', text: 'x', after: 'a' }])).toBe(
      '{\n\t"a" : "1", // of a\n\t"b" : "x",\n\t"c" : "3"\n}\n',
    );
  });

  test('X30 the last value gets a comma, and its comment stays with it', async () => {
    expect(await insert('{\r\n  "a": "1" // of a\r\n}', [{ name: 'b', text: 'x', after: 'a' }])).toBe(
      '{\r\n  "a": "1", // of a\r\n  "b": "x"\r\n}',
    );
    expect(await insert('{\n  "a": "1",\n}', [{ name: 'b', text: 'x', after: 'a' }])).toBe(
      '{\n  "a": "1",\n  "b": "x",\n}',
    );
  });

  test('X30 values of one line stay on one line', async () => {
    const entry = { name: 'b', text: 'x', after: 'a' };
    expect(await insert('{"a":"1","c":"3"}', [entry])).toBe('{"a":"1","b":"x","c":"3"}');
    expect(await insert('{ "a": "1", "c": "3" }', [entry])).toBe('{ "a": "1", "b": "x", "c": "3" }');
    expect(await insert('{"c":"3"}', [{ name: 'b', text: 'x' }])).toBe('{"b":"x","c":"3"}');
  });

  test('X30 missing objects are made where their neighbours are', async () => {
    const entries = [
      { name: 'b.x.y', text: '1', after: 'a.q' },
      { name: 'b.x.z', text: '2', after: 'b.x.y' },
    ];
    expect(await insert('{\n  "a": {\n    "q": "0"\n  },\n  "c": "3"\n}\n', entries)).toBe(
      '{\n  "a": {\n    "q": "0"\n  },\n  "b": {\n    "x": {\n      "y": "1",\n      "z": "2"\n    }\n  },\n  "c": "3"\n}\n',
    );
    expect(await insert('{"a":{"q":"0"}}', entries)).toBe('{"a":{"q":"0"},"b":{"x":{"y":"1","z":"2"}}}');
  });

  test('X30 an object that is there gets the value at its head when no earlier one is there', async () => {
    expect(
      await insert('{\n  "a": "1",\n  "b": {\n    "z": "2"\n  }\n}', [{ name: 'b.c', text: 'x', after: 'a' }]),
    ).toBe('{\n  "a": "1",\n  "b": {\n    "c": "x",\n    "z": "2"\n  }\n}');
    expect(await insert('{}', [{ name: 'b', text: 'x' }])).toBe('{\n  "b": "x"\n}');
    expect(await insert('{\n  "o": {}\n}', [{ name: 'o.b', text: 'x' }])).toBe('{\n  "o": {\n    "b": "x"\n  }\n}');
  });

  test('X30 texts are escaped as the file does it', async () => {
    expect(await insert('{"a":"\\u00e9"}', [{ name: 'b', text: 'ü"', after: 'a' }])).toBe(
      '{"a":"\\u00e9","b":"\\u00fc\\""}',
    );
    const latin = Buffer.from('{"a":"é"}', 'latin1');
    expect(
      await insert(latin, [{ name: 'b', text: '→', after: 'a' }], [], { options: { encoding: 'latin1' } }),
    ).toContain('"b":"\\u2192"');
  });

  test('X30 notes and lengths go to the siblings that the options name', async () => {
    const options = { noteRules: { '**.text': 'note' }, maxLengthRules: { '**.text': 'max' } };
    const { blocks } = await readDocument(jsonFormat, '{"a":{"text":"x","note":"n","max":9}}', { options });
    const block = blocks.find(({ translatable }) => translatable);
    if (block === undefined) throw new TypeError('There is no block');
    expect(await insert('{}', [{ block }], [], { options })).toBe(
      '{\n  "a": {\n    "text": "x",\n    "max": 9,\n    "note": "n"\n  }\n}',
    );
  });

  test('X30 a value is taken out with its line and the comment above, and an empty object goes with it', async () => {
    const text = '{\n  "a": "1",\n  // of b\n  "b": {\n    "x": "2"\n  },\n  "c": "3"\n}';
    expect(await insert(text, [], ['b.x'])).toBe('{\n  "a": "1",\n  "c": "3"\n}');
    expect(await insert(text, [], ['c'])).toBe('{\n  "a": "1",\n  // of b\n  "b": {\n    "x": "2"\n  }\n}');
    expect(await insert('{"a":"1","b":"2","c":"3"}', [], ['a', 'b'])).toBe('{"c":"3"}');
    expect(await insert('{"a":"1", "b":"2", "c":"3"}', [], ['b', 'c'])).toBe('{"a":"1"}');
  });

  test('X30 a value does not go where the file has another', async () => {
    expect(await insert('{"a":"1"}', [{ name: 'a.b', text: 'x' }])).toBe('{"a":"1"}');
  });

  test('X30 a file that is no JSON is refused with its place', async () => {
    await expect(insert('{"a"\n', [{ name: 'b', text: 'x' }])).rejects.toMatchObject({ code: 'L10N_PARSE' });
  });

  const key = fc.constantFrom('a', 'b', 'c.d', 'e"', 'ü', '1x', '');
  const document = fc.letrec<{ object: JsonObject }>((tie) => ({
    object: fc.dictionary(key, fc.oneof({ weight: 3, arbitrary: fc.string() }, tie('object')), {
      minKeys: 1,
      maxKeys: 4,
    }),
  })).object;

  test('X30 what was taken out of any file comes back as if the file had always had it', async () => {
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.constantFrom(0, 1, 2, '\t'),
        fc.infiniteStream(fc.boolean()),
        async (full, indent, coin) => {
          const text = JSON.stringify(full, undefined, indent);
          const { blocks } = await readDocument(jsonFormat, text);
          const names = blocks.map(({ name }) => name);
          fc.pre(new Set(names).size === names.length);
          const gone = blocks.filter(() => coin.next().value);
          const without = await insert(
            text,
            [],
            gone.map(({ name }) => name),
          );
          const parsed: Json = JSON.parse(without);
          expect(JSON.stringify(parsed, undefined, indent)).toBe(without.replace(/^\{\s+\}$/, '{}'));
          fc.pre(parsed !== null && Object.keys(parsed).length > 0);
          const entries = gone.map((block): NewEntry => {
            const after = names[names.indexOf(block.name) - 1];
            return after === undefined ? { block } : { block, after };
          });
          const again = await insert(without, entries);
          expect(again).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('X30 a hundred thousand values are put in at once', async () => {
    const entries = Array.from({ length: 100_000 }, (_, at) => ({
      name: `k${at}`,
      text: 'x',
      ...(at === 0 ? {} : { after: `k${at - 1}` }),
    }));
    const began = process.cpuUsage();
    const made = await insert('{\n  "z": "1"\n}', entries);
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(5);
    expect(Object.keys(JSON.parse(made)).length).toBe(100_001);
  });
});
