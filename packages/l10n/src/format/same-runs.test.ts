import { textRun, type Run, type Runs } from '@helve/flow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runsDigest } from './runs-digest.js';
import { sameRuns } from './same-runs.js';

const short = fc.constantFrom('', 'a', 'b', 'ab');
const code = fc
  .record({ kind: fc.constantFrom('ph', 'pc-open', 'pc-close'), id: short, data: short })
  .map((fields) => ({ ...fields, type: 'code:variable' }));
const sub = fc.record({ id: short, ref: short }).map((fields): Run => ({ kind: 'sub', ...fields }));
const leaf = fc.array(fc.oneof(short.map(textRun), code, sub), { maxLength: 3 });
const plural = fc
  .record({
    pivot: short,
    ordinal: fc.option(fc.boolean(), { nil: undefined }),
    one: leaf,
    other: leaf,
    swapped: fc.boolean(),
  })
  .map(({ pivot, ordinal, one, other, swapped }): Run => {
    const forms = swapped ? { other, one } : { one, other };
    return { kind: 'plural', pivot, forms, ...(ordinal === undefined ? {} : { ordinal }) };
  });
const select = fc
  .record({ pivot: short, a: leaf })
  .map(({ pivot, a }): Run => ({ kind: 'select', pivot, cases: { a, other: a } }));
const content: fc.Arbitrary<Runs> = fc.array(
  fc.oneof(
    leaf.map(([run]) => run ?? textRun('')),
    plural,
    select,
  ),
  {
    maxLength: 2,
  },
);

describe('sameRuns', () => {
  test('sameRuns tells apart what the digests of two contents tell apart', () => {
    fc.assert(
      fc.property(content, content, (one, other) => {
        expect(sameRuns(one, other)).toBe(runsDigest(one) === runsDigest(other));
        expect(sameRuns(one, structuredClone(one))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
