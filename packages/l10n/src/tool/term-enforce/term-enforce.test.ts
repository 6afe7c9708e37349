import { newPayload, targetPort, type Block, type RunEdit, type Runs } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { foundIn } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t } from '../../testing/runs-kit.js';
import { concept, withTerms } from '../../testing/term-kit.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { termEnforce } from './term-enforce.js';

const terms = [
  concept('file', [
    'en:file',
    'de:Datei!preferred',
    'de:Akte!admitted',
    'de:File!forbidden',
    'de:Schriftstück!deprecated',
  ]),
  concept('old', ['en:e-mail!deprecated', 'de:E-Post!deprecated'], {
    relations: [{ type: 'replaced-by', to: 'mail' }],
  }),
  concept('mail', ['en:email', 'de:E-Mail']),
  concept('map', ['en:map', 'de:Karte!proposed'], { domain: 'geo' }),
];

async function enforced(block: Block, config = {}, given = terms) {
  const run = await runTool(termEnforce, [block], { config, resources: withTerms(given) });
  expect(run.report.status).toBe('ok');
  return run.block;
}

const found = async (source: Runs | string, target: Runs | string, config = {}) =>
  foundIn(await enforced(aBlock(source, { de: target }), config));

const rules = async (...args: Parameters<typeof found>) =>
  (await found(...args)).map(({ rule, subject }) => `${rule} ${subject}`);

describe('term-enforce', () => {
  test('T89 a term must have an acceptable target term as often', async () => {
    expect(await found('Open the files', 'Öffne das Dokument')).toMatchObject([
      {
        rule: 'term.not-used',
        severity: 'major',
        suggestion: 'Datei',
        source: { start: 9, end: 14 },
        target: { start: 0, end: 18 },
      },
    ]);
    expect(await rules('a file, a file', 'eine Datei, zwei Dateien')).toEqual([]);
    expect(await rules('a file, a file', 'eine Datei')).toEqual(['term.not-used file']);
  });

  test('T89 a term that was left as it is can be replaced, and only that place', async () => {
    const block = await enforced(aBlock('Open the file', { de: [t('Öffne die '), ...bold('1', t('file'))] }), {
      caseSensitive: true,
    });
    const [finding] = foundIn(block);
    expect(finding).toMatchObject({ rule: 'term.not-used', target: { start: 11, end: 15 } });
    expect(await fixed(block)).toBe('Öffne die <x id="1"/>Datei<x id="/1"/>');
  });

  test('T89 a deprecated target term is minor and a forbidden one major, with a suggestion and a fix', async () => {
    const block = await enforced(aBlock('x', { de: 'Das file als File, Schriftstück und E-Post' }), {
      caseSensitive: true,
    });
    expect(foundIn(block)).toMatchObject([
      {
        rule: 'term.forbidden',
        severity: 'major',
        subject: 'File',
        suggestion: 'Datei',
        target: { start: 13, end: 17 },
      },
      { rule: 'term.deprecated', severity: 'minor', subject: 'Schriftstück', suggestion: 'Datei' },
      { rule: 'term.deprecated', subject: 'E-Post', suggestion: 'E-Mail' },
    ]);
    expect(await fixed(block)).toBe('Das file als Datei, Datei und E-Mail');
  });

  test('T89 there is no fix where codes stand inside of the term', async () => {
    const [finding] = await found('x', [t('E-'), ...bold('1', t('Post')), t(' da')]);
    expect(finding).toMatchObject({ rule: 'term.deprecated', suggestion: 'E-Mail' });
    expect(finding?.fix).toBeUndefined();
  });

  test('T89 an inflected term has no certain fix', async () => {
    const [finding] = await found('x', 'zwei Schriftstücke');
    expect(finding).toMatchObject({ rule: 'term.deprecated', suggestion: 'Datei' });
    expect(finding?.fix).toBeUndefined();
  });

  test('T89 a deprecated source term is answered by its successor', async () => {
    expect(await rules('an e-mail', 'eine E-Mail')).toEqual([]);
    expect(await rules('an e-mail', 'ein Brief')).toEqual(['term.not-used e-mail']);
  });

  test('T89 a term that may be used in another sense is left alone', async () => {
    const given = [concept('a', ['en:x', 'de:Bank!forbidden']), concept('b', ['en:bank', 'de:Bank'])];
    expect(foundIn(await enforced(aBlock('bank', { de: 'Bank' }), {}, given))).toEqual([]);
  });

  test('T89 works form by form, and a second run changes nothing', async () => {
    const source = [plural({ one: 'one file', other: 'many files' })];
    const block = await enforced(aBlock(source, { de: [plural({ one: 'eine Datei', other: 'viele' })] }));
    expect(foundIn(block)).toMatchObject([{ path: [{ run: 0, form: 'other' }] }]);
    expect(block.overlays.find(({ type }) => type === 'term')?.spans).toHaveLength(2);
    expect((await enforced(block)).overlays).toEqual(block.overlays);
  });

  test('T89 terms that others have marked are held to as well', async () => {
    const range = { startRun: 0, startOffset: 0, endRun: 1, endOffset: 0 };
    const mark = (targets: readonly { text: string; locale: string; status?: string }[]) => {
      const block = aBlock('gizmo', { de: 'Gerät' });
      const value = newPayload('term', { text: 'gizmo', targets });
      block.overlays.push({ type: 'term', variant: null, layer: '', spans: [{ id: 'mine', range, props: {}, value }] });
      return block;
    };
    expect(foundIn(await enforced(mark([{ text: 'Dings', locale: 'de' }])))).toMatchObject([
      { rule: 'term.not-used', subject: 'gizmo', suggestion: 'Dings' },
    ]);
    expect(foundIn(await enforced(mark([{ text: 'Gerät', locale: 'de' }])))).toEqual([]);
    expect(foundIn(await enforced(mark([{ text: 'Dings', locale: 'de', status: 'proposed' }])))).toEqual([]);
  });

  test('T89 reads checkStatuses, statuses, domains, minScore, inflection and caseSensitive', async () => {
    expect(await rules('a file', 'die Akte')).toEqual(['term.not-used file']);
    expect(await rules('a file', 'die Akte', { checkStatuses: ['preferred', 'admitted'] })).toEqual([]);
    expect(await rules('a map', 'ein Plan')).toEqual([]);
    expect(await rules('a map', 'ein Plan', { checkStatuses: ['proposed'] })).toEqual(['term.not-used map']);
    expect(await rules('a file', 'x', { statuses: ['preferred'] })).toEqual([]);
    expect(await rules('a file', 'x', { domains: ['geo'] })).toEqual([]);
    expect(await rules('files', 'x', { minScore: 0.95 })).toEqual([]);
    expect(await rules('files', 'x', { inflection: 'none' })).toEqual([]);
    expect(await rules('FILE', 'x', { caseSensitive: true })).toEqual([]);
  });

  test('T89 reads asOf and tags', async () => {
    const validity = { from: '2000-01-01', to: '2001-01-01', tags: ['web'] };
    const given = [concept('a', [{ text: 'page', locale: 'en', status: 'approved', validity }, 'de:Seite'])];
    const check = async (config: object) => foundIn(await enforced(aBlock('page', { de: 'x' }), config, given)).length;
    expect(await check({})).toBe(0);
    expect(await check({ asOf: '2000-06-01' })).toBe(1);
    expect(await check({ asOf: '2000-06-01', tags: ['print'] })).toBe(0);
  });

  test('T89 reads severities and targetLocale, and does nothing without a termbase', async () => {
    expect(await rules('a file', 'x', { severities: { 'term.not-used': 'off' } })).toEqual([]);
    const other = await runTool(termEnforce, [aBlock('a file', { de: 'x' })], {
      config: { targetLocale: 'de' },
      targets: [],
      resources: withTerms(terms),
    });
    expect(foundIn(other.block)).toHaveLength(1);
    const { block, report } = await runTool(termEnforce, [aBlock('a file', { de: 'x' })]);
    expect([foundIn(block), report.status]).toEqual([[], 'ok']);
  });
});

/** Applies every fix to the target, as a step of a flow would. */
async function fixed(block: Block): Promise<string> {
  const edits = foundIn(block).flatMap(({ fix }) => fix?.edits ?? []);
  const run = await runTool(fixer(edits), [block]);
  expect(run.report.status).toBe('ok');
  return show(run.block.targets['de']?.runs);
}

const fixer = (edits: readonly RunEdit[]) =>
  flowToolEntry({
    meta: {
      id: 'fixer',
      version: '1.0.0',
      category: 'transform',
      displayName: 'Fixer',
      description: 'Applies edits to the target.',
      cardinality: 'bilingual',
      consumes: [targetPort],
      produces: [targetPort],
      writesOutput: true,
    },
    properties: {},
    create: () => ({ transform: () => ({ targets: { de: { edits } } }) }),
  });
