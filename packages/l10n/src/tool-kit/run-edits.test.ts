import { createBlock, sourcePort, type Run, type Runs } from '@helve/flow';
import { applyPlan, freezeRuns, normaliseRuns } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bold, plural, t, variable } from '../testing/runs-kit.js';
import { runEdits } from './run-edits.js';

const text = fc.string({ unit: 'grapheme', maxLength: 6 }).map((value): Run => t(value));
const pieces: readonly (readonly Run[])[] = [[variable('1')], [variable('2')], bold('3', t('inside')), bold('4')];

/** Generates content of text, codes and at most one plural, with unique ids. */
const content: fc.Arbitrary<Runs> = fc
  .tuple(
    fc.shuffledSubarray([...pieces]),
    fc.array(text, { minLength: 6, maxLength: 6 }),
    fc.option(fc.tuple(text, text), { nil: undefined }),
  )
  .map(([codes, texts, forms]) => {
    const run = texts.flatMap((one, index) => [one, ...(codes[index] ?? [])]);
    const end = forms === undefined ? [] : [plural({ one: [forms[0]], other: [forms[1]] })];
    return normaliseRuns([...run, ...end]);
  });

const meta = {
  id: 'test',
  version: '1.0.0',
  category: 'transform',
  displayName: 'Test',
  description: 'A test.',
  cardinality: 'monolingual',
  consumes: [],
  produces: [sourcePort],
  mayRemoveCodes: true,
} as const;

describe('runEdits', () => {
  test('K49 the edits from any content to any other give exactly the other', () => {
    fc.assert(
      fc.property(content, content, (before, after) => {
        const block = createBlock({ id: 'b', sourceLocale: 'en', source: freezeRuns(before) });
        const edits = runEdits(block.source, after);
        void applyPlan(
          block,
          { source: { edits, newRuns: after } },
          { tool: 'test', meta, document: 'd', lose: () => undefined },
        );
        expect(block.source).toEqual(after);
      }),
      { numRuns: 300 },
    );
  });

  test('K49 equal content needs no edit', () => {
    fc.assert(
      fc.property(content, (runs) => {
        expect(runEdits(runs, structuredClone(runs))).toEqual([]);
      }),
    );
  });
});
