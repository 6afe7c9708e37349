import type { RunRange } from '@helve/flow';
import { codePointLength, rangeFor, runLength } from '@helve/flow/content';
import type { LocatedUnit } from '../../check/unit-range.js';

/** Creates a range of a unit from UTF-16 indexes of its `dataText`; codes are included whole. */
export function dataRangeIn({ runs, path }: LocatedUnit, start: number, end: number): RunRange {
  const bounds = { start: -1, end: 0 };
  let index = 0;
  let coordinate = 0;
  for (const run of runs) {
    const text = run.kind === 'text' ? run.text : 'data' in run ? run.data : '';
    const isText = run.kind === 'text';
    const length = runLength(run);
    const next = index + text.length;
    if (bounds.start < 0 && start < next) {
      bounds.start = coordinate + (isText ? codePointLength(text.slice(0, start - index)) : 0);
    }
    if (end > index) bounds.end = coordinate + (isText ? codePointLength(text.slice(0, end - index)) : length);
    index = next;
    coordinate += length;
  }
  const range = rangeFor(
    runs,
    undefined,
    Math.min(bounds.start < 0 ? coordinate : bounds.start, bounds.end),
    bounds.end,
  );
  return path.length === 0 ? range : Object.freeze({ path, ...range });
}
