import { expect, test } from 'vitest';
import type { CallRecord } from '../wire/wire.js';
import { mergeRecords } from './merge-records.js';

const record = (seq: number) => ({ seq }) as CallRecord;
const seqsOf = (records: readonly CallRecord[]) => records.map(({ seq }) => seq);

test('mergeRecords keeps each record once, newest first', () => {
  expect(seqsOf(mergeRecords(undefined, [record(2), record(1)]))).toEqual([2, 1]);
  expect(seqsOf(mergeRecords([record(3), record(2)], [record(4), record(3)]))).toEqual([4, 3, 2]);
  expect(seqsOf(mergeRecords([record(3), record(2)], [record(1)]))).toEqual([3, 2, 1]);
});

test('mergeRecords gives the list back when nothing is new, so that nothing is drawn again', () => {
  const before = [record(2), record(1)];
  expect(mergeRecords(before, [record(2)])).toBe(before);
});
