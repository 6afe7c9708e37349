import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Layer, Part } from '../../contract/part.js';
import { arbitraryBlock } from '../../testing/content-kit.js';
import { createBlock } from '../block/block.js';
import { contentHash } from '../block/identity.js';
import { partLine, partsHeader, readParts, writeParts } from './part-stream.js';
import { createStructureCheck } from './structure-check.js';

const layer: Layer = {
  id: 'l1',
  name: 'page.html',
  locale: 'en',
  encoding: 'utf-8',
  mimeType: 'text/html',
  lineBreak: 'lf',
  bom: false,
  multilingual: false,
  properties: {},
  overlays: [],
  annotations: {},
};
const block = createBlock({ id: 'b1', source: 'Hi 😀\u2028' });
const bytes = { stream: async function* () {}, bytes: async () => new Uint8Array() };

/** One part of each kind. */
const everyKind: readonly Part[] = [
  { kind: 'layer-start', layer },
  { kind: 'group-start', group: { id: 'g1', name: '', type: 'table', properties: { rows: '2' } } },
  { kind: 'block', block },
  { kind: 'data', data: { id: 'd1', name: '', properties: {}, referent: false, skeleton: '<hr/>' } },
  { kind: 'media', media: { id: 'm1', mimeType: 'image/png', size: 3, data: 'AAAA', altText: 'x', properties: {} } },
  { kind: 'raw-document', document: { uri: 'a.json', sourceLocale: 'en', formatId: 'json', open: () => bytes } },
  { kind: 'custom', type: 'acme', value: { type: 'acme', deep: [{ x: null }] } },
  { kind: 'group-end', id: 'g1' },
  { kind: 'layer-end', id: 'l1' },
];

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const linesOf = async (parts: readonly Part[]) => (await collect(writeParts(parts))).join('');
const read = (text: string) => collect(readParts([text]));
const withHeader = (value: unknown) => `${partsHeader}${JSON.stringify(value)}\n`;

describe('a stream of parts', () => {
  test('K7 every kind of part comes back from its line behind the header', async () => {
    const text = await linesOf(everyKind);
    expect(text.split('\n')[0]).toBe('{"schema":"helve.parts/v1"}');
    const back = await read(text);
    expect(JSON.stringify(back)).toBe(JSON.stringify(everyKind));
    expect(back.map(partLine).join('')).toBe(text.slice(partsHeader.length));
  });

  test('K7 readParts takes bytes in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryBlock(), { maxLength: 3 }),
        fc.integer({ min: 1, max: 50 }),
        async (blocks, size) => {
          const parts = blocks.map((one): Part => ({ kind: 'block', block: one }));
          const all = new TextEncoder().encode(await linesOf(parts));
          const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
            all.slice(index * size, (index + 1) * size),
          );
          expect(await collect(readParts(pieces))).toEqual(parts);
        },
      ),
      { numRuns: 30 },
    );
  });

  test.each([
    ['no header', '{"kind":"layer-end","id":"x"}\n', 'the header must be'],
    ['nothing at all', '', 'the header is missing'],
    ['an unknown kind', withHeader({ kind: 'segment', id: '1' }), 'the kind of part "segment" is not known'],
    ['an inherited name as kind', withHeader({ kind: 'constructor' }), 'is not known'],
    ['an unknown field', withHeader({ kind: 'layer-end', id: 'x', extra: 1 }), 'line 2'],
    ['a broken line', `${partsHeader}{"kind":`, 'line 2'],
    ['a block without source', withHeader({ kind: 'block', block: { id: 'b' } }), 'a part "block" is wrong'],
    [
      'an embedded layer without format',
      withHeader({ kind: 'layer-start', layer: { ...layer, parentId: 'l0' } }),
      'a part "layer-start" is wrong',
    ],
    [
      'runs that are not well-formed',
      withHeader({ kind: 'block', block: { ...block, source: [{ kind: 'pc-open', id: '1', type: 'x', data: '' }] } }),
      'is not closed',
    ],
    ['a wrong payload', withHeader({ kind: 'custom', type: 'x', value: { type: 'timing' } }), 'payload "timing"'],
  ])('K7 readParts refuses %s', async (_, text, problem) => {
    await expect(read(text)).rejects.toThrow(problem);
  });

  test('K9 a root layer stands alone, and an embedded one names its parent and format', async () => {
    const child = { ...layer, id: 'l2', parentId: 'l1', format: 'html' };
    const parts: Part[] = [
      { kind: 'layer-start', layer },
      { kind: 'layer-start', layer: child },
    ];
    expect(await read(await linesOf(parts))).toEqual(parts);
    for (const wrong of [
      { ...child, lineBreak: 'none' },
      { ...child, bom: 'no' },
    ]) {
      await expect(read(withHeader({ kind: 'layer-start', layer: wrong }))).rejects.toThrow(
        'a part "layer-start" is wrong',
      );
    }
  });

  test('K10 groups and data come back with exactly their fields', async () => {
    const parts = everyKind.filter(({ kind }) => kind === 'group-start' || kind === 'data');
    expect(await read(await linesOf(parts))).toEqual(parts);
    await expect(read(withHeader({ kind: 'data', data: { id: 'd', name: '', properties: {} } }))).rejects.toThrow(
      'a part "data" is wrong',
    );
    await expect(read(withHeader({ kind: 'group-start', group: { id: 'g' } }))).rejects.toThrow(
      'a part "group-start" is wrong',
    );
  });

  test('K11 media come back with the place of their bytes', async () => {
    const media = {
      id: 'm',
      mimeType: 'image/png',
      size: 0,
      blobKey: 'k',
      uri: 'u',
      data: 'AA==',
      filename: 'f',
      altText: 'a',
      properties: {},
    };
    expect(await read(await linesOf([{ kind: 'media', media }]))).toEqual([{ kind: 'media', media }]);
    await expect(read(withHeader({ kind: 'media', media: { ...media, size: -1 } }))).rejects.toThrow(
      'a part "media" is wrong',
    );
  });

  test('K12 a raw document travels without its bytes, which are opened again where they are', async () => {
    const text = await linesOf(everyKind.filter(({ kind }) => kind === 'raw-document'));
    expect(text).not.toContain('open');
    const [closed] = await read(text);
    const [opened] = await collect(readParts([text], { open: () => bytes }));
    if (closed?.kind !== 'raw-document' || opened?.kind !== 'raw-document')
      throw new Error('a raw document comes back');
    expect(opened.document.open()).toBe(bytes);
    expect(() => closed.document.open()).toThrow('the bytes of "a.json" did not travel with its part');
  });

  test('K39 a payload of an unknown type is written back unchanged', async () => {
    const own = { type: 'from-a-plugin', fields: { list: [1, 2, { a: null }] }, z: 1, a: 2 };
    const part: Part = {
      kind: 'block',
      block: createBlock({
        id: 'b',
        source: 'x',
        annotations: { own },
        overlays: [{ type: 'own', variant: null, layer: '', spans: [{ id: 's', props: {}, value: own }], value: own }],
      }),
    };
    const text = await linesOf([part]);
    expect(await linesOf(await read(text))).toBe(text);
    expect(text).toContain(JSON.stringify(own));
  });

  test('K5 a line does not show whether someone has read a hash, and a stated hash is not believed', async () => {
    const other = createBlock({ id: 'b1', source: 'Hi' });
    const before = partLine({ kind: 'block', block: other });
    const hash = contentHash(other);
    expect(partLine({ kind: 'block', block: other })).toBe(before);
    const [part] = await read(withHeader({ kind: 'block', block: { ...other, identity: { contentHash: 'forged' } } }));
    expect(part?.kind === 'block' && contentHash(part.block)).toBe(hash);
  });
});

describe('createStructureCheck', () => {
  const run = (...parts: readonly Part[]) => {
    const check = createStructureCheck('my-step');
    for (const part of parts) check.take(part);
    check.end();
  };
  const [start, group, , , , , , groupEnd, end] = everyKind;
  const wrong: readonly (readonly [string, readonly (Part | undefined)[], string])[] = [
    [
      'a group closed after its layer',
      [start, group, end, groupEnd],
      'the layer "l1" is closed, but the group "g1" is open',
    ],
    ['an end without a start', [groupEnd], 'the group "g1" is closed, but nothing is open'],
    ['another id', [start, { kind: 'layer-end', id: 'l2' }], 'the layer "l2" is closed, but the layer "l1" is open'],
    ['something left open', [start], 'the layer "l1" is not closed'],
  ];

  test('K8 a stream that closes in order passes', () => {
    expect(() => run(...everyKind)).not.toThrow();
  });

  test.each(wrong)('K8 %s is refused with the step', (_, parts, problem) => {
    const given = parts.filter((part) => part !== undefined);
    expect(() => run(...given)).toThrow(`Cannot continue after "my-step": ${problem}`);
  });
});
