import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Run, Runs } from '../../contract/run.js';
import { arbitraryRuns } from '../../testing/content-kit.js';
import { freezeRuns, normaliseRuns, textRun } from './normalise-runs.js';

const ph = (id: string, type = 'code:variable'): Run => ({ kind: 'ph', id, type, data: `{${id}}` });
const open = (id: string, type = 'fmt:bold'): Run => ({ kind: 'pc-open', id, type, data: `<${id}>` });
const close = (id: string, type = 'fmt:bold'): Run => ({ kind: 'pc-close', id, type, data: `</${id}>` });

/** True when an object and everything under it is frozen. */
function isFrozenDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenDeep);
}

describe('normaliseRuns', () => {
  test('K22 normaliseRuns joins adjacent texts and keeps an empty text only when it is all there is', () => {
    expect(normaliseRuns([textRun('a'), textRun(''), textRun('b'), ph('1'), textRun('')])).toEqual([
      textRun('ab'),
      ph('1'),
    ]);
    expect(normaliseRuns([textRun(''), textRun('')])).toEqual([textRun('')]);
    expect(normaliseRuns([])).toEqual([]);
    const plural = { kind: 'plural', pivot: 'n', forms: { other: [textRun('a'), textRun('b')] } } as const;
    expect(normaliseRuns([plural])).toEqual([{ ...plural, forms: { other: [textRun('ab')] } }]);
  });

  test('K3 normaliseRuns freezes content all the way down and leaves the given array alone', () => {
    const given: Run[] = [open('1'), { kind: 'select', pivot: 'who', cases: { other: [textRun('x')] } }, close('1')];
    const runs = normaliseRuns(given);
    expect(isFrozenDeep(runs)).toBe(true);
    given.push(textRun('more'));
    expect(runs).toHaveLength(3);
    expect(isFrozenDeep(freezeRuns([ph('1')]))).toBe(true);
  });

  test('normaliseRuns gives back the very array that it made before', () => {
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 2 }), (runs) => {
        expect(normaliseRuns(runs)).toBe(runs);
        expect(isFrozenDeep(runs)).toBe(true);
        expect(normaliseRuns(JSON.parse(JSON.stringify(runs)) as Runs)).toEqual(runs);
      }),
    );
  });
});
