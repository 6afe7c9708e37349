import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryRuns, arbitraryUnicode } from '../../testing/content-kit.js';
import { checkRuns } from './check-runs.js';
import { normaliseRuns, textRun } from './normalise-runs.js';
import { comparePaths, parsePath, pathText } from './path.js';
import { replaceUnit, unitAt, units } from './units.js';

const nested = normaliseRuns([
  textRun('You have '),
  {
    kind: 'plural',
    pivot: 'n',
    forms: {
      other: [textRun('many')],
      one: [{ kind: 'select', pivot: 'g', cases: { other: [textRun('o')], a: [textRun('a')] } }],
    },
  },
]);

describe('units', () => {
  test('K28 units gives the top unit, then every form in reading order', () => {
    expect(units(nested).map(({ path }) => pathText(path))).toEqual([
      '',
      '/1:one',
      '/1:one/0:a',
      '/1:one/0:other',
      '/1:other',
    ]);
    expect(units(nested)[2]?.runs).toEqual([textRun('a')]);
    expect(units([textRun('x')])).toEqual([{ path: [], runs: [textRun('x')] }]);
  });

  test('K28 unitAt finds every unit by its path, and nothing at any other', () => {
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 3 }), (runs) => {
        for (const { path, runs: unit } of units(runs)) expect(unitAt(runs, path)).toBe(unit);
      }),
    );
    for (const path of ['/0:one', '/1:two', '/1:constructor', '/9:other', '/1:other/0:other']) {
      expect(unitAt(nested, parsePath(path))).toBeUndefined();
    }
  });

  test('K28 replaceUnit changes one form and nothing else', () => {
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 2 }), fc.nat(), (runs, choice) => {
        const all = units(runs);
        const chosen = all[choice % all.length];
        const changed = replaceUnit(runs, chosen?.path, [textRun('new')]);
        expect(unitAt(changed, chosen?.path)).toEqual([textRun('new')]);
        expect(checkRuns(changed)).toEqual([]);
        expect(replaceUnit(changed, chosen?.path, chosen?.runs ?? [])).toEqual(runs);
      }),
    );
    expect(() => replaceUnit(nested, parsePath('/1:two'), [])).toThrow('there is no form at "/1:two"');
  });

  test('K28 a path comes back from its text, whatever a case is called', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ run: fc.nat(), form: arbitraryUnicode() })), (path) => {
        expect(parsePath(pathText(path))).toEqual(path);
      }),
    );
    expect(pathText(parsePath('/2:one/0:other'))).toBe('/2:one/0:other');
    for (const wrong of ['2:one', '/one', '/2', '/-1:one', '/', '/2:one/'])
      expect(() => parsePath(wrong)).toThrow('is not a path');
  });

  test('comparePaths puts outer before inner and exact numbers before categories', () => {
    const texts = ['', '/1:=2', '/1:=10', '/1:one', '/1:one/0:a', '/1:other', '/2:one'];
    const shuffled = texts.toReversed().map(parsePath);
    expect(shuffled.sort(comparePaths).map(pathText)).toEqual(texts);
  });
});
