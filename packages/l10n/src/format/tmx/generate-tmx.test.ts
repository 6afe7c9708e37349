import { createBlock, type Block, type Run, type Runs } from '@helve/flow';
import { bytesSource, dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { partsOf, richBlocks } from '../../testing/format/rich-blocks.js';
import { createMemorySink } from '../memory-sink.js';
import { generateTmx } from './generate-tmx.js';
import { tmxOptions } from './options.js';
import { openTmx } from './read-tmx.js';
import type { TmxUnit } from './tmx-unit.js';

const { signal } = new AbortController();

async function generate(targetLocale?: string, blocks: readonly Block[] = richBlocks) {
  const sink = createMemorySink();
  const losses: object[] = [];
  const lose = (loss: object): void => void losses.push(loss);
  const ctx = { document: 'app.json', sourceLocale: 'en', signal, lose, ...(targetLocale && { targetLocale }) };
  const report = await generateTmx({ parts: each(), sink, ctx });
  const units: TmxUnit[] = [];
  for await (const some of (await openTmx(bytesSource(sink.bytes()), 'a.tmx', tmxOptions({}))).records())
    for (const record of some) if (record.kind === 'unit') units.push(record.unit);
  return {
    report,
    losses,
    text: Buffer.from(sink.bytes()).toString(),
    units: new Map(units.map((unit) => [unit.attributes['tuid'], unit])),
  };

  async function* each() {
    yield* partsOf(blocks);
  }
}

describe('generateTmx', () => {
  test('X98 names, notes, context, length and states survive, and codes with their types', async () => {
    const { units, report } = await generate();
    expect(report.blocks).toBe(richBlocks.length);
    const title = units.get('u1');
    expect(title?.remarks).toMatchObject([
      { kind: 'note', text: 'A greeting' },
      { kind: 'note', text: 'Second\nnote' },
      { kind: 'prop', attributes: { type: 'x-name' }, text: 'home.title' },
      { kind: 'prop', attributes: { type: 'x-context' }, text: 'Title of the page' },
      { kind: 'prop', attributes: { type: 'x-max-length' }, text: '40' },
    ]);
    expect(title?.variants.map(({ locale }) => locale)).toEqual(['en', 'de']);
    expect(title?.variants[1]?.remarks).toMatchObject([{ attributes: { type: 'x-status' }, text: 'reviewed' }]);
    expect(title?.variants[0]?.runs.map((run) => ('type' in run ? run.type : run.kind))).toContain('fmt:bold');
    expect(dataText(title?.variants[1]?.runs ?? [])).toBe('<b>Hallo</b> {name}$t(<&>)');
  });

  test('X98 forms are units of their own', async () => {
    const { units } = await generate();
    const texts = (id: string) => units.get(id)?.variants.map(({ runs }) => dataText(runs));
    expect(texts('u2.one')).toEqual(['one file', 'eine']);
    expect(texts('u2.few')).toEqual(['many files', 'wenige']);
    expect(texts('u2.other')).toEqual(['many files', 'viele']);
  });

  test('codes in a form and around it have ids of their own', async () => {
    const code = (data: string): Run => ({ kind: 'ph', id: '1', type: 'code:variable', data });
    const source: Runs = [code('{name}'), { kind: 'plural', pivot: 'n', forms: { other: [code('#')] } }];
    const block = createBlock({ id: 'n', name: 'n', sourceLocale: 'en', source });
    const { text } = await generate(undefined, [block]);
    expect(text).toContain('x="1">{name}</ph>');
    expect(text).toContain('x="1.2">#</ph>');
  });

  test('X31 one language is written alone, and a character that XML lacks is told', async () => {
    const { units, losses } = await generate('fr');
    expect(units.get('u1')?.variants.map(({ locale }) => locale)).toEqual(['en']);
    expect(losses).toMatchObject([{ kind: 'char-replaced', block: '/space' }]);
  });
});
