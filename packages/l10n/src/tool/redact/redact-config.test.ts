import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json, JsonObject } from '@helve/core';
import { createBlock, newPayload, type Block, type BlockView, type Vault } from '@helve/flow';
import { rangeFor } from '@helve/flow/content';
import { describe, expect, onTestFinished, test } from 'vitest';
import { faults, person, redactOne, sourceAfter, vaultOf, visible } from '../../testing/redaction-kit.js';
import { show } from '../../testing/runs-kit.js';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { redact } from './redact.js';

describe('redact by rules', () => {
  test('T90 a term may be found whatever its case, or as a whole word only', async () => {
    expect(await sourceAfter('ADA, ada', { rules: [person('Ada')] })).toBe('ADA, ada');
    expect(await sourceAfter('ADA, ada', { rules: [person('Ada', 'ignorecase')] })).toBe(
      '[REDACTED:Person#1], [REDACTED:Person#2]',
    );
    const whole = { rules: [person('Ada', 'wholeword'), person('Ada Bo', 'wholeword')] };
    expect(await sourceAfter('Adam, 𝐀Ada, Ada', whole)).toBe('Adam, 𝐀Ada, [REDACTED:Person]');
    expect(await sourceAfter('Ada Bob', whole)).toBe('[REDACTED:Person] Bob');
    expect(await sourceAfter('😀Ada😀 adam ADA', { rules: [person('ada', 'ignorecase', 'wholeword')] })).toBe(
      '😀[REDACTED:Person#1]😀 adam [REDACTED:Person#2]',
    );
    expect(await sourceAfter('C++ (x)', { rules: [{ term: 'C++ (', category: 'code' }] })).toBe('[REDACTED:Code]x)');
  });

  test('T90 a pattern may be found whatever its case, or as a whole word only', async () => {
    const rule = (pattern: string, ...flags: string[]) => ({ rules: [{ pattern, category: 'id', flags }] });
    expect(await sourceAfter('k-1 K-22', rule(String.raw`k-\d+`))).toBe('[REDACTED:Id] K-22');
    expect(await sourceAfter('k-1 K-22', rule(String.raw`k-\d`, 'ignorecase', 'wholeword'))).toBe('[REDACTED:Id] K-22');
    expect(await sourceAfter('aaa', rule('x*'))).toBe('aaa');
  });

  test('T90 a pattern that must run on a thread finds the same', async () => {
    const rules = [person('Ada'), { pattern: '(a+)+b', category: 'id' }];
    expect(await sourceAfter('Ada: aaab', { rules })).toBe('[REDACTED:Person]: [REDACTED:Id]');
  });

  test('T90 more rules come from a file, as a list or under a name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-rules-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = async (content: string) => {
      const path = join(folder, 'rules.json');
      await writeFile(path, content);
      return path;
    };
    const rulesPath = await file('[{"term":"Ada","category":"person"}]');
    expect(await sourceAfter('Ada, Bob', { rulesPath, rules: [person('Bob')] })).toBe(
      '[REDACTED:Person#1], [REDACTED:Person#2]',
    );
    expect(await sourceAfter('Ada', { rulesPath: await file('{"rules":[{"pattern":"A.a","category":"x"}]}') })).toBe(
      '[REDACTED:X]',
    );
    const refusal = async (content: string) =>
      JSON.stringify((await redactOne('x', { rulesPath: await file(content) })).report);
    expect(await refusal('nope')).toContain('it is not valid JSON');
    expect(await refusal('[{"term":"x"}]')).toMatch(/category.*at \\"\/0/);
    expect(await refusal('[{"category":"x"}]')).toMatch(/either .*term.* or .*pattern.*at \\"\/0/);
    expect(await refusal('[{"category":"x","pattern":"("}]')).toContain('Cannot use the pattern');
    const missing = await redactOne('x', { rulesPath: join(folder, 'none.json') });
    expect(JSON.stringify(missing.report)).toMatch(/Cannot use the rules of .*cannot be opened/);
  });
});

describe('redact by entities', () => {
  function marked(text: string, spans: readonly (readonly [number, number, string])[], fields: Partial<Block> = {}) {
    const block = createBlock({ id: 'b1', sourceLocale: 'en', source: text, ...fields });
    block.overlays.push({
      type: 'entity',
      variant: null,
      layer: '',
      spans: spans.map(([start, end, entityType], index) => ({
        id: `e${index}`,
        range: rangeFor(block.source, undefined, start, end),
        props: {},
        value: newPayload('entity', { entityType, dnt: true, by: 'manual' }),
      })),
    });
    return block;
  }
  const text = 'Ada Lovelace, 10 December 1815';
  const spans = [
    [0, 12, 'person'],
    [14, 30, 'date'],
  ] as const;

  test('T90 entities of the named kinds are taken out, by name or by a synonym', async () => {
    for (const entityTypes of [['person'], ['people'], ['entity:person']]) {
      expect(await sourceAfter(marked(text, spans), { entityTypes })).toBe('[REDACTED:Person], 10 December 1815');
    }
    expect(await sourceAfter(marked(text, spans), { detectors: ['entities'] })).toBe(
      '[REDACTED:Person], [REDACTED:Date]',
    );
  });

  test('T95 what was marked in the text is not told by the name of the block either', async () => {
    const teller = flowToolEntry({
      meta: {
        id: 'tell-names',
        version: '1.0.0',
        category: 'enrich',
        displayName: 'Names',
        description: 'Tells names.',
        cardinality: 'monolingual',
        consumes: [],
        produces: [{ type: 'property:told', side: 'source' }],
      },
      properties: {},
      create: () => ({ annotate: (view: BlockView) => view.setProperty('told', `${view.name} ${view.id}`) }),
    });
    const block = { ...marked('Ask Ada', [[4, 7, 'person']]), name: 'mail.Ada' };
    const steps = [{ tool: 'redact', config: { entityTypes: ['person'] } }, { tool: 'tell-names' }];
    const run = await runSteps([redact, teller], steps, toParts([block]), { vault: vaultOf() });
    expect(run.block.name).toBe('mail.Ada');
    expect(run.block.properties['told']).toMatch(/^mail\.rdx[a-z2-7]{10} b1$/u);
  });

  test('T90 rules are left out when only entities are asked for', async () => {
    const rules = [{ term: '1815', category: 'year' }];
    expect(await sourceAfter(marked(text, spans.slice(0, 1)), { detectors: ['entities'], rules })).toBe(
      '[REDACTED:Person], 10 December 1815',
    );
    expect(await sourceAfter(marked(text, spans.slice(0, 1)), { entityTypes: ['person'], rules })).toBe(
      '[REDACTED:Person], 10 December [REDACTED:Year]',
    );
  });

  test('T92 a marked name is found wherever else it stands in the block', async () => {
    const block = marked('Ada wrote. Ada left.', [[0, 3, 'person']], { properties: { by: 'Ada', n: 'Adam' } });
    const { block: after } = await redactOne(block, { entityTypes: ['person'] });
    expect(visible(after.source)).toBe('[REDACTED:Person] wrote. [REDACTED:Person] left.');
    expect(after.properties).toEqual({ by: '[REDACTED:Person]', n: 'Adam' });
  });

  test('KV22 entities are asked of an earlier step once they are on', () => {
    const missing = (config: JsonObject) => faults(config).some((message) => message.includes('entity'));
    expect(missing({ entityTypes: ['date'] })).toBe(true);
    expect(missing({ rules: [person('Ada')] })).toBe(false);
  });
});

describe('redact refuses', () => {
  test('T90 a config that detects nothing', () => {
    expect(faults({})).toEqual([expect.stringContaining('There is nothing to detect')]);
    expect(faults({ detectors: [], rules: [person('Ada')] })).toEqual([expect.stringContaining('nothing to detect')]);
  });

  test('T90 a rule without term and pattern, or with both, and a bad pattern', () => {
    const rule = (more: JsonObject): Json => ({ category: 'x', ...more });
    expect(faults({ rules: [rule({})] })).toEqual([expect.stringContaining('either "term" or "pattern"')]);
    expect(faults({ rules: [rule({ term: 'a', pattern: 'a' })] })).toEqual([
      expect.stringContaining('either "term" or "pattern"'),
    ]);
    expect(faults({ rules: [rule({ pattern: '(' })] })).toEqual([
      expect.stringContaining('Cannot use the pattern "("'),
    ]);
  });

  test('T90 a kind of entity that nobody knows, with the nearest one', () => {
    expect(faults({ entityTypes: ['persons'] })).toEqual(
      expect.arrayContaining(['There is no entity type "persons" / Did you mean "person"?']),
    );
    expect(faults({ entityTypes: ['zebra'] })).toEqual(
      expect.arrayContaining([expect.stringContaining('Use one of person, organization')]),
    );
  });

  test('T93 a placeholder with a variable that does not exist, or with nothing of its own', () => {
    const rules = [person('Ada')];
    expect(faults({ rules, placeholder: '[{kind}]' })).toEqual([expect.stringContaining('no variable "{kind}"')]);
    expect(faults({ rules, placeholder: '{category} {n}' })).toEqual([
      expect.stringContaining('Expected text besides'),
    ]);
  });

  test('T90 presets, flags, surfaces and categories that do not exist', () => {
    for (const config of [
      { presets: ['e-mail'] },
      { rules: [{ term: 'a', category: 'x', flags: ['word'] }] },
      { rules: [{ term: 'a', category: '[x]' }] },
      { rules: [person('a')], surfaces: ['notes', 'comments'] },
      { rules: [person('a')], surfaces: [] },
    ]) {
      expect(faults(config as JsonObject)).toHaveLength(1);
    }
  });

  test('T90 a run without a vault, by the name of the vault', async () => {
    const told = async (config: JsonObject) =>
      JSON.stringify((await runTool(redact, ['Ada'], { config: { rules: [person('Ada')], ...config } })).report);
    expect(await told({})).toContain('the run has none');
    expect(await told({ vault: 'memory' })).toContain('the run has not opened \\"memory\\"');
  });

  test('T95 a document with a block whose secrets the vault does not keep', async () => {
    const vault: Vault = { ...vaultOf(), put: () => Promise.reject(new Error('disk full')) };
    const config = { rules: [person('Ada')] };
    const { report, blocks } = await runTool(redact, ['Ada'], { config, vault, onError: 'quarantine' });
    expect(report.status).toBe('failed');
    expect(blocks.map(({ source }) => show(source))).toEqual([]);
  });
});
