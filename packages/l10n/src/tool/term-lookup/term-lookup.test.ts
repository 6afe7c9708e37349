import { payloadOf, type Block } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, t } from '../../testing/runs-kit.js';
import { concept, withTerms } from '../../testing/term-kit.js';
import { termLookup } from './term-lookup.js';

const terms = [
  concept('file', ['en:file!preferred', 'de:Datei!preferred', 'de:Akte!admitted', 'de:File!forbidden'], {
    domain: 'os',
  }),
  concept('mail', ['en:e-mail!deprecated', 'de:E-Post'], { relations: [{ type: 'use-instead', to: 'email' }] }),
  concept('email', ['en:email', 'de:E-Mail!preferred', 'de:Mail']),
  concept('disk', [{ text: 'disk', locale: 'en', status: 'approved', validity: { to: '2020-01-01', tags: ['old'] } }]),
];

async function spansOf(source: Block | string, config = {}) {
  const block = typeof source === 'string' ? aBlock(source) : source;
  const run = await runTool(termLookup, [block], { config, resources: withTerms(terms) });
  expect(run.report.status).toBe('ok');
  return run.block.overlays.find(({ type }) => type === 'term')?.spans ?? [];
}

const textsOf = async (source: Block | string, config = {}) =>
  (await spansOf(source, config)).map(({ value }) => payloadOf(value, 'term')?.text);

describe('term-lookup', () => {
  test('T88 marks terms with their concept and what they are called in the target', async () => {
    const [span] = await spansOf(aBlock([t('Save the '), ...bold('1', t('Files'))]));
    expect(span).toMatchObject({ id: 'terms-de-1', range: { startRun: 2, startOffset: 0, endRun: 3, endOffset: 0 } });
    expect(span?.value).toEqual({
      type: 'term',
      text: 'file',
      conceptId: 'file',
      targets: [
        { text: 'Datei', locale: 'de', status: 'preferred' },
        { text: 'Akte', locale: 'de', status: 'admitted' },
      ],
      status: 'preferred',
      score: 0.9,
      matchType: 'inflected',
    });
  });

  test('T88 a term that should not be used points to the preferred one of its successor', async () => {
    const [span] = await spansOf('Send an e-mail');
    expect(span?.props).toEqual({ useInstead: 'email', useInsteadConcept: 'email' });
    expect(payloadOf(span?.value, 'term')).toMatchObject({
      conceptId: 'mail',
      status: 'deprecated',
      targets: [{ text: 'E-Mail', locale: 'de', status: 'preferred' }],
    });
  });

  test('T88 looks into every form, and a second run changes nothing', async () => {
    const block = aBlock([plural({ one: 'one file', other: 'many files' })]);
    const { block: once } = await runTool(termLookup, [block], { resources: withTerms(terms) });
    expect(once.overlays.flatMap(({ spans }) => spans.map(({ range }) => range?.path?.[0]?.form))).toEqual([
      'one',
      'other',
    ]);
    const { block: twice } = await runTool(termLookup, [once], { resources: withTerms(terms) });
    expect(twice.overlays).toEqual(once.overlays);
  });

  test('T88 reads domains, statuses, minScore and inflection', async () => {
    const text = 'file Email files';
    expect(await textsOf(text)).toEqual(['file', 'email', 'file']);
    expect(await textsOf(text, { domains: ['os'] })).toEqual(['file', 'file']);
    expect(await textsOf(text, { statuses: ['approved'] })).toEqual(['email']);
    expect(await textsOf(text, { minScore: 0.92 })).toEqual(['file', 'email']);
    expect(await textsOf(text, { minScore: 1 })).toEqual(['file']);
    expect(await textsOf(text, { inflection: 'none' })).toEqual(['file', 'email']);
  });

  test('T88 reads asOf and tags; the day of the run counts without', async () => {
    expect(await textsOf('a disk')).toEqual([]);
    expect(await textsOf('a disk', { asOf: '2019-05-05' })).toEqual(['disk']);
    expect(await textsOf('a disk', { asOf: '2019-05-05', tags: ['new'] })).toEqual([]);
    expect(await textsOf('a disk', { asOf: '2019-05-05', tags: ['old'] })).toEqual(['disk']);
    await expect(textsOf('a disk', { asOf: 'soon' })).rejects.toThrow('got "soon"');
  });

  test('T88 does nothing without a termbase, nor in blocks that are not translated', async () => {
    const { block, report } = await runTool(termLookup, ['a file']);
    expect(block.overlays).toEqual([]);
    expect(report.status).toBe('ok');
    expect(await spansOf(aBlock('a file', {}, { translatable: false }))).toEqual([]);
  });

  test('T88 takes its target from targetLocale where the run names none', async () => {
    const { block } = await runTool(termLookup, ['a file'], {
      config: { targetLocale: 'de' },
      targets: [],
      resources: withTerms(terms),
    });
    expect(block.overlays[0]?.spans[0]?.id).toBe('terms-de-1');
  });
});
