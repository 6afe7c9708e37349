import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Run, Runs } from '../../contract/run.js';
import { arbitraryRuns } from '../../testing/content-kit.js';
import { checkRuns, decodeRuns } from './check-runs.js';
import { textRun } from './normalise-runs.js';
import { toWellFormedRuns } from './to-well-formed-runs.js';

const ph = (id: string, type = 'code:variable'): Run => ({ kind: 'ph', id, type, data: `{${id}}` });
const open = (id: string, type = 'fmt:bold'): Run => ({ kind: 'pc-open', id, type, data: `<${id}>` });
const close = (id: string, type = 'fmt:bold'): Run => ({ kind: 'pc-close', id, type, data: `</${id}>` });
const problemsOf = (...runs: Run[]) => checkRuns(runs);

describe('checkRuns', () => {
  test('K21 checkRuns accepts everything that the kit makes, also after JSON', () => {
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 3 }), (runs) => {
        expect(checkRuns(runs)).toEqual([]);
        expect(decodeRuns(JSON.parse(JSON.stringify(runs)))).toEqual(runs);
      }),
    );
  });

  test('K21 checkRuns wants pairs to nest last in, first out', () => {
    expect(problemsOf(open('1'), open('2'), close('1'), close('2'))).not.toEqual([]);
    expect(problemsOf(open('1'))).toEqual(['the pair "1" at "" is not closed']);
    expect(problemsOf(close('1'))).toHaveLength(1);
    expect(problemsOf(open('1'), open('2'), close('2'), close('1'))).toEqual([]);
  });

  test('K21 checkRuns lets halves that are both isolated stand in any order, and not one that is not', () => {
    const isolated = (run: Run) => ({ ...run, isolated: true }) as Run;
    const [one, two] = [isolated(open('1')), isolated(open('2'))];
    expect(problemsOf(one, two, isolated(close('1')), isolated(close('2')))).toEqual([]);
    expect(problemsOf(isolated(close('1')), textRun('x'), one)).toEqual([]);
    expect(problemsOf(one)).toEqual([]);
    expect(problemsOf(one, close('1'))).toHaveLength(1);
  });

  test('K21 checkRuns lets an id repeat only as a clone of a cloneable code', () => {
    expect(problemsOf(ph('1', 'struct:break'), ph('1', 'struct:break'))).toEqual([]);
    expect(problemsOf(ph('1'), ph('1'))).toEqual(['run 1 at "": the id "1" is taken']);
    expect(problemsOf(open('1'), close('1'), open('1'), close('1'))).toEqual([]);
    expect(problemsOf(open('1'), close('1'), ph('1'))).toHaveLength(1);
    const form = [ph('1')];
    expect(problemsOf(ph('1'), { kind: 'plural', pivot: 'n', forms: { one: form, other: form } })).toEqual([]);
  });

  test('K21 checkRuns stops plurals and selects that are nested deeper than 8', () => {
    const nest = (depth: number): Runs =>
      depth === 0 ? [textRun('x')] : [{ kind: 'select', pivot: 's', cases: { other: nest(depth - 1) } }];
    expect(checkRuns(nest(8))).toEqual([]);
    expect(checkRuns(nest(9))).toHaveLength(1);
  });

  test.each([
    ['an unknown kind', [{ kind: 'pcOpen', id: '1' }], 'its kind "pcOpen" is not known'],
    ['an unknown field', [{ kind: 'text', text: 'a', bold: true }], 'its field "bold" is not known'],
    ['a missing field', [{ kind: 'ph', id: '1', type: 'x' }], 'its field "data" is missing'],
    ['an empty id', [{ kind: 'sub', id: '', ref: 'b' }], 'its field "id" is empty'],
    ['a plural without other', [{ kind: 'plural', pivot: 'n', forms: { one: [] } }], 'has no "other"'],
    ['a word as plural key', [{ kind: 'plural', pivot: 'n', forms: { some: [], other: [] } }], '"some"'],
    ['a select without other', [{ kind: 'select', pivot: 'n', cases: {} }], 'has no "other"'],
    ['half constraints', [{ kind: 'ph', id: '1', type: 'x', data: '', constraints: { deletable: true } }], 'must have'],
    ['a form that is no list', [{ kind: 'select', pivot: 's', cases: { other: 'x' } }], 'not a list of runs'],
    ['a number as text', [{ kind: 'text', text: 7 }], 'is not a text'],
    ['null', [null], 'it is not an object'],
  ])('K21 decodeRuns refuses %s', (_, value, problem) => {
    expect(() => decodeRuns(value)).toThrow(problem);
  });

  test('K2 decodeRuns refuses half a surrogate pair, and toWellFormedRuns replaces and counts it', () => {
    const broken: Runs = [
      textRun('a\ud83d'),
      ph('1'),
      textRun('\ude00b'),
      { kind: 'select', pivot: 's', cases: { other: [textRun('\udfff😀')] } },
    ];
    expect(() => decodeRuns(broken)).toThrow('half a surrogate pair');
    const { runs, replaced } = toWellFormedRuns(broken);
    expect(replaced).toBe(3);
    expect(decodeRuns(runs)).toEqual([
      textRun('a\ufffd'),
      ph('1'),
      textRun('\ufffdb'),
      { kind: 'select', pivot: 's', cases: { other: [textRun('\ufffd😀')] } },
    ]);
    expect(toWellFormedRuns([textRun('\ud83d'), textRun('\ude00')])).toEqual({ runs: [textRun('😀')], replaced: 0 });
  });

  test('K23 checkRuns accepts the ids of a format as well as numbers', () => {
    expect(problemsOf(ph('1'), ph('2'))).toEqual([]);
    expect(problemsOf(ph('ph_intro-3'))).toEqual([]);
  });
});
