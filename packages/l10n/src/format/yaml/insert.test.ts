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
  const { changed } = await paired.write(parts, sink, skeleton, {}, { ...ctx, targetLocale: 'de' });
  return { text: Buffer.from(sink.bytes()).toString(), losses, changed, pairs: paired.pairs() };
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

  test('X30 lists that are missing are made, with the items that are nothing, and items go behind those there are', async () => {
    const source = 'en:\n  a: A\n  months:\n    -\n    - Jan\n    - Feb\n  z: Z\n';
    const made = 'de:\n  a: Ah\n  months:\n    - ~\n    - Jan\n    - Feb\n  z: Zett\n';
    expect((await write(source, 'de:\n  a: Ah\n  z: Zett\n')).text).toBe(made);
    expect(await write(source, made.replace('    - Feb\n', ''))).toMatchObject({ text: made, changed: 1, losses: [] });
    const flat = 'de:\n  days:\n  - "So" # Tag\n  # Ende\n  months:\n  z: Zett\n';
    expect((await write(`${source}  days: [Su, Mo]\n`, flat)).text).toBe(
      'de:\n  a: A\n  days:\n  - "So" # Tag\n  - "Mo"\n  # Ende\n  months:\n    - ~\n    - Jan\n    - Feb\n  z: Zett\n',
    );
    const deep = 'l:\n  - t: T\n    u: U\n  - t: V\n    u: W\n';
    const { text } = await write(deep, 'l:\n  - u: Uh\n');
    expect(text).toBe('l:\n  - u: Uh\n    t: T\n  -\n    t: V\n    u: W\n');
    expect((await write(deep, text)).text).toBe(text);
  });

  test('X30 a key whose value is nothing gets a text in its place', async () => {
    const source = 'a: A\nb: B\nc: C\nl:\n  - D\n  - E\n';
    const { text, losses } = await write(source, 'a:\nb: # Rest\nc: ~ # Ende\nl:\n  -\n  - Eh\n');
    expect(text).toBe('a: A\nb: B # Rest\nc: C # Ende\nl:\n  - D\n  - Eh\n');
    expect(losses).toEqual([]);
  });

  test.each([
    ['a:\n  x: X\nb: B\n', 'a: Text\n', 'a.x', '"a" is a value there'],
    ['a:\n  x: X\nb: B\n', 'a: { y: Ypsilon }\n', 'a.x', '"a" is in brackets or braces there'],
    ['a:\n  - x\n  - y\nb: B\n', 'a: [eins]\n', 'a[1]', '"a" is in brackets or braces there'],
    ['a:\n  - 1\n  - y\nb: B\n', 'c: C\n', 'a[1]', '"a" is a list of 0 there'],
    ['a:\n  - y\nb: B\n', 'a:\n  x: X\n', 'a[0]', '"a" is a map there'],
    ['a:\n  n:\n    x: X\nb: B\n', 'a:\n  n: ~\n', 'a.n.x', '"a.n" is nothing there'],
  ])('X30 of %j, what has no place in %j is left out and told', async (source, target, key, problem) => {
    const { text, losses, changed } = await write(source, target);
    expect(text).toContain(target.trimEnd());
    expect(parse(text)).toMatchObject({ b: 'B' });
    expect(losses[0]).toMatchObject({ kind: 'block-skipped', detail: { reason: 'shape', key, problem } });
    expect(changed).toBe(1);
    expect((await write(source, text)).text).toBe(text);
  });

  const key = fc.constantFrom('a', 'b', 'c d', 'e.f', 'yes', '1', 'ü');
  const value = fc.oneof(
    fc.string({ minLength: 1, maxLength: 8 }),
    fc.constantFrom('x: y', 'one\ntwo\n', '# no', "it's", ' '),
  );
  const { map } = fc.letrec<{ map: Tree }>((tie) => ({
    map: fc.dictionary(
      key,
      fc.oneof({ maxDepth: 2 }, value, fc.array(value, { minLength: 1, maxLength: 3 }), tie('map')),
      {
        minKeys: 1,
      },
    ),
  }));

  test('X30 no text of the translation is lost or changed, and every line of it stays', async () => {
    await fc.assert(
      fc.asyncProperty(map, map, fc.constantFrom(2, 4), async (en, de, indent) => {
        const target = stringify({ de }, { indent, lineWidth: 0 });
        const { text, losses } = await write(stringify({ en }), target);
        const written = (parse(text) as { readonly de: Tree }).de;
        expect(texts(written)).toMatchObject(texts(de));
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
  readonly [key: string]: string | readonly string[] | Tree;
}

/** Lists the paths of all texts. */
function leaves(tree: Tree | readonly string[], path = ''): readonly string[] {
  return Object.entries<string | readonly string[] | Tree>(tree).flatMap(([name, value]) => {
    return typeof value === 'string' ? [`${path}/${name}`] : leaves(value, `${path}/${name}`);
  });
}

/** All texts by their paths. */
function texts(tree: Tree | readonly string[]): Readonly<Record<string, unknown>> {
  const at = (path: string) =>
    path
      .slice(1)
      .split('/')
      .reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : value),
        tree,
      );
  return Object.fromEntries(leaves(tree).map((path) => [path, at(path)]));
}
