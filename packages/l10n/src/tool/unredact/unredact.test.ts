import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@helve/core';
import {
  compileFlow,
  FlowToolRegistry,
  newPayload,
  registerAll,
  type Block,
  type Finding,
  type Part,
  type Run,
  type RunReport,
  type Runs,
  type Vault,
} from '@helve/flow';
import { cloneBlock, createTarget, freezeRuns, rangeFor } from '@helve/flow/content';
import { arbitraryBlock } from '@helve/flow/testing';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCheckReport } from '../../check/check-report.js';
import { findingsIn } from '../../check/collect-findings.js';
import { aBlock, bold, plural, t, variable } from '../../testing/runs-kit.js';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { createMemoryVault } from '../../vault/create-memory-vault.js';
import { openFileVault } from '../../vault/open-file-vault.js';
import { redact } from '../redact/redact.js';
import { unredact } from './unredact.js';

const key = Buffer.alloc(32, 7);
const rulesOf = (...terms: string[]) => ({ rules: terms.map((term) => ({ term, category: 'person' })) });

async function redacted(block: Block | string, config: JsonObject, vault: Vault): Promise<Block> {
  return (await runTool(redact, [block], { config, vault })).block;
}

async function restored(block: Block, vault: Vault, config: JsonObject = {}) {
  return runSteps(
    [redact, unredact],
    [{ tool: 'unredact', config: { vault: 'v', ...config } }],
    toParts([cloneBlock(block)]),
    { vault },
  );
}

/** Adds a target derived from the source of a block. */
function translate(block: Block, change: (runs: Runs) => Runs, variant = 'de'): Block {
  const copy = cloneBlock(block);
  copy.targets[variant] = createTarget(freezeRuns([...change(block.source)]), {
    status: 'draft',
    origin: { kind: 'mt' },
  });
  return copy;
}

const isToken = (run: Run) => run.kind === 'ph' && run.type.startsWith('redaction:');
const findings = (block: Block) => findingsIn(block, 'f', 0).map(({ finding }) => finding);
const rules = (list: readonly Finding[]) => list.map(({ rule, severity, variant }) => [rule, severity, variant]);
const reportOf = (report: RunReport) => (report.reports['unredact'] as { totals: JsonObject }).totals;

/** Selects what must come back: content, texts and status; marks over secrets may go. */
const contentOf = ({ source, targets, properties, annotations }: Block) =>
  JSON.parse(JSON.stringify({ source, targets, properties, annotations })) as unknown;

describe('unredact', () => {
  test('T96 originals come back into the source, targets and every surface, run for run', async () => {
    const vault = createMemoryVault(key);
    const block = aBlock(
      [t('Ada '), ...bold('1', t('Lovelace')), t(' has '), plural({ one: 'Ada', other: [t('x '), variable('n')] })],
      { de: [t('Von Ada Love'), ...bold('1', t('lace schon'))] },
      {
        status: 'signed-off',
        properties: { owner: 'Ada Lovelace' },
        annotations: {
          note: newPayload('note', { items: [{ text: 'Ada!' }] }),
          'alt-translation': newPayload('alt-translations', { items: [{ target: [t('Ada')], locale: 'de' }] }),
        },
      },
    );
    const before = contentOf(block);
    const hidden = await redacted(block, rulesOf('Ada Lovelace', 'Ada'), vault);
    expect(JSON.stringify(hidden)).not.toMatch(/Ada|Love/);
    const { block: after, report } = await restored(hidden, vault);
    expect(contentOf(after)).toEqual(before);
    expect(reportOf(report)).toMatchObject({
      restored: 6,
      categories: { person: 6 },
      surfaces: { source: 2, targets: 1, notes: 1, properties: 1, annotations: 1 },
      lost: 0,
    });
    expect([findings(after), report.lossCounts]).toEqual([[], {}]);
  });

  test('T96 other parts get their texts back', async () => {
    const vault = createMemoryVault(key);
    const parts: Part[] = [...toParts(['Hello'])];
    const media = { id: 'm', mimeType: 'image/png', size: 1, altText: 'Ada', properties: { by: 'Ada' } };
    const data = { id: 'd', name: '', referent: false, properties: { by: 'Ada' } };
    parts.splice(1, 0, { kind: 'media', media }, { kind: 'data', data });
    const [layer] = parts;
    if (layer?.kind === 'layer-start') {
      layer.layer.properties['by'] = 'Ada';
      layer.layer.annotations['note'] = newPayload('note', { items: [{ text: 'Ada' }] });
    }
    const before = JSON.stringify(parts);
    const hidden = await runSteps([redact], [{ tool: 'redact', config: rulesOf('Ada') }], parts, { vault });
    expect(JSON.stringify(hidden.parts)).not.toContain('Ada');
    const after = await runSteps([unredact], [{ tool: 'unredact', config: { vault: 'v' } }], hidden.parts, { vault });
    expect(JSON.stringify(after.parts)).toBe(before);
  });

  test('T96 what is only text is restored by the visible text, the longest first, pieces in turn', async () => {
    const vault = createMemoryVault(key);
    const names = Array.from({ length: 12 }, (_, index) => `Name${String.fromCharCode(65 + index)}`);
    const hidden = await redacted(
      aBlock([t(`${names.join(' ')} Ada`), ...bold('1', t('Lovelace!'))]),
      rulesOf(...names, 'AdaLovelace'),
      vault,
    );
    const text = hidden.source
      .map((run) => (run.kind === 'text' ? run.text : run.kind === 'ph' ? run.data : ''))
      .join('');
    expect(text).toContain('[REDACTED:Person#12]');
    const plain = aBlock(text);
    const { block } = await restored(plain, vault);
    expect(block.source).toEqual([t(`${names.join(' ')} AdaLovelace!`)]);
    expect(findings(block)).toEqual([]);
  });

  test('TV8 a target that lost a token is a critical finding and a loss, and the gate says no', async () => {
    const vault = createMemoryVault(key);
    const hidden = await redacted('Ada met Grace', rulesOf('Ada', 'Grace'), vault);
    const { block, report } = await restored(
      translate(hidden, (runs) =>
        runs.filter((run) => !isToken(run) || (run.kind === 'ph' && run.data.includes('#1'))),
      ),
      vault,
    );
    expect(rules(findings(block))).toEqual([['redaction.token-lost', 'critical', 'de']]);
    const token = vault.tokenOf('person', 'Grace');
    expect(report.losses).toMatchObject([
      { kind: 'secret-unrestored', block: 'b1', detail: { variant: 'de', count: 1, tokens: [token] } },
    ]);
    expect(JSON.stringify(report)).not.toContain('Grace');
    expect(reportOf(report)).toMatchObject({ lost: 1 });
    const judged = createCheckReport({
      findings: findingsIn(block, 'f', 0),
      files: ['f'],
      blocks: 1,
      words: 3,
      locales: ['de'],
      checks: [],
      today: '2026-01-01',
    });
    expect(judged.pass).toBe(false);
  });

  test('T96 a token that was repeated is restored everywhere and is a minor finding', async () => {
    const vault = createMemoryVault(key);
    const rule = { rules: [{ term: 'Ada L', category: 'person' }] };
    const codes = { deletable: true, cloneable: false, reorderable: true };
    const source: Runs = [
      t('Ada '),
      { kind: 'pc-open', id: '1', type: 'fmt:bold', data: '<b>', constraints: codes },
      t('L'),
      { kind: 'pc-close', id: '1', type: 'fmt:bold', data: '</b>' },
    ];
    const hidden = await redacted(aBlock(source), rule, vault);
    const [token] = hidden.source;
    const second: Run = { ...(token as Extract<Run, { kind: 'ph' }>), id: `${vault.tokenOf('x', 'y')}.2` };
    const twin: Run = { ...second, id: `${(token as Extract<Run, { kind: 'ph' }>).id}.2` };
    const { block } = await restored(
      translate(hidden, (runs) => [...runs, t(' und '), twin]),
      vault,
    );
    expect(block.targets['de']?.runs).toEqual([...source, t(' und Ada L')]);
    expect(rules(findings(block))).toEqual([['redaction.token-repeated', 'minor', 'de']]);
  });

  test('T96 a token that the vault does not know stays and is a major finding, in source and target', async () => {
    const vault = createMemoryVault(key);
    const hidden = await redacted('Ada', rulesOf('Ada'), vault);
    const { block } = await restored(
      translate(hidden, (runs) => runs),
      createMemoryVault(key),
    );
    expect(block.source).toEqual(hidden.source);
    expect(block.annotations['redaction.secret']).toEqual(hidden.annotations['redaction.secret']);
    expect(rules(findings(block))).toEqual([
      ['redaction.token-unknown', 'major', undefined],
      ['redaction.token-unknown', 'major', 'de'],
    ]);
    const mangled = await restored(
      translate(hidden, () => [t('[REDACTED:Person#7]')]),
      vault,
    );
    expect(rules(findings(mangled.block))).toEqual([
      ['redaction.token-lost', 'critical', 'de'],
      ['redaction.token-unknown', 'major', 'de'],
    ]);
  });

  test('T96 a visible text that stands for two originals is not guessed', async () => {
    const vault = createMemoryVault(key);
    const first = await redacted('Ada', rulesOf('Ada'), vault);
    await redacted('Grace', rulesOf('Grace'), vault);
    const { block } = await restored(aBlock('[REDACTED:Person]'), vault);
    expect(block.source).toEqual([t('[REDACTED:Person]')]);
    expect(rules(findings(block))).toEqual([['redaction.token-unknown', 'major', undefined]]);
    // The block that records its tokens is certain.
    const sure = aBlock('[REDACTED:Person]', {}, { annotations: first.annotations });
    expect((await restored(sure, vault)).block.source).toEqual([t('Ada')]);
  });

  test('T96 a target that never had a secret has not lost it', async () => {
    const vault = createMemoryVault(key);
    const hidden = await redacted(aBlock('Ada left', { de: 'Sie ging', fr: 'Ada et Ada' }), rulesOf('Ada'), vault);
    const { block } = await restored(hidden, vault);
    expect(findings(block)).toEqual([]);
    const changed = await restored(
      translate(hidden, () => [t('Sie ging weg')]),
      vault,
    );
    expect(rules(findings(changed.block))).toEqual([['redaction.token-lost', 'critical', 'de']]);
  });

  test('T96 every form of a plural is held to the form that it translates', async () => {
    const vault = createMemoryVault(key);
    const hidden = await redacted(aBlock([plural({ one: 'file', other: 'files of Ada' })]), rulesOf('Ada'), vault);
    const [holder] = hidden.source;
    const other = holder?.kind === 'plural' ? (holder.forms.other ?? []) : [];
    const polish = (few: Runs) => [plural({ one: 'plik', few, many: other, other })];
    const good = await restored(
      translate(hidden, () => polish(other), 'pl'),
      vault,
    );
    expect(findings(good.block)).toEqual([]);
    const bad = await restored(
      translate(hidden, () => polish([t('pliki')]), 'pl'),
      vault,
    );
    expect(rules(findings(bad.block))).toEqual([['redaction.token-lost', 'critical', 'pl']]);
    const flat = await restored(
      translate(hidden, () => [t('pliki')], 'pl'),
      vault,
    );
    expect(rules(findings(flat.block))).toEqual([['redaction.token-lost', 'critical', 'pl']]);
  });

  test('T91 a lost or unknown token may be an error of its block', async () => {
    const vault = createMemoryVault(key);
    const hidden = await redacted('Ada', rulesOf('Ada'), vault);
    const lost = translate(hidden, () => [t('Sie')]);
    const { report } = await restored(lost, vault, { onMissing: 'error' });
    expect(report.status).toBe('failed');
    expect(JSON.stringify(report)).toContain('1 tokens are missing or unknown');
    expect(
      (
        await restored(
          translate(hidden, (runs) => runs),
          vault,
          { onMissing: 'error' },
        )
      ).report.status,
    ).toBe('ok');
  });

  test('T91 the marks of redact are asked for unless a lasting vault is named', () => {
    const registry = new FlowToolRegistry();
    registerAll(registry, [redact, unredact]);
    const missing = (steps: readonly { tool: string; config?: JsonObject }[]) =>
      compileFlow({ name: 'f', spec: { steps } }, registry, { sourceLocale: 'en', source: { kind: 'file' } })
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ rule }) => rule);
    expect(missing([{ tool: 'unredact' }])).toEqual(['port-missing']);
    expect(missing([{ tool: 'unredact', config: { vault: 'memory' } }])).toEqual(['port-missing']);
    expect(missing([{ tool: 'unredact', config: { vault: 'vault.ndjson' } }])).toEqual([]);
    expect(missing([{ tool: 'redact', config: rulesOf('Ada') }, { tool: 'unredact' }])).toEqual([]);
  });

  test('T91 a run without a vault fails by the name of the vault', async () => {
    const { report } = await runTool(unredact, ['x'], { config: { vault: 'secrets.ndjson' } });
    expect(JSON.stringify(report)).toContain('has not opened \\"secrets.ndjson\\"');
  });

  test('T96 running it again changes nothing', async () => {
    const vault = createMemoryVault(key);
    const hidden = await redacted('Ada and Bob', rulesOf('Ada'), vault);
    const once = await restored(hidden, vault);
    const before = JSON.stringify(once.block);
    expect(JSON.stringify((await restored(once.block, vault)).block)).toBe(before);
  });

  test('TV4 through a file the originals come back, and another key opens nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-unredact-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'vault.ndjson');
    const block = aBlock([t('Ada '), ...bold('1', t('Lovelace'))], { de: 'Ada Lovelace' });
    const before = contentOf(block);
    const first = await openFileVault({ path, key });
    const hidden = await redacted(block, rulesOf('Ada Lovelace'), first);
    await first.close();
    expect(await readFile(path, 'utf8')).not.toMatch(/Ada|Lovelace|fmt:bold/);
    await expect(openFileVault({ path, key: Buffer.alloc(32, 8) })).rejects.toThrow('another key');
    const second = await openFileVault({ path, key });
    const { block: after } = await restored(hidden, second);
    await second.close();
    expect(contentOf(after)).toEqual(before);
  });

  test('TV4 a visible text that changed between two runs is known by its newest form', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-unredact-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const vault = await openFileVault({ path: join(folder, 'vault.ndjson'), key });
    await redacted('Ada', rulesOf('Ada', 'Grace'), vault);
    await redacted('Ada, Grace', rulesOf('Ada', 'Grace'), vault);
    const { block } = await restored(aBlock('[REDACTED:Person#1], [REDACTED:Person#2]'), vault);
    await vault.close();
    expect(block.source).toEqual([t('Ada, Grace')]);
  });

  test('KV7 three segments stay three after redact and after unredact', async () => {
    const vault = createMemoryVault(key);
    const source = [t('Hi. Ask Ada now. Bye.')];
    const block = aBlock(source);
    const span = (id: string, start: number, end: number) => ({
      id,
      range: rangeFor(source, undefined, start, end),
      props: {},
    });
    const spans = [span('1', 0, 4), span('2', 4, 17), span('3', 17, 21)];
    block.overlays.push({ type: 'segmentation', variant: null, layer: '', spans });
    const hidden = await redacted(block, rulesOf('Ada'), vault);
    expect(hidden.overlays[0]?.spans).toHaveLength(3);
    const { block: after } = await restored(hidden, vault);
    expect(after.overlays[0]?.spans).toEqual(spans);
  });

  test('T96 whatever the content and the terms, redacting and restoring gives the same content', async () => {
    const term = fc.oneof(
      fc.constantFrom('Hello', 'world', 'a', 'o w', ' ', '日', '語', '😀', 'Helloworld', '. ', 'lo', 'é'),
      fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme' }),
    );
    const rule = fc.record({
      term,
      category: fc.constantFrom('person', 'place'),
      flags: fc.subarray(['ignorecase', 'wholeword']),
    });
    await fc.assert(
      fc.asyncProperty(arbitraryBlock(), fc.array(rule, { minLength: 1, maxLength: 4 }), async (block, list) => {
        const vault = createMemoryVault(key);
        const before = contentOf(block);
        const config = { rules: list as unknown as JsonObject[] };
        const hidden = await runTool(redact, [cloneBlock(block)], { config, vault });
        expect(hidden.report.status).toBe('ok');
        const again = await runTool(redact, [cloneBlock(hidden.block)], { config, vault });
        expect(contentOf(again.block)).toEqual(contentOf(hidden.block));
        const { block: after, report } = await restored(hidden.block, vault);
        expect(report.status).toBe('ok');
        expect(contentOf(after)).toEqual(before);
        expect(findings(after)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
