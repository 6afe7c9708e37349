import fc from 'fast-check';
import type { Run, TargetStatus } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { aBlock, t } from '../../testing/runs-kit.js';
import { hashOriginal } from '../exchange-unit.js';
import type { ExchangeManifest } from '../manifest.js';
import { sentHash } from '../unit-hash.js';
import { toUnitRef } from '../unit-ref.js';
import { decideMerge, type BatchReturn } from './decide-merge.js';
import { homeRuns } from './home-runs.js';
import { indexOrigins } from './find-origin.js';
import { defaultMergeOptions, type UnitDecision } from './merge-result.js';

const batches = ['aaaaaaaa', 'bbbbbbbb'] as const;
const texts = ['Open', 'Save', 'Close'];
const blocks = texts.map((text, at) => ({ ...aBlock([t(text)]), id: `/${at}`, name: `n${at}` }));

function manifestOf(batch: string): ExchangeManifest {
  const units = blocks.map((block, at) => {
    const { key, content, structure, context } = hashOriginal(block);
    return {
      id: `u${at + 1}`,
      block: key,
      content,
      structure,
      context,
      sent: sentHash(block.source),
      targets: { de: {} },
    };
  });
  return {
    schema: 'helve.exchange/v1',
    batch,
    sha256: '',
    createdAt: `2030-01-0${batches.findIndex((one) => one === batch) + 1}T00:00:00.000Z`,
    version: '1.0.0',
    format: 'xliff2',
    options: '',
    sourceLocale: 'en',
    targetLocales: ['de'],
    files: [{ path: 'en.json', sha256: '', format: 'json', options: {}, units }],
    outputs: [],
  };
}

const indexes = new Map(batches.map((batch) => [batch, indexOrigins(manifestOf(batch), () => undefined)]));

const aReturn = fc
  .record({
    batch: fc.constantFrom(...batches),
    unit: fc.nat(3),
    text: fc.constantFrom('eins', 'zwei', ''),
    status: fc.constantFrom<TargetStatus>('draft', 'translated', 'reviewed'),
    file: fc.constantFrom('1.xlf', '2.xlf', '3.xlf'),
  })
  .map(({ batch, unit, text, status, file }): BatchReturn => {
    const source = blocks[unit]?.source ?? [t('Elsewhere')];
    const index = indexes.get(batch) ?? indexOrigins(manifestOf(batch), () => undefined);
    const ref = toUnitRef(batch, `u${unit + 1}`, sentHash(source));
    const target = text === '' ? undefined : { runs: [t(text)], status };
    return { index, returned: { file, id: ref.unit, name: '', ref, batch, locale: 'de', source, target } };
  });

type Site = Parameters<typeof decideMerge>[1];
const siteWith = (targets: ReadonlyMap<string, UnitDecision>): Site => ({
  unit: (_file, { block: key }) => {
    const block = blocks.find(({ id }) => id === key);
    const target = targets.get(key)?.target;
    return block && { block: { ...block, targets: target === undefined ? {} : { de: target } }, keepsState: true };
  },
  setBy: (_file, { block: key }) => {
    const set = targets.get(key);
    const { batch = '', target } = set ?? {};
    return target && { extractedAt: manifestOf(batch).createdAt, state: target.status };
  },
});

const appliedOf = (decisions: readonly UnitDecision[]) =>
  new Map(decisions.flatMap((one) => (one.result === 'applied' ? [[one.block ?? '', one] as const] : [])));

const told = (decisions: readonly UnitDecision[]) =>
  decisions.map(({ file, unit, result, reason }) => [file, unit, result, reason].join(' ')).toSorted();

describe('decideMerge', () => {
  test('X118 gives every return the same end, in any order of files', () => {
    fc.assert(
      fc.property(fc.array(aReturn, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (returns, keys) => {
        const shuffled = returns
          .map((one) => [keys.next().value ?? 0, one] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, one]) => one);
        const [first, second] = [returns, shuffled].map((all) =>
          decideMerge(all, siteWith(new Map()), defaultMergeOptions),
        );
        const written = (all: readonly UnitDecision[] = []) =>
          [...appliedOf(all)]
            .map(([key, { target }]) => JSON.stringify([key, target?.runs, target?.status]))
            .toSorted();
        expect(written(second)).toEqual(written(first));
        expect(second?.map(({ result }) => result).toSorted()).toEqual(first?.map(({ result }) => result).toSorted());
      }),
    );
  });

  test('X118 merging twice applies nothing more', () => {
    fc.assert(
      fc.property(fc.array(aReturn, { maxLength: 8 }), (returns) => {
        const first = decideMerge(returns, siteWith(new Map()), defaultMergeOptions);
        const again = decideMerge(returns, siteWith(appliedOf(first)), defaultMergeOptions);
        expect(again.filter(({ result }) => result === 'applied')).toEqual([]);
      }),
    );
  });

  test('X112 a unit that no batch has is unknown, and never guessed', () => {
    const index = indexOrigins(manifestOf('aaaaaaaa'), () => undefined);
    const returned = {
      file: '1.xlf',
      id: 'u9',
      name: 'x',
      locale: 'de',
      source: [t('Elsewhere')],
      target: { runs: [t('x')], status: 'translated' as const },
    };
    expect(told(decideMerge([{ returned, index }], siteWith(new Map()), defaultMergeOptions))).toEqual([
      '1.xlf  unknown origin',
    ]);
  });
});

test('X10 a translation of a megabyte of what looks like codes is brought home in time', () => {
  const code: Run = { kind: 'ph', id: '1', type: 'code:variable', data: '#' };
  const source = [t('Hello '), code];
  const started = performance.now();
  const home = homeRuns([t('#'.repeat(1_000_000))], [t('Hello #')], source);
  expect(home.filter(({ kind }) => kind === 'ph')).toHaveLength(1_000_000);
  expect(performance.now() - started).toBeLessThan(5_000);
});
