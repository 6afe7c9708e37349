import { deflateSync } from 'node:zlib';
import type { Part, Run, Runs } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t, variable } from '../../testing/runs-kit.js';
import { framePng } from './frame-png.js';
import { pseudoTranslate } from './pseudo-translate.js';

async function pseudo(source: Parameters<typeof aBlock>[0], config = {}, targets: readonly string[] = []) {
  const { block } = await runTool(pseudoTranslate, [aBlock(source)], { config, targets });
  return show(Object.values(block.targets)[0]?.runs);
}

describe('pseudo-translate', () => {
  test.each(['%Y-%m-%d', '%a, %d %b %Y %H:%M', ':year'])('%j is no text, and stays as it is', async (text) => {
    expect(await pseudo(text)).toBe(text);
  });

  test('TV27 letters become foreign, arguments stay', async () => {
    expect(await pseudo('Hello {name}')).toBe('▒ Ĥéļļö {name} ▒');
    expect(await pseudo('Hello {name}', { prefix: '', suffix: '' })).toBe('Ĥéļļö {name}');
    expect(await pseudo('Save', { expansionPercent: 50 })).toBe('▒ Šàṽé ~~ ▒');
  });

  test('line breaks at the edges stay there, since gettext compares them', async () => {
    expect(await pseudo('\nHello\n')).toBe('\n▒ Ĥéļļö ▒\n');
    expect(await pseudo([t('\na '), variable('1'), t(' b\n')])).toBe('\n▒ à <x id="1/"/> ƃ ▒\n');
  });

  test('T10 codes stay, and the sequence is wrapped once', async () => {
    expect(await pseudo([t('a '), ...bold('1', t('b')), variable('2')])).toBe(
      '▒ à <x id="1"/>ƃ<x id="/1"/><x id="2/"/> ▒',
    );
    expect(await pseudo([t('x '), plural({ one: 'a', other: 'b' })])).toBe('▒ ẋ {one[à] other[ƃ]} ▒');
    expect(await pseudo([plural({ one: 'a', other: 'b' })])).toBe('{one[▒ à ▒] other[▒ ƃ ▒]}');
  });

  test('T10 a locale without plural rules keeps the forms of the source, as deep as they stand', async () => {
    const select = (cases: Readonly<Record<string, Runs>>): Run => ({ kind: 'select', pivot: 'who', cases });
    const source: Runs = [
      {
        kind: 'plural',
        pivot: 'n',
        ordinal: true,
        offset: 1,
        forms: {
          '=0': [t('no')],
          one: [t('a '), select({ her: [t('b')], other: [variable('2')] })],
          other: [variable('1')],
        },
      },
    ];
    const block = aBlock(source);
    const { block: plain } = await runTool(pseudoTranslate, [block], { targets: [] });
    const runs = plain.targets['qps']?.runs;
    expect(show(runs)).toBe('{=0[▒ ñö ▒] one[▒ à {her[ƃ] other[<x id="2/"/>]} ▒] other[<x id="1/"/>]}');
    expect(runs?.[0]).toMatchObject({ pivot: 'n', ordinal: true, offset: 1 });
    // With a mark, the units are processed one by one.
    const marked = aBlock(source);
    const range = { path: [{ run: 0, form: 'other' }], startRun: 0, startOffset: 0, endRun: 1, endOffset: 0 };
    marked.overlays.push({ type: 'protected', variant: null, layer: '', spans: [{ id: 'p', range, props: {} }] });
    const { block: unitwise } = await runTool(pseudoTranslate, [marked], { targets: [] });
    expect(unitwise.targets['qps']?.runs).toEqual(runs);
  });

  test('T10 the modes', async () => {
    const plain = { prefix: '', suffix: '' };
    expect(await pseudo('ab c', { ...plain, mode: 'bidi' })).toBe('\u202Eab\u202C \u202Ec\u202C');
    expect(await pseudo('Ab 1', { ...plain, mode: 'cjk' })).toBe('Ａｂ １');
    expect(await pseudo('ab', { mode: 'none' })).toBe('▒ ab ▒');
  });

  test('T10 the target is qps by default, a draft by a tool', async () => {
    const { block } = await runTool(pseudoTranslate, [aBlock('x')], { targets: [] });
    expect(block.targets).toMatchObject({
      qps: {
        status: 'translated',
        origin: { kind: 'tool', tool: 'pseudo-translate', toolVersion: '1.0.0', engine: 'pseudo' },
      },
    });
  });

  test('T2 a target locale of the config is taken', async () => {
    const { block } = await runTool(pseudoTranslate, [aBlock('x')], { targets: [], config: { targetLocale: 'fr' } });
    expect(Object.keys(block.targets)).toEqual(['fr']);
  });

  test.each([
    ['de', 'translated', 'Sichern'],
    ['de', 'draft', 'Sichern'],
    ['de', 'new', 'Sichern'],
    ['qps', 'translated', '▒ Šàṽé ▒'],
    ['qps', 'draft', '▒ Šàṽé ▒'],
    ['en-XA', 'translated', '▒ Šàṽé ▒'],
  ] as const)('a target in %s that is %s becomes %s', async (locale, status, text) => {
    const block = aBlock('Save');
    block.targets[locale] = { runs: [t('Sichern')], status };
    const run = await runTool(pseudoTranslate, [block], { targets: [], config: { targetLocale: locale } });
    expect(show(run.block.targets[locale]?.runs)).toBe(text);
  });

  test.each(['Save', ' '])('a target that is new and has no words of its own, as %j, is filled', async (text) => {
    const block = aBlock('Save');
    block.targets['de'] = { runs: [t(text)], status: 'new' };
    const run = await runTool(pseudoTranslate, [block], { targets: [], config: { targetLocale: 'de' } });
    expect(show(run.block.targets['de']?.runs)).toBe('▒ Šàṽé ▒');
  });

  test('T10 protected spans stay', async () => {
    const block = aBlock('save Acme now');
    const range = { startRun: 0, startOffset: 5, endRun: 0, endOffset: 9 };
    block.overlays.push({ type: 'protected', variant: null, layer: '', spans: [{ id: 'p', range, props: {} }] });
    const run = await runTool(pseudoTranslate, [block], { targets: [] });
    expect(show(run.block.targets['qps']?.runs)).toBe('▒ šàṽé Acme ñöŵ ▒');
  });

  test('T10 images get a frame, their alternative text a translation', async () => {
    const media = {
      id: 'm1',
      mimeType: 'image/png',
      data: aPng().toString('base64'),
      altText: 'a',
      size: 1,
      properties: {},
    };
    const [start, end] = toParts([]);
    const parts = [start, { kind: 'media', media }, end] as Part[];
    const { parts: out } = await runSteps([pseudoTranslate], [{ tool: 'pseudo-translate' }], parts, { targets: [] });
    const framed = out.flatMap((part) => (part.kind === 'media' ? [part.media] : []))[0];
    expect(framed?.altText).toBe('▒ à ▒');
    expect(framed?.data).not.toBe(aPng().toString('base64'));
    const bare = await runSteps(
      [pseudoTranslate],
      [{ tool: 'pseudo-translate', config: { images: false } }],
      [start, { kind: 'media', media: { ...media, data: aPng().toString('base64') } }, end] as Part[],
      { targets: [] },
    );
    expect(bare.parts.flatMap((part) => (part.kind === 'media' ? [part.media.data] : []))).toEqual([
      aPng().toString('base64'),
    ]);
  });
});

describe('framePng', () => {
  test('T10 draws stripes at the edge and keeps the middle, whatever the filter of a line', () => {
    const framed = framePng(aPng());
    expect(framed).toBeDefined();
    expect(framePng(framed ?? Buffer.alloc(0))).toEqual(framed);
  });

  test('T10 what is no PNG of 8 bits stays alone', () => {
    expect(framePng(Buffer.from('GIF89a'))).toBeUndefined();
    expect(framePng(aPng().subarray(0, 40))).toBeUndefined();
    expect(framePng(aPng({ depth: 16 }))).toBeUndefined();
    expect(framePng(aPng({ data: Buffer.from('broken') }))).toBeUndefined();
  });
});

/** Creates a gray PNG of twelve by twelve pixels, each line with another filter. */
function aPng({ depth = 8, data }: { readonly depth?: number; readonly data?: Buffer } = {}): Buffer {
  const side = 12;
  const lines = Array.from({ length: side }, (_, y) =>
    Buffer.from([y % 5, ...Array.from({ length: side }, (__, x) => x + y)]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(depth, 8);
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body, Buffer.alloc(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = data ?? deflateSync(Buffer.concat(lines));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
