import { bytesSource } from '@helve/flow/content';
import type { Block } from '@helve/flow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { pairFormat } from '../../pair/pair-format.js';
import { createMemorySink } from '../memory-sink.js';
import { yamlFormat } from './format.js';

/** Writes the translation of a file into the one that exists, with a text for everything that it lacks. */
async function write(source: string, target: string, files = ['en.yml', 'de.yml'] as const) {
  const existing = { id: files[1], path: files[1], locale: 'de', source: bytesSource(Buffer.from(target)) };
  const paired = pairFormat(yamlFormat, [existing]);
  const bytes = bytesSource(Buffer.from(source));
  const skeleton = paired.createSkeleton(bytes);
  const losses: object[] = [];
  const { signal } = new AbortController();
  const ctx = { document: files[0], sourceLocale: 'en', signal, lose: (loss: object) => void losses.push(loss) };
  const sink = createMemorySink();
  const parts = (async function* () {
    for await (const part of paired.read(bytes, {}, { ...ctx, skeleton })) {
      if (part.kind === 'block') fill(part.block);
      yield part;
    }
  })();
  await paired.write(parts, sink, skeleton, {}, { ...ctx, targetLocale: 'de' });
  return { text: Buffer.from(sink.bytes()).toString(), losses, pairs: paired.pairs() };
}

function fill(block: Block): void {
  block.targets['de'] ??= { runs: block.source, status: 'draft' };
}

describe('insertYaml', () => {
  test('X30 keys go behind their neighbours, in the layout of the file; its comments and own keys stay', async () => {
    const source = 'en:\n  a: A\n  # about b\n  b: B\n  deep:\n    x: X\n    y: Y\n  z: Z\n';
    const target = [
      '# Kopf',
      'de:',
      '    # zu a',
      "    a: 'Ah' # dahinter",
      '',
      '    old: alt',
      '    deep:',
      "        y: 'Ypsilon'",
      '',
      '# Ende',
      '',
    ];
    const { text, losses, pairs } = await write(source, target.join('\n'));
    expect(text.split('\n')).toEqual([
      ...target.slice(0, 4),
      '    # about b',
      "    b: 'B'",
      ...target.slice(4, 7),
      "        x: 'X'",
      target[7],
      "    z: 'Z'",
      ...target.slice(8),
    ]);
    expect(losses).toEqual([]);
    expect(pairs).toMatchObject([{ orphans: ['old'], keepsOrphans: true }]);
  });

  test('X30 maps that are missing are made, also below an empty key, and in a file without an end of line', async () => {
    const source = 'en:\n  a:\n    b:\n      c: C\n      d: "yes"\n  e: E\n';
    expect((await write(source, 'de:')).text).toBe('de:\n  a:\n    b:\n      c: C\n      d: "yes"\n  e: E');
    expect((await write(source, 'de:\n  e: Eh')).text).toBe('de:\n  a:\n    b:\n      c: C\n      d: "yes"\n  e: Eh');
    expect((await write('a: A\nb: B\n', 'b: Be\r\n')).text).toBe('a: A\r\nb: Be\r\n');
    expect((await write('a: A\nb: B\n', 'a: Ah')).text).toBe('a: Ah\nb: B');
  });

  test('X30 plural forms of Rails, keys with dots, and texts of several lines', async () => {
    const source =
      'en:\n  n:\n    one: "%{count} file"\n    other: "%{count} files"\n  a.b: Dot\n  t: |\n    one\n    two\n';
    const { text } = await write(source, 'de:\n  z: Zett\n');
    expect(parse(text)).toEqual({
      de: { n: { one: '%{count} file', other: '%{count} files' }, 'a.b': 'Dot', t: 'one\ntwo\n', z: 'Zett' },
    });
    expect((await write(source, text)).text).toBe(text);
  });

  test.each([
    ['a:\n  x: X\nb: B\n', 'a: Text\n', 'a.x'],
    ['a:\n  x: X\nb: B\n', 'a: { y: Ypsilon }\n', 'a.x'],
    ['a:\n  - x\n  - y\nb: B\n', 'a:\n  - eins\n', 'a[1]'],
  ])('X30 of %j, what has no place in %j is left out and told', async (source, target, key) => {
    const { text, losses } = await write(source, target);
    expect(text).toContain(target.trimEnd());
    expect(parse(text)).toMatchObject({ b: 'B' });
    expect(losses).toMatchObject([{ kind: 'block-skipped', detail: { reason: 'shape', key } }]);
    expect((await write(source, text)).text).toBe(text);
  });

  const key = fc.constantFrom('a', 'b', 'c d', 'e.f', 'yes', '1', 'ü');
  const value = fc.oneof(
    fc.string({ minLength: 1, maxLength: 8 }),
    fc.constantFrom('x: y', 'one\ntwo\n', '# no', "it's", ' '),
  );
  const { map } = fc.letrec<{ map: Tree }>((tie) => ({
    map: fc.dictionary(key, fc.oneof({ maxDepth: 2 }, value, tie('map')), { minKeys: 1 }),
  }));

  test('X30 no text of the translation is lost or changed, and every line of it stays', async () => {
    await fc.assert(
      fc.asyncProperty(map, map, fc.constantFrom(2, 4), async (en, de, indent) => {
        const target = stringify({ de }, { indent, lineWidth: 0 });
        const { text, losses } = await write(stringify({ en }), target);
        const written = (parse(text) as { readonly de: Tree }).de;
        expect(written).toMatchObject(de);
        if (losses.length === 0) expect(leaves(written)).toEqual(expect.arrayContaining([...leaves(en)]));
        let at = 0;
        for (const line of text.split('\n')) if (line === target.split('\n')[at]) at += 1;
        expect(at).toBe(target.split('\n').length);
      }),
      { numRuns: 200 },
    );
  });
});

interface Tree {
  readonly [key: string]: string | Tree;
}

/** Lists the paths of all texts. */
function leaves(tree: Tree, path = ''): readonly string[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    return typeof value === 'string' ? [`${path}/${name}`] : leaves(value, `${path}/${name}`);
  });
}
