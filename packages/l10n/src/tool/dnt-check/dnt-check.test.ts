import { newPayload, type Block } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { foundIn } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, t } from '../../testing/runs-kit.js';
import { dntCheck } from './dnt-check.js';

async function found(block: Block, config = {}) {
  const run = await runTool(dntCheck, [block], { config });
  expect(run.report.status).toBe('ok');
  return foundIn(run.block);
}

const subjects = async (source: string, target: string, config = {}) =>
  (await found(aBlock(source, { de: target }), { terms: ['Acme Go'], ...config })).map(({ subject }) => subject);

/** A block with an entity over some characters of its source. */
function withEntity(source: string, target: string, start: number, end: number, dnt = true): Block {
  const block = aBlock(source, { de: target });
  const range = {
    startRun: 0,
    startOffset: start,
    endRun: end === source.length ? 1 : 0,
    endOffset: end === source.length ? 0 : end,
  };
  const value = newPayload('entity', { entityType: 'person', dnt, by: 'manual' });
  block.overlays.push({ type: 'entity', variant: null, layer: '', spans: [{ id: 'e1', range, props: {}, value }] });
  return block;
}

describe('dnt-check', () => {
  test('T27 a term that was translated is critical, with places on both sides and what must be kept', async () => {
    expect(await found(aBlock('Try Acme Go now', { de: 'Acme Los jetzt' }), { terms: ['Acme Go'] })).toMatchObject([
      {
        rule: 'dnt.translated',
        severity: 'critical',
        subject: 'Acme Go',
        metadata: { preserve: 'Acme Go' },
        source: { start: 4, end: 11 },
        target: { start: 0, end: 14 },
      },
    ]);
    const [finding] = await found(aBlock('Acme Go', { de: 'x' }), { terms: ['Acme Go'] });
    expect(finding?.fix).toBeUndefined();
  });

  test('T27 the target must have it as often, as whole words and in no other form', async () => {
    expect(await subjects('Acme Go and Acme Go', 'Acme Go und Acme Go')).toEqual([]);
    expect(await subjects('Acme Go and Acme Go', 'Acme Go')).toEqual(['Acme Go']);
    expect(await subjects('Acme Go', 'Acme Gos')).toEqual(['Acme Go']);
    expect(await subjects('Acme Gopher', 'x')).toEqual([]);
    expect(await found(aBlock([t('Ac'), ...bold('1', t('me Go'))], { de: 'x' }), { terms: ['Acme Go'] })).toHaveLength(
      1,
    );
  });

  test('T27 caseInsensitive lets the case differ', async () => {
    expect(await subjects('Acme Go', 'ACME GO')).toEqual(['Acme Go']);
    expect(await subjects('Acme Go', 'ACME GO', { caseInsensitive: true })).toEqual([]);
    expect(await subjects('ACME GO', 'x')).toEqual([]);
    expect(await subjects('ACME GO', 'x', { caseInsensitive: true })).toEqual(['Acme Go']);
  });

  test('T27 entities that must not be translated are kept too, unless useEntities is off', async () => {
    expect(await found(withEntity('Ask Ada Fern', 'Frag Ada Farn', 4, 12))).toMatchObject([
      { subject: 'Ada Fern', source: { start: 4, end: 12 } },
    ]);
    expect(await found(withEntity('Ask Ada Fern', 'Frag Ada Fern', 4, 12))).toEqual([]);
    expect(await found(withEntity('Ask Ada Fern', 'Frag x', 4, 12, false))).toEqual([]);
    expect(await found(withEntity('Ask Ada Fern', 'Frag x', 4, 12), { terms: ['y'], useEntities: false })).toEqual([]);
  });

  test('T27 nothing to check is refused', async () => {
    await expect(runTool(dntCheck, ['a'], { config: { useEntities: false } })).rejects.toThrow(
      'nothing would be checked',
    );
  });

  test('T27 reads severities and targetLocale', async () => {
    expect(await subjects('Acme Go', 'x', { severities: { 'dnt.translated': 'off' } })).toEqual([]);
    const { block } = await runTool(dntCheck, [aBlock('Acme', { fr: 'x' })], {
      config: { terms: ['Acme'], targetLocale: 'fr' },
      targets: [],
    });
    expect(foundIn(block)).toHaveLength(1);
  });
});
