import type { JsonObject } from '@helve/core';
import type { Block } from '@helve/flow';
import { bytesSource, type PairedFormat } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allFormats } from '../format/all-formats.js';
import { createFormats } from '../format/create-formats.js';
import { jsonFormat } from '../format/json/format.js';
import { createMemorySink } from '../format/memory-sink.js';
import { presetOptions } from '../format/preset.js';
import { pairFormat } from './pair-format.js';

const formats = createFormats(allFormats);
const { signal } = new AbortController();

function pairOf(id: string, source: string, target: string, locale = 'de') {
  const format = formats.byId(id);
  if (format === undefined) throw new TypeError(`There is no format ${id}`);
  const paired = pairFormat(format, [
    { id: 'target', path: 'target', locale, source: bytesSource(Buffer.from(target)) },
  ]);
  const bytes = bytesSource(Buffer.from(source));
  return { paired, bytes };
}

/** Reads a pair, lets `edit` change its blocks, and writes the translation. */
async function write(
  { paired, bytes }: { paired: PairedFormat; bytes: ReturnType<typeof bytesSource> },
  edit: (block: Block) => void = () => undefined,
  locale = 'de',
  options: JsonObject = {},
) {
  const skeleton = paired.createSkeleton(bytes);
  const losses: object[] = [];
  const ctx = {
    document: 'source',
    sourceLocale: 'en',
    signal,
    formats,
    lose: (loss: object) => void losses.push(loss),
  };
  const sink = createMemorySink();
  const parts = (async function* () {
    for await (const part of paired.read(bytes, options, { ...ctx, skeleton })) {
      if (part.kind === 'block') edit(part.block);
      yield part;
    }
  })();
  const report = await paired.write(parts, sink, skeleton, options, { ...ctx, targetLocale: locale });
  return { text: Buffer.from(sink.bytes()).toString(), report, losses, pairs: paired.pairs() };
}

function fail(): never {
  throw new TypeError('There is no such format');
}

const fill = (text: string) => (block: Block) => {
  block.targets['de'] ??= Object.freeze({ runs: [{ kind: 'text', text } as const], status: 'draft' });
};

describe('pairFormat', () => {
  test('codes of a translation have the ids of the source, in any order and in every form', async () => {
    const { paired, bytes } = pairOf(
      'json',
      '{"a":"{first} and {second}","n":"{count, plural, one {# of {all}} other {# of {all}}}"}',
      '{"a":"{second} und {first}","n":"{count, plural, one {von {all} #} other {von {all} #}}"}',
    );
    const blocks: Block[] = [];
    const ctx = { document: 'source', sourceLocale: 'en', signal, formats, lose: () => undefined };
    for await (const part of paired.read(bytes, {}, ctx)) if (part.kind === 'block') blocks.push(part.block);
    const ids = (runs: readonly object[]): unknown =>
      runs.flatMap((run) => ('data' in run && 'id' in run ? [[run.id, run.data]] : []));
    expect(ids(blocks[0]?.targets['de']?.runs ?? [])).toEqual([
      ['2', '{second}'],
      ['1', '{first}'],
    ]);
    const [source, target] = [blocks[1]?.source[0], blocks[1]?.targets['de']?.runs[0]];
    if (source?.kind !== 'plural' || target?.kind !== 'plural') throw new TypeError('There are no forms');
    const sorted = (runs: readonly object[]) => new Set((ids(runs) as string[][]).map(String));
    expect(sorted(target.forms.one ?? [])).toEqual(sorted(source.forms.one ?? []));
  });

  test('X121 plural forms are those of the translation, by category', async () => {
    const pair = pairOf(
      'i18next',
      '{"k_one":"{{count}} item","k_other":"{{count}} items"}',
      '{"k_few":"{{count}} rzeczy","k_many":"{{count}} rzeczy!","k_one":"{{count}} rzecz","k_other":"{{count}} rzeczy?"}',
      'pl',
    );
    let forms: readonly string[] = [];
    const { text, pairs } = await write(
      pair,
      ({ targets }) => {
        const [run] = targets['pl']?.runs ?? [];
        if (run?.kind === 'plural') forms = Object.keys(run.forms);
      },
      'pl',
    );
    expect(forms.toSorted()).toEqual(['few', 'many', 'one', 'other']);
    expect(pairs).toMatchObject([{ translated: 1, missing: 0, orphans: [] }]);
    expect(text).toContain('"k_many":"{{count}} rzeczy!"');
  });

  test('files without keys are paired block by block, and refused where their structure differs', async () => {
    const same = await write(pairOf('markdown', '# Title\n\nText\n', '# Titel\n\nWorte\n'));
    expect(same).toMatchObject({ text: '# Titel\n\nWorte\n', report: { changed: 0 } });
    await expect(write(pairOf('markdown', '# Title\n\nText\n', '# Titel\n\n- Worte\n'))).rejects.toMatchObject({
      code: 'L10N_PAIR',
    });
  });

  test('a changed translation is written in its place, and every other byte stays', async () => {
    const pair = pairOf('properties', 'a=A\nb=B\n', '# Kommentar\nb : Be\n\nold=x\na=Ah');
    const { text, report } = await write(pair, ({ name, targets }) => {
      if (name === 'a')
        targets['de'] = Object.freeze({ runs: [{ kind: 'text', text: 'Neu' } as const], status: 'draft' });
    });
    expect(text).toBe('# Kommentar\nb : Be\n\nold=x\na=Neu');
    expect(report).toMatchObject({ changed: 1 });
  });

  test('X30 a translation that lacks keys keeps its layout, comments and orphans, and gets them behind their neighbours', async () => {
    const pair = pairOf(
      'properties',
      '# about a\na=A\n# about b\nb=B\nc=C\nd=D\n',
      '# Kopf\n\n# zu a\na : Ah\n\nold : x\nd : De\n',
    );
    const { text, report, pairs, losses } = await write(pair, fill('neu'));
    expect(text).toBe('# Kopf\n\n# zu a\na : Ah\n# about b\nb : neu\nc : neu\n\nold : x\nd : De\n');
    expect(report).toMatchObject({ changed: 2 });
    expect(pairs).toMatchObject([{ orphans: ['old'], keepsOrphans: true }]);
    expect(losses).toEqual([]);
  });

  test('X30 keys without a translation are not put into the file', async () => {
    const pair = pairOf('properties', 'a=A\nb=B\nc=C\n', 'a=Ah\n');
    const { text } = await write(pair, (block) => void (block.name === 'c' && fill('neu')(block)));
    expect(text).toBe('a=Ah\nc=neu\n');
  });

  test('a format that cannot insert writes the layout of the source, and reports the keys that only the translation had', async () => {
    const { bytes } = pairOf('json', '{"a": "A",  "b": "B"}', '');
    const { insert: _, ...plain } = formats.byId('json') ?? fail();
    const target = bytesSource(Buffer.from('{"old":"x","a":"Ah"}'));
    const paired = pairFormat(plain, [{ id: 'target', path: 'target', locale: 'de', source: target }]);
    const { text, losses, pairs } = await write({ paired, bytes }, fill('neu'));
    expect(text).toBe('{"a": "Ah",  "b": "neu"}');
    expect(losses).toMatchObject([{ kind: 'block-skipped', block: 'old', detail: { reason: 'orphan' } }]);
    expect(pairs).toMatchObject([{ keepsOrphans: false }]);
  });

  test('X30 a plural of i18next that lacks forms keeps the one that it has, and gets the others', async () => {
    const source = '{"boat_one":"{{count}} boat","boat_other":"{{count}} boats","x":"X"}';
    const translate = (block: Block) => void (block.targets['de'] ??= { runs: block.source, status: 'draft' });
    const { text, losses } = await write(pairOf('i18next', source, '{"boat_one":"{{count}} Boot"}'), translate);
    expect(text).toBe('{"boat_one":"{{count}} Boot","boat_other":"{{count}} boats","x":"X"}');
    expect(losses).toEqual([]);
    expect((await write(pairOf('i18next', source, text), translate)).text).toBe(text);
  });

  test.each([
    ['{"a":{"x":"X","y":"Y"},"b":"B"}', '{"a":["eins"]}', '{"b":"neu","a":["eins"]}', '"a" is a list of 1 there'],
    ['{"a":{"x":"X","y":"Y"},"b":"B"}', '{"a":"eins"}', '{"b":"neu","a":"eins"}', '"a" is a text there'],
  ])('X30 %s is not forced into the other shape of %s', async (source, target, expected, problem) => {
    const { text, losses } = await write(pairOf('json', source, target), fill('neu'));
    expect(text).toBe(expected);
    expect(losses).toMatchObject([
      { kind: 'block-skipped', block: '/a/x', detail: { reason: 'shape', key: 'a.x', problem } },
      { kind: 'block-skipped', block: '/a/y', detail: { reason: 'shape', key: 'a.y', problem } },
    ]);
    expect((await write(pairOf('json', source, text), fill('neu'))).text).toBe(text);
  });

  test('X30 an element goes to its own place of a list or not at all', async () => {
    const pair = pairOf('json', '{"a":["A","B","C"]}', '{"a":["Ah"]}');
    const { text, losses } = await write(pair, (block) => void (block.name === 'a.2' && fill('neu')(block)));
    expect(text).toBe('{"a":["Ah"]}');
    expect(losses).toMatchObject([{ block: '/a/2', detail: { problem: '"a" is a list of 1 there' } }]);
    expect((await write(pairOf('json', '{"a":["A","B","C"]}', '{"a":["Ah"]}'), fill('neu'))).text).toBe(
      '{"a":["Ah","neu","neu"]}',
    );
  });

  test('X30 a value of Android brings its section and the quotes of its tags along', async () => {
    const value = '<string name="b"><![CDATA[Read <a href="x">it\\\'s</a>]]></string>';
    const target = '<resources>\n    <string name="a">A</string>\n</resources>\n';
    const source = target.replace('</resources>', `    ${value}\n</resources>`);
    const { text } = await write(pairOf('androidxml', source, target), (block) => {
      block.targets['de'] ??= { runs: block.source, status: 'draft' };
    });
    expect(text).toBe(source);
  });

  test('X30 a message of a browser extension brings its placeholders along', async () => {
    const placeholders = { user: { content: '$1', example: 'Ada' } };
    const source = JSON.stringify({ hi: { message: 'Hi $user$', description: 'Greeting', placeholders } });
    const pair = pairOf('json', source, '{\n  "old": {\n    "message": "x"\n  }\n}\n');
    const { text } = await write(pair, fill('Hallo $user$'), 'de', presetOptions(jsonFormat, 'chrome'));
    expect(JSON.parse(text)).toEqual({
      hi: { message: 'Hallo $user$', description: 'Greeting', placeholders },
      old: { message: 'x' },
    });
    expect(text).toContain('\n      "user": {\n        "content": "$1",');
  });

  test('X30 a key that the source has twice goes in once, and keys that only the translation has stay', async () => {
    const source = '{"a":"A","b":"B","a":"C"}';
    const own = (block: Block) =>
      void (block.targets['de'] ??= { runs: [{ kind: 'text', text: `neu ${block.id}` }], status: 'draft' });
    const { text } = await write(pairOf('json', source, '{"old":"x"}'), own);
    expect(text).toBe('{"a":"neu /a#2","b":"neu /b","old":"x"}');
    expect((await write(pairOf('json', source, text), own)).text).toBe(text);
    const kept = await write(pairOf('json', source, '{"old":"x","a":"Ah"}'), own);
    expect(JSON.parse(kept.text)).toEqual({ old: 'x', a: 'Ah', b: 'neu /b' });
  });

  test('no translation is ever lost or changed, whatever keys both files have', async () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const value = fc.string({ unit: 'grapheme', maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, value), fc.dictionary(key, value), fc.boolean(), async (en, de, fills) => {
        const [source, target] = [JSON.stringify(en, undefined, 2), JSON.stringify(de)];
        const pair = pairOf('json', source, target);
        const { text, losses, pairs } = await write(pair, fills ? fill('neu') : undefined);
        const written = JSON.parse(text) as Record<string, string>;
        const orphans = pairs[0]?.orphans ?? [];
        for (const [name, old] of Object.entries(de)) {
          const isLost = losses.length > 0 && orphans.includes(name);
          if (old !== '' && !isLost) expect(written[name]).toBe(old.toWellFormed());
        }
        if (!fills) expect(text).toBe(target);
        expect(new Set(orphans)).toEqual(new Set(Object.keys(de).filter((name) => !Object.hasOwn(en, name))));
      }),
      { numRuns: 200 },
    );
  });
});
